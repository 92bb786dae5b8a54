import sql from 'sql-template-tag';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { signIn, signInAgain } from '#test/support/sign-in.ts';
import { readSecretKeys } from '../secret-keys.server.ts';
import { createAccessTokens } from './access-tokens.server.ts';
import { createSessions, endSession } from './sessions.server.ts';

const secret = 'a secret of these tests only';
const keys = readSecretKeys(secret);

const database = await openTestDatabase();
afterAll(() => database.close());
const sessions = createSessions(database.db, keys);

const sessionIdOf = async (token: string) => (await sessions.authenticate(token))?.sessionId ?? '';

const open = (userId: string, more: { userAgent?: string }) =>
  database.db.transaction((tx) => sessions.open(tx, { userId, roles: ['user'], remember: false, ...more }));

it('returns no successor once the session has ended, even if the token was used a moment ago', async () => {
  const { token, refreshToken } = await signIn(database.db, secret);
  const id = await sessionIdOf(token);
  expect(await sessions.refresh(database.db, refreshToken)).not.toBeNull();
  expect(await sessions.refresh(database.db, refreshToken)).not.toBeNull();
  expect(await database.db.transaction((tx) => endSession(tx, id, null))).toBe(true);
  expect(await sessions.refresh(database.db, refreshToken)).toBeNull();
});

it('returns no successor whose secret is gone, and leaves the session active', async () => {
  const { token, refreshToken } = await signIn(database.db, secret);
  const next = await sessions.refresh(database.db, refreshToken);
  const renewed = createSessions(database.db, readSecretKeys('a secret that knows nothing of the other'));
  expect(await renewed.refresh(database.db, refreshToken)).toBeNull();
  expect(await sessions.authenticate(token)).not.toBeNull();
  expect(await renewed.refresh(database.db, next?.refreshToken ?? '')).not.toBeNull();
});

it("rejects a correctly signed token that names another user's session", async () => {
  const mine = await signIn(database.db, secret);
  const other = await signIn(database.db, secret);
  const sessionId = await sessionIdOf(other.token);
  const forged = await createAccessTokens(keys).issue({ userId: mine.userId, sessionId, roles: ['user'] });
  expect(await sessions.authenticate(forged)).toBeNull();
});

it('ends both sessions if the two tokens belong to two, and no third one', async () => {
  const person = await signIn(database.db, secret);
  const second = await signInAgain(database.db, secret, person);
  const third = await signInAgain(database.db, secret, person);
  await sessions.revoke(database.db, { accessToken: person.token, refreshToken: second.refreshToken });
  expect(await sessions.authenticate(person.token)).toBeNull();
  expect(await sessions.authenticate(second.token)).toBeNull();
  expect(await sessions.authenticate(third.token)).not.toBeNull();
});

it('stores a limited part of the user agent', async () => {
  const { userId } = await signIn(database.db, secret);
  const nameOf = async (more: { userAgent?: string }) => {
    const { token } = await open(userId, more);
    const found = await database.db.execute<{ user_agent: string }>(
      sql`select user_agent from session where id = ${await sessionIdOf(token)}`,
    );
    return found.rows[0]?.user_agent;
  };
  expect(await nameOf({ userAgent: 'x'.repeat(5_000) })).toBe('x'.repeat(400));
  expect(await nameOf({})).toBe('');
});

it('notifies other processes of a session that ends, but not of one that has already ended', async () => {
  const { token } = await signIn(database.db, secret);
  const id = await sessionIdOf(token);
  const received: unknown[] = [];
  const client = await database.db.pool.connect();
  // It listens until its connection ends.
  onTestFinished(() => client.release(true));
  client.on('notification', ({ payload = '' }) => received.push(JSON.parse(payload)));
  await client.query('listen dropped_tags');
  const end = () => database.db.transaction((tx) => endSession(tx, id, null));
  expect([await end(), await end()]).toEqual([true, false]);
  await database.db.transaction((tx) => dropCached(tx, ['the last']));
  // Notifications arrive in the order of their commits.
  await until(async () => received.length > 0 && JSON.stringify(received.at(-1)) === '["the last"]');
  expect(received).toEqual([[`session:${id}`], ['the last']]);
});
