import { DatabaseError, Pool } from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseTrouble } from './database-trouble.server.ts';

function told(code: string): Error {
  const error = new DatabaseError('told by the server', 20, 'error');
  error.code = code;
  return new Error('Failed query', { cause: error });
}

test.each(['53100', '53300', '57P01', '57P03', '57014', '08006', '55P03'])('%s may go well in a moment', (code) =>
  expect(isDatabaseTrouble(told(code))).toBe(true),
);

test.each(['23505', '42601', '22001', '40P01'])('%s is our own fault', (code) =>
  expect(isDatabaseTrouble(told(code))).toBe(false),
);

test('what the driver says without a server', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2_000 });
  const error = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseTrouble(error)).toBe(true);
  expect(isDatabaseTrouble(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseTrouble(new Error('the gift has no number'))).toBe(false);
  await pool.end();
});
