import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** As lines were written before: amounts in minor units. */
const before = [
  ['POST Product/Create', { name: 'Худи', price: 12_345_050, stock: 5 }, null],
  ['PUT Product/Update', { id: 'a', price: 100 }, null],
  ['PUT Donate/Settings', { minAmount: 500_050, maxAmount: 7_000_000, presets: [500_050, 1_000_000] }, null],
  ['PUT Payout/Pay', { reference: 'x' }, { amount: 1_000_001, cardMask: '8600' }],
  ['POST Order/Refund', { reason: 'y', price: 7 }, null],
] as const;

it('amounts of the trail become those that were sent', async () => {
  const { pool } = database.db;
  for (const [call, input, details] of before) {
    await pool.query('insert into audit (actor_id, call, input, details) values (uuid_v7(), $1, $2, $3)', [
      ...[call, JSON.stringify(input), details && JSON.stringify(details)],
    ]);
  }
  await pool.query(await readFile(join(import.meta.dirname, '0024_audit_amounts.sql'), 'utf8'));
  const { rows } = await pool.query<{ call: string; input: unknown; details: unknown }>(
    'select call, input, details from audit order by array_position($1::text[], call)',
    [before.map(([call]) => call)],
  );
  expect(rows.map(({ call, input, details }) => [call, input, details])).toEqual([
    ['POST Product/Create', { name: 'Худи', price: 123_450.5, stock: 5 }, null],
    ['PUT Product/Update', { id: 'a', price: 1 }, null],
    ['PUT Donate/Settings', { minAmount: 5_000.5, maxAmount: 70_000, presets: [5_000.5, 10_000] }, null],
    ['PUT Payout/Pay', { reference: 'x' }, { amount: 10_000.01, cardMask: '8600' }],
    ['POST Order/Refund', { reason: 'y', price: 7 }, null],
  ]);
});
