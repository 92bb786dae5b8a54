import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { databaseFailure, dataDirFailure, listenFailure } from './start-failure.server.ts';

const withCode = (code: string) => Object.assign(new Error('a failure'), { code });

function refusedBy(code: string): DatabaseError {
  return Object.assign(new DatabaseError('a failure', 9, 'error'), { code });
}

const message = (error: unknown) => (error instanceof Error ? error.message : '');

test.each([
  ['ENOSPC of a file', withCode('ENOSPC')],
  ['the end of its quota', withCode('EDQUOT')],
  ['what PostgreSQL answers', refusedBy('53100')],
  ['what its log says', new Error('PostgreSQL did not start; its log ends with: No space left on device')],
  ['a cause of something else', new Error('migration 0001 failed', { cause: refusedBy('53100') })],
])('a full disk is known by %s', (_, error) => {
  expect(message(dataDirFailure(error, '/data'))).toMatch(/^DATA_DIR: the disk of \/data is full: make room/);
});

test.each([
  ['ECONNREFUSED', 'nothing listens at db:6432'],
  ['EAI_AGAIN', 'the host db is unknown'],
  ['ETIMEDOUT', 'db:6432 does not answer'],
  ['28000', 'refuses the user "ann"'],
  ['42501', 'the user "ann" may not make tables in "shop"'],
  ['53300', 'has no connection left'],
  ['53100', 'the disk of PostgreSQL at db:6432 is full'],
])('a database that fails with %s', (code, words) => {
  const line = message(databaseFailure(withCode(code), 'postgres://ann:secret@db:6432/shop'));
  expect(line).toMatch(/^DATABASE_URL: /);
  expect(line).toContain(words);
  expect(line).not.toContain('secret');
});

test('a name with several addresses that all refuse', () => {
  const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]);
  expect(message(databaseFailure(both, 'postgres://localhost/opora'))).toContain('nothing listens at localhost:5432');
});

test('a port that only root may have', () => {
  expect(message(listenFailure(withCode('EACCES'), { PORT: 80, HOST: '0.0.0.0' }))).toMatch(/^PORT: this user may not/);
});

test('what is no trouble of the surroundings stays as it is', () => {
  const error = new TypeError('a defect');
  expect(dataDirFailure(error, '/data')).toBe(error);
  expect(databaseFailure(error, 'postgres://localhost/opora')).toBe(error);
  expect(listenFailure(error, { PORT: 1, HOST: 'x' })).toBe(error);
});
