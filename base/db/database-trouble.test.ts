import { DatabaseError, Pool } from 'pg';
import { expect, test } from 'vitest';
import { fullDiskOf, hasMoved, OutcomeUnknown, troubleOf } from './database-trouble.server.ts';

function answeredWith(code: string): Error {
  const error = new DatabaseError('from the server', 20, 'error');
  error.code = code;
  return new Error('Failed query', { cause: error });
}

test.each([
  ['53100', 'full'],
  ['53300', 'busy'],
  ['57014', 'busy'],
  ['55P03', 'busy'],
  ['57P01', 'away'],
  ['57P03', 'away'],
  ['08006', 'away'],
  ['58030', 'away'],
] as const)('%s passes: %s', (code, trouble) => expect(troubleOf(answeredWith(code))).toBe(trouble));

test.each(['23505', '42601', '22001', '40P01'])('%s is our own fault', (code) =>
  expect(troubleOf(answeredWith(code))).toBe(null),
);

test('a server that has only fallen silent has not moved, whatever closed the connection then', () => {
  const closed = new Error('Connection terminated unexpectedly');
  expect(hasMoved(new Error('Failed query', { cause: closed }))).toBe(true);
  expect(hasMoved(new Error('Connection terminated due to connection timeout', { cause: closed }))).toBe(false);
  expect(hasMoved(new Error('Query read timeout', { cause: closed }))).toBe(false);
});

test('a commit with an unknown outcome is the trouble of a database that is away, whatever broke it', () =>
  expect(troubleOf(new OutcomeUnknown(new Error('write EIO')))).toBe('away'));

test('what the driver says without a server', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2_000 });
  const error = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(troubleOf(error)).toBe('away');
  expect(troubleOf(new Error('timeout exceeded when trying to connect'))).toBe('busy');
  expect(troubleOf(new Error('the donation has no number'))).toBe(null);
  await pool.end();
});

test('whose disk is full', () => {
  const file = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const store = Object.assign(new Error('Storage backend has reached its minimum free drive threshold'), {
    name: 'XMinioStorageFull',
  });
  expect(
    [file, new Error('could not write', { cause: store }), answeredWith('53100'), answeredWith('53300')].map(
      fullDiskOf,
    ),
  ).toEqual(['files', 'files', 'database', null]);
});
