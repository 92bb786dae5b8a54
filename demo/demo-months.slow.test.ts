import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { platformAccount, post, providerAccount } from '#app/ledger/ledger.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { fromMain, minor } from '#base/money/money.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { seedDemoWorld } from './demo-world.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
await seedDemoWorld(app.opora, readConfig({ JWT_SECRET: testSecrets.jwt }), pino({ level: 'silent' }));
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });

// The demo world's sums are round: one with tiyin, and longer than a column.
const { accountId } = await signIn(app.db, testSecrets.jwt);
const entries = [
  { accountId: providerAccount, amount: minor(-123_456_789_007) },
  { accountId: platformAccount, amount: minor(6_172_839_450) },
  { accountId, amount: minor(117_283_949_557) },
];
await app.db.transaction((tx) => post(tx, { kind: 'donation', reference: randomUUID(), entries }));

const heads = ['Донаты', 'Заказы', 'Возвраты', 'Комиссия', 'Выплаты', 'Изменение счёта'] as const;
/** In minor units. */
type Sums = Readonly<Record<string, number>>;

/** A line of a month's documents; the last one is the total. */
interface Line {
  readonly name: string;
  readonly sums: Sums;
}

async function fileOf(path: string, query: Readonly<Record<string, string>>): Promise<Buffer> {
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(`${app.url}/api/Receipt/${path}?${new URLSearchParams(query)}`, { headers });
  if (answer.status !== 200) throw new Error(`${path} of ${Object.values(query)} was answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

const minorOf = (text: string) => fromMain(Number(text.replaceAll(' ', '').replace(',', '.').replace('\u2212', '-')));
const sumsOf = (cells: readonly string[]): Sums =>
  Object.fromEntries(heads.map((head, at) => [head, minorOf(cells[at] ?? '')]));

async function tableOf(month: string): Promise<(Line & { readonly userName: string })[]> {
  const [names = [], ...rows] = (await fileOf('Month', { Month: month }))
    .toString()
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));
  if (names.join() !== ['Адрес автора', 'Автор', 'ИНН или ПИНФЛ', ...heads].join())
    throw new Error(`other columns: ${names}`);
  return rows.map(([userName = '', name = '', , ...sums]) => ({
    userName,
    name: name || userName,
    sums: sumsOf(sums),
  }));
}

const sumText = /^\u2212?\d{1,3}(?: \d{3})*(?:,\d\d)?$/;
/** Of the document: heads wrap in their columns. */
const headRow = new RegExp(['Автор', ...heads].join(' ').replaceAll(' ', '\\s'));
const pageNumber = /^\d+ \/ \d+$/;

/** The rows of the document by the order of its texts: a name, which may take several lines, and the sums. */
async function paperOf(month: string): Promise<Line[]> {
  const texts = await pdfTexts(await fileOf('Month', { Month: month, Format: 'pdf' }));
  const body = texts.filter((text) => !text.endsWith(` ${month}`) && !pageNumber.test(text)).join('\n');
  const [, rows = ''] = body.split(headRow);
  const lines: Line[] = [];
  let name: string[] = [];
  let cells: string[] = [];
  for (const text of rows.trim().split('\n')) {
    if (sumText.test(text)) cells.push(text);
    else name.push(text);
    if (cells.length < heads.length) continue;
    lines.push({ name: name.join(' '), sums: sumsOf(cells) });
    name = [];
    cells = [];
  }
  if (name.length + cells.length > 0) throw new Error(`no whole row: ${[...name, ...cells]}`);
  return lines;
}

const ofMonth = `to_char(uuid_extract_timestamp(p.id) at time zone 'Asia/Tashkent', 'YYYY-MM') = $1`;

/** The same of all creators, from the postings alone: what a payer gave or got back is what the account of the provider lost or gained. */
async function ledgerOf(month: string): Promise<Sums> {
  const { rows } = await app.db.pool.query<Sums>(
    `select
       coalesce(-sum(e.amount) filter (where a.kind = 'provider' and p.kind = 'donation'), 0)::float8 as "Донаты",
       coalesce(-sum(e.amount) filter (where a.kind = 'provider' and p.kind = 'order'), 0)::float8 as "Заказы",
       coalesce(-sum(e.amount) filter (where a.kind = 'provider' and p.kind like '%refund'), 0)::float8 as "Возвраты",
       coalesce(sum(e.amount) filter (where a.kind = 'platform'), 0)::float8 as "Комиссия",
       coalesce(sum(e.amount) filter (where a.kind = 'creator' and p.kind like 'payout%'), 0)::float8 as "Выплаты",
       coalesce(sum(e.amount) filter (where a.kind = 'creator'), 0)::float8 as "Изменение счёта"
     from entry e join posting p on p.id = e.posting_id join account a on a.id = e.account_id
     where ${ofMonth}`,
    [month],
  );
  return rows[0] ?? {};
}

/** What the ledger says of each creator alone: an order may have several sellers, a donation has one. */
async function creatorsOf(month: string): Promise<Record<string, Sums>> {
  const { rows } = await app.db.pool.query<{ userName: string; sums: Sums }>(
    `select c.user_name as "userName", json_build_object(
       'Донаты', coalesce(-sum(paid.amount) filter (where p.kind = 'donation'), 0),
       'Выплаты', coalesce(sum(e.amount) filter (where p.kind like 'payout%'), 0),
       'Изменение счёта', sum(e.amount)) as sums
     from entry e join posting p on p.id = e.posting_id join account a on a.id = e.account_id and a.kind = 'creator'
       join creator c on c.user_id = a.person_id
       left join lateral (select x.amount from entry x join account b on b.id = x.account_id and b.kind = 'provider'
         where x.posting_id = p.id) as paid on true
     where ${ofMonth} group by 1`,
    [month],
  );
  return Object.fromEntries(rows.map(({ userName, sums }) => [userName, sums]));
}

test('the documents of the months equal the ledger to the tiyin, as a whole and line by line', async () => {
  const { rows } = await app.db.pool.query<{ month: string }>(
    `select distinct to_char(uuid_extract_timestamp(id) at time zone 'Asia/Tashkent', 'YYYY-MM') as month from posting`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  const met = new Set<string>();
  for (const { month } of rows) {
    const table = await tableOf(month);
    expect(await paperOf(month), month).toEqual(table.map(({ name, sums }) => ({ name, sums })));
    const total = table.pop()?.sums ?? {};
    const added = heads.map((head) => [head, table.reduce((sum, { sums }) => sum + (sums[head] ?? 0), 0)]);
    expect(Object.fromEntries(added), month).toEqual(total);
    expect(total, month).toEqual(await ledgerOf(month));
    for (const head of heads) if (total[head] !== 0) met.add(head);
    const creators = table.filter(({ userName }) => userName !== '');
    const own = Object.fromEntries(
      creators.map(({ userName, sums }) => [
        userName,
        { Донаты: sums.Донаты, Выплаты: sums.Выплаты, 'Изменение счёта': sums['Изменение счёта'] },
      ]),
    );
    expect(own, month).toEqual(await creatorsOf(month));
  }
  expect(met.size).toBe(heads.length);
});

test('the acts of payouts are numbered from 1 without gaps, over the sums of the ledger', async () => {
  const { rows } = await app.db.pool.query<{ id: string; act: string; next: string; paid: number }>(
    `select o.id, o.act_year || '-' || o.act_number as act, e.amount::float8 as paid,
       o.act_year || '-' || row_number() over (partition by o.act_year order by o.act_number) as next
     from payout o join posting p on p.reference = o.id and p.kind = 'payout-paid'
       join entry e on e.posting_id = p.id and e.amount > 0`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { id, act, next, paid } of rows) {
    expect(act).toBe(next);
    const texts = await pdfTexts(await fileOf('PayoutAct', { payoutId: id }));
    expect(texts).toContain(act);
    expect(texts.filter((text) => text.endsWith(' сум')).map((text) => minorOf(text.replace(' сум', '')))).toEqual([
      paid,
    ]);
  }
});
