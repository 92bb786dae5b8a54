import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { platformAccount, post, providerAccount } from '#app/ledger/ledger.server.ts';
import { add, minor, negate } from '#base/money/money.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
afterAll(() => app.close());

const ask = (query: object, who = admin) => app.api('GET Receipt/Month', { query: { ...query } }, { token: who.token });

/** The cells of the table by the name of their column. */
async function tableOf(month: string): Promise<Record<string, string>[]> {
  const { status, body } = await ask({ Month: month });
  if (status !== 200) throw new Error(`${status}`);
  const [heads = [], ...rows] = String(body)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));
  return rows.map((row) =>
    Object.fromEntries(heads.map((head, at) => [head, (row[at] ?? '').replace(/^(-?\d+),(\d+)$/, '$1.$2')])),
  );
}

/** The present month in the country's time zone. */
const thisMonth = () => new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 7);

/** A posting at a moment, which is in its id. */
async function postAt(at: string, { accountId }: SignedIn, main: number): Promise<void> {
  const hex = Date.parse(at).toString(16).padStart(12, '0');
  const random = crypto.randomUUID().slice(15);
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7${random}`;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`insert into posting (id, kind, reference) values (${id}, 'donation', gen_random_uuid())`);
    await tx.execute(sql`insert into entry (posting_id, account_id, amount) values
      (${id}, ${providerAccount}, ${-main * 100}), (${id}, ${platformAccount}, ${main * 5}),
      (${id}, ${accountId}, ${main * 95})`);
  });
}

const kinds = ['donation', 'donation-refund', 'order', 'order-part-refund', 'order-late-payment'] as const;

describe('the month for the bookkeeper', () => {
  it('adds up to the postings, whatever they are, also of orders with several sellers', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signIn(app.db, testSecrets.jwt)));
    const shares = fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 0, maxLength: 3 });
    const posting = fc.record({ kind: fc.constantFrom(...kinds), fee: fc.integer({ min: 0, max: 999_999 }), shares });
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 6 }), async (postings) => {
        for (const { kind, fee, shares } of postings) {
          const sign = kind.endsWith('refund') ? -1 : 1;
          const sides = shares.map((amount, at) => ({
            accountId: people[at]?.accountId ?? '',
            amount: minor(sign * amount),
          }));
          const entries = [...sides, { accountId: platformAccount, amount: minor(sign * fee) }];
          const paid = add(...entries.map(({ amount }) => amount));
          if (paid === 0) continue;
          const provider = { accountId: providerAccount, amount: negate(paid) };
          const reference = crypto.randomUUID();
          await app.db.transaction((tx) => post(tx, { kind, reference, entries: [...entries, provider] }));
        }
        const { rows } = await app.db.pool.query<{ kind: string; sum: number }>(
          'select kind, sum(e.amount)::bigint as sum from entry e join account a on a.id = e.account_id group by kind',
        );
        const balanceOf = (kind: string) => rows.find((one) => one.kind === kind)?.sum ?? 0;
        const table = await tableOf(thisMonth());
        const total = table.at(-1) ?? {};
        const inMinor = (name: string, row = total) => Math.round(Number(row[name]) * 100);
        const gross = inMinor('Донаты') + inMinor('Заказы') + inMinor('Возвраты');
        expect([inMinor('Комиссия'), inMinor('Изменение счёта'), gross]).toEqual([
          balanceOf('platform'),
          balanceOf('creator'),
          0 - balanceOf('provider'),
        ]);
        for (const line of table) {
          const parts = ['Донаты', 'Заказы', 'Возвраты', 'Выплаты'].map((name) => inMinor(name, line));
          const left = parts.reduce((sum, part) => sum + part, 0) - inMinor('Комиссия', line);
          expect(left).toBe(inMinor('Изменение счёта', line));
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('begins and ends at midnight of the country', async () => {
    const creator = await signIn(app.db, testSecrets.jwt);
    await postAt('2025-01-31T18:59:59.999Z', creator, 1_000);
    await postAt('2025-01-31T19:00:00.000Z', creator, 20_000);
    await postAt('2025-02-28T18:59:59.999Z', creator, 300_000);
    await postAt('2025-02-28T19:00:00.000Z', creator, 4_000_000);
    const sumOf = async (month: string) => (await tableOf(month)).at(-1)?.Донаты;
    expect(await Promise.all(['2025-01', '2025-02', '2025-03'].map(sumOf))).toEqual(['1000', '320000', '4000000']);
    expect(await tableOf('2024-06')).toMatchObject([{ 'Адрес автора': 'Итого', Донаты: '0' }]);
  });

  it('is a document too, in three languages, and safe from formulas', async () => {
    const creator = await signIn(app.db, testSecrets.jwt);
    await app.db.execute(sql`update creator set given_name = '=HYPERLINK("http://x")', sur_name = 'Ким',
      hide_full_name = false, tax_number = '31234567890123' where user_id = ${creator.userId}`);
    await postAt('2025-05-05T10:00:00.000Z', creator, 50_000);
    const table = String((await ask({ Month: '2025-05' })).body);
    expect(table).toMatch(/"'=HYPERLINK/);
    expect(await tableOf('2025-05')).toMatchObject([
      { 'ИНН или ПИНФЛ': "'31234567890123", Донаты: '50000' },
      { 'Адрес автора': 'Итого', 'ИНН или ПИНФЛ': '', Донаты: '50000' },
    ]);
    for (const [Language, title] of [
      ['ru', 'Обороты за месяц 2025-05'],
      ['uz', 'Oylik aylanma 2025-05'],
      ['en', 'Turnover of the month 2025-05'],
    ]) {
      const answer = await fetch(`${app.url}/api/Receipt/Month?Month=2025-05&Format=pdf&Language=${Language}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      const texts = await pdfTexts(Buffer.from(await answer.arrayBuffer()));
      expect(texts).toContain(title);
      expect(texts).toContain('50 000');
      expect(texts.join('')).toContain('31234567890123');
    }
  });

  it('is for admins, and refuses months that are none', async () => {
    for (const Month of ['2025-13', '2025-1', '0000-01', '2025-05-05', 'x']) {
      expect((await ask({ Month })).status).toBe(400);
    }
    const others = [
      await signIn(app.db, testSecrets.jwt),
      await signIn(app.db, testSecrets.jwt, { role: 'moderator' }),
    ];
    for (const who of others) expect((await ask({ Month: '2025-05' }, who)).status).toBe(403);
  });
});
