import { afterAll, expect, it, test } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '#test/support/database/database.ts';
import { idsOfPeriod, readStatement, statementCount, statementPage } from './statement-store.server.ts';

const account = '018bcfe5-6800-7000-8000-000000000001';
const person = '018bcfe5-6800-7000-8000-000000000002';
const many = 40_000;
const day = 86_400_000;
/** A hundred entries a day. */
const first = Date.parse('2025-01-01T00:00:00Z');

const database = await openTestDatabase({ statementTimeoutMs: 0 });
const { pool } = database.db;
await pool.query(`insert into person (id, phone) values ($1, '998900000099')`, [person]);
await pool.query(`insert into account (id, person_id, kind, name) values ($1, $2, 'creator', 'Основной счёт')`, [
  account,
  person,
]);
await pool.query(
  `insert into posting (id, kind, reference)
   select (lpad(to_hex($1::bigint + n * ($2::bigint / 100)), 12, '0') || '7abc8' || substr(md5(n::text), 1, 15))::uuid,
     'donation', gen_random_uuid() from generate_series(0, ${many - 1}) n`,
  [first, day],
);
await pool.query(
  `insert into entry (posting_id, account_id, amount)
   select p.id, side.account, side.sum
   from (select id, 1 + abs(hashtext(id::text)) % 9000 as amount from posting) p, lateral (values
     ($1::uuid, p.amount), ('00000000-0000-7000-8000-000000000001'::uuid, -p.amount)) side (account, sum)`,
  [account],
);
await pool.query('vacuum analyze posting, entry, account_month');
afterAll(() => database.close());

const steps = z.object({ 'Actual Rows': z.number(), Plans: z.array(z.unknown()).default([]) });
const mostRows = (node: unknown): number => {
  const { Plans, ...step } = steps.parse(node);
  return Math.max(step['Actual Rows'], ...Plans.map(mostRows));
};

/** The most rows that a step of the plan yields. */
async function rowsOf(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await database.db.pool.query(`explain (analyze, format json) ${text}`, [...values]);
  const [{ 'QUERY PLAN': plans }] = z
    .tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown() })]) })])
    .parse(rows);
  return mostRows(plans[0].Plan);
}

const month = 31 * 100;

it.each([0, 9_990, many / 2, many - 7])('a page behind %i entries reads one month at most', async (skip) => {
  expect(
    await rowsOf(statementPage.text, [account, ...idsOfPeriod({ from: null, to: null }), skip, 20]),
  ).toBeLessThanOrEqual(month);
});

test('a period is counted by whole months and the ends of two', async () => {
  const period = idsOfPeriod({ from: new Date(first + 10 * day), to: new Date(first + 300 * day) });
  expect(await rowsOf(statementCount.text, [account, ...period])).toBeLessThanOrEqual(month);
});

const at = (days: number) => new Date(first + days * day);

it.each([
  [null, null],
  [at(45.5), at(200.25)],
  [at(31), at(59)],
  [null, at(100)],
  [at(390), null],
  [at(500), null],
  [at(20), at(10)],
  [at(70.1), at(70.2)],
])('every page from %s to %s has its entries and their balances', async (from, to) => {
  const { rows } = await database.db.pool.query<{ id: string; balance: string }>(
    `select posting_id as id, balance::text from (
       select posting_id, sum(amount) over (order by posting_id) as balance from entry where account_id = $1
     ) one where posting_id between $2 and $3 order by posting_id desc`,
    [account, ...idsOfPeriod({ from, to })],
  );
  for (const skip of [
    0,
    3,
    Math.floor(rows.length / 3),
    Math.floor(rows.length / 2),
    rows.length - 5,
    rows.length + 3,
  ]) {
    const asked = { accountId: account, period: { from, to }, skip: Math.max(0, skip), take: 10 };
    const { items, count } = await readStatement(database.db, asked);
    expect(count).toBe(rows.length);
    expect(items.map(({ id, balance }) => ({ id, balance: String(balance) }))).toEqual(
      rows.slice(asked.skip, asked.skip + 10),
    );
  }
});
