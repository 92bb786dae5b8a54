import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { fromMain } from '#base/money/money.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { seedDemoWorld } from './demo-world.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
await seedDemoWorld(app.opora, readConfig({ JWT_SECRET: testSecrets.jwt }), pino({ level: 'silent' }));
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });

const heads = ['Донаты', 'Заказы', 'Возвраты', 'Комиссия', 'Выплаты', 'Изменение счёта'] as const;
type Sums = Readonly<Record<string, number>>;

/** The lines of a month's document by the names of its columns, in minor units; the last is the total. */
async function linesOf(month: string): Promise<Sums[]> {
  const { status, body } = await app.api('GET Receipt/Month', { query: { Month: month } }, { token: admin.token });
  if (status !== 200) throw new Error(`${month} was answered ${status}`);
  const [names = [], ...rows] = String(body)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));
  const sumAt = (row: readonly string[], head: string) => fromMain(Number(row[names.indexOf(head)]?.replace(',', '.')));
  return rows.map((row) => Object.fromEntries(heads.map((head) => [head, sumAt(row, head)])));
}

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
     where to_char(uuid_extract_timestamp(p.id) at time zone 'Asia/Tashkent', 'YYYY-MM') = $1`,
    [month],
  );
  return rows[0] ?? {};
}

test('the documents of the months equal the ledger to the tiyin, as a whole and line by line', async () => {
  const { rows } = await app.db.pool.query<{ month: string }>(
    `select distinct to_char(uuid_extract_timestamp(id) at time zone 'Asia/Tashkent', 'YYYY-MM') as month from posting`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const { month } of rows) {
    const lines = await linesOf(month);
    const total = lines.pop() ?? {};
    const added = heads.map((head) => [head, lines.reduce((sum, line) => sum + (line[head] ?? 0), 0)]);
    expect(Object.fromEntries(added), month).toEqual(total);
    expect(total, month).toEqual(await ledgerOf(month));
  }
});
