import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropCached } from '#base/cache-tags.server.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/money-house.ts';
import { signIn, signInAgain } from '#test/sign-in.ts';
import { createAccessTokens } from './access-tokens.server.ts';
import { readSecretKeys } from './secret-keys.server.ts';
import { createSessions, endSession, type Sessions } from './sessions.server.ts';

const secret = 'a secret of these tests only';
const keys = readSecretKeys(secret);

let database: TestDatabase;
let sessions: Sessions;

beforeAll(async () => {
  database = await openTestDatabase();
  sessions = createSessions(database.db, keys);
});
afterAll(() => database.close());

const sessionIdOf = async (token: string) => (await sessions.authenticate(token))?.sessionId ?? '';

const open = (userId: string, more: { userAgent?: string }) =>
  database.db.transaction((tx) => sessions.open(tx, { userId, roles: ['user'], remember: false, ...more }));

it('gives no successor again once the session has ended, though the token was used a moment ago', async () => {
  const { token, refreshToken } = await signIn(database.db, secret);
  const id = await sessionIdOf(token);
  expect(await sessions.refresh(database.db, refreshToken)).not.toBeNull();
  expect(await sessions.refresh(database.db, refreshToken)).not.toBeNull();
  expect(await database.db.transaction((tx) => endSession(tx, id, null))).toBe(true);
  expect(await sessions.refresh(database.db, refreshToken)).toBeNull();
});

it('gives no successor again whose secret is gone, and lets the session live', async () => {
  const { token, refreshToken } = await signIn(database.db, secret);
  const next = await sessions.refresh(database.db, refreshToken);
  const renewed = createSessions(database.db, readSecretKeys('a secret that knows nothing of the other'));
  expect(await renewed.refresh(database.db, refreshToken)).toBeNull();
  expect(await sessions.authenticate(token)).not.toBeNull();
  expect(await renewed.refresh(database.db, next?.refreshToken ?? '')).not.toBeNull();
});

it("lets nobody in who names another's session, though the signature is right", async () => {
  const [mine, other] = [await signIn(database.db, secret), await signIn(database.db, secret)];
  const sessionId = await sessionIdOf(other.token);
  const forged = await createAccessTokens(keys).issue({ userId: mine.userId, sessionId, roles: ['user'] });
  expect(await sessions.authenticate(forged)).toBeNull();
});

it('ends both sessions where the two tokens are of two, and no third one', async () => {
  const person = await signIn(database.db, secret);
  const [second, third] = [
    await signInAgain(database.db, secret, person),
    await signInAgain(database.db, secret, person),
  ];
  await sessions.revoke(database.db, { accessToken: person.token, refreshToken: second.refreshToken });
  expect(await sessions.authenticate(person.token)).toBeNull();
  expect(await sessions.authenticate(second.token)).toBeNull();
  expect(await sessions.authenticate(third.token)).not.toBeNull();
});

it('keeps of a browser’s name no more than anybody reads', async () => {
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

it('tells the other processes of a session that ends, and of none that had ended before', async () => {
  const { token } = await signIn(database.db, secret);
  const id = await sessionIdOf(token);
  const told: unknown[] = [];
  const client = await database.db.pool.connect();
  const listen = ({ payload = '' }: { payload?: string | undefined }) => void told.push(JSON.parse(payload));
  client.on('notification', listen);
  await client.query('listen dropped_tags');
  try {
    const end = () => database.db.transaction((tx) => endSession(tx, id, null));
    expect([await end(), await end()]).toEqual([true, false]);
    await database.db.transaction((tx) => dropCached(tx, ['the last']));
    // They arrive in the order of their commits.
    await until(async () => told.length > 0 && JSON.stringify(told.at(-1)) === '["the last"]');
    expect(told).toEqual([[`session:${id}`], ['the last']]);
  } finally {
    await client.query('unlisten dropped_tags');
    client.off('notification', listen);
    client.release();
  }
});
