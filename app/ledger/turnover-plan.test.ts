import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '#test/support/database/database.ts';
import { idsOfPeriod } from './statement-store.server.ts';
import { turnover } from './turnover-store.server.ts';

const database = await openTestDatabase({ max: 2 });
afterAll(() => database.close());

const day = 86_400_000;
const first = Date.parse('2025-03-01T00:00:00Z');

const scans = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  Plans: z.array(z.unknown()).default([]),
});

/** The tables that a plan reads whole, and the most rows that one of its steps yields. */
function costOf(node: unknown): { whole: string[]; rows: number } {
  const { Plans, ...step } = scans.parse(node);
  const below = Plans.map(costOf);
  const whole = step['Node Type'] === 'Seq Scan' ? [step['Relation Name'] ?? '?'] : [];
  return {
    whole: [...whole, ...below.flatMap((one) => one.whole)],
    rows: Math.max(step['Actual Rows'], ...below.map(({ rows }) => rows)),
  };
}

it('reads a day of a month by the ids of its postings, not the whole ledger', async () => {
  const { pool } = database.db;
  await pool.query(
    `insert into posting (id, kind, reference)
     select (lpad(to_hex($1::bigint + n * ($2::bigint / 1000)), 12, '0') || '7abc8' || substr(md5(n::text), 1, 15))::uuid,
       'donation', gen_random_uuid()
     from generate_series(0, 29999) as n`,
    [first, day],
  );
  await pool.query(`insert into entry (posting_id, account_id, amount)
    select p.id, a.id, case a.kind when 'provider' then -500 else 500 end
    from posting p, account a where a.kind in ('provider', 'platform')`);
  await pool.query('vacuum analyze posting, entry');
  const values = idsOfPeriod({ from: new Date(first + 3 * day), to: new Date(first + 4 * day) });
  const { rows } = await pool.query(`explain (analyze, format json) ${turnover.text}`, values);
  const [
    {
      'QUERY PLAN': [{ Plan }],
    },
  ] = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown() })]) })]).parse(rows);
  const cost = costOf(Plan);
  expect(cost.whole.filter((table) => table !== 'account')).toEqual([]);
  expect(cost.rows).toBeLessThanOrEqual(2_000);
});
