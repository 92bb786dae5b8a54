import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { codesQuery } from './tax-codes-store.server.ts';

const database = await openTestDatabase({ statementTimeoutMs: 0 });
await database.db.pool.query(`
  insert into tax_code (code, package_code, name, unit, vat)
  select '1' || lpad(n::text, 16, '0'), '1501', 'Товар ' || md5(n::text), '796', 12 from generate_series(1, 100000) n`);
await database.db.pool.query('analyze tax_code');
afterAll(() => database.close());

const planOf = async (search: string) => {
  const { text, values } = codesQuery(search, 8);
  const { rows } = await database.db.pool.query(`explain (analyze, buffers) ${text}`, [...values]);
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
};

test.each([
  ['the beginning of a code', '10000000000', /tax_code_pkey/],
  ['a whole code', '10000000000054321', /tax_code_pkey/],
  ['a rare word', 'c4ca4238a0b9', /tax_code_search/],
  ['a word of all', 'товар', /tax_code_pkey|tax_code_search/],
])('%s is found by an index among 100,000 codes', async (_, search, index) => {
  const plan = await planOf(search);
  expect(plan).toMatch(index);
  expect(plan).not.toContain('Seq Scan');
  const [, blocks = ''] = /shared hit=(\d+)/.exec(plan) ?? [];
  // The table alone has over 1,500. Each three letters of the rare word stand in some hundred other names.
  expect(Number(blocks)).toBeLessThan(400);
});
