import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { connectCache } from '#base/events/cache-tags.server.ts';
import { openListener } from '#base/events/listener.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { signIn, signInAgain } from '#test/support/sign-in.ts';
import { endSessions } from '../identity-services.server.ts';
import { readSecretKeys } from '../secret-keys.server.ts';
import { createSessions } from './sessions.server.ts';

const secret = 'a secret of these tests only';

afterEach(() => vi.restoreAllMocks());

const database = await openTestDatabase({ max: 10 });
const { db } = database;
const otherDb = openDatabase({ url: database.url, max: 2 });
const sessions = createSessions(db, readSecretKeys(secret));
const listener = await openListener({ url: database.url, log: pino({ level: 'silent' }) });
connectCache(listener, sessions.cache, db);
afterAll(async () => {
  await listener.close();
  await otherDb.close();
  await database.close();
});

const sessionIdOf = async (token: string) => (await sessions.authenticate(token))?.sessionId ?? '';

const ageTokens = (sessionId: string) =>
  db.execute(
    sql`update refresh_token set rotated_at = rotated_at - interval '11 seconds' where session_id = ${sessionId}`,
  );

describe('refreshing', () => {
  it('returns one successor to 100 at once, and it works', async () => {
    const { refreshToken } = await signIn(db, secret);
    const answers = await Promise.all(Array.from({ length: 100 }, () => sessions.refresh(db, refreshToken)));
    const successors = new Set(answers.map((answer) => answer?.refreshToken));
    expect(successors.size).toBe(1);
    const [successor] = successors;
    expect(successor).not.toBe(refreshToken);
    expect(Buffer.from(successor ?? '', 'base64url')).toHaveLength(32);
    expect(await sessions.refresh(db, successor ?? '')).not.toBeNull();
  });

  it('returns the same successor within 10 s even if it has been used', async () => {
    const { refreshToken } = await signIn(db, secret);
    const first = await sessions.refresh(db, refreshToken);
    const second = await sessions.refresh(db, first?.refreshToken ?? '');
    expect((await sessions.refresh(db, refreshToken))?.refreshToken).toBe(first?.refreshToken);
    expect((await sessions.refresh(db, first?.refreshToken ?? ''))?.refreshToken).toBe(second?.refreshToken);
  });

  it('ends the whole session when a token is used again later', async () => {
    const { token, refreshToken } = await signIn(db, secret);
    const next = await sessions.refresh(db, refreshToken);
    await ageTokens(await sessionIdOf(token));
    expect(await sessions.refresh(db, refreshToken)).toBeNull();
    expect(await sessions.authenticate(token)).toBeNull();
    expect(await sessions.authenticate(next?.token ?? '')).toBeNull();
    expect(await sessions.refresh(db, next?.refreshToken ?? '')).toBeNull();
  });

  it('refuses unknown tokens and expired sessions', async () => {
    expect(await sessions.refresh(db, randomBytes(32).toString('base64url'))).toBeNull();
    const { token, refreshToken } = await signIn(db, secret);
    await db.execute(sql`update session set expires_at = now() where id = ${await sessionIdOf(token)}`);
    expect(await sessions.refresh(db, refreshToken)).toBeNull();
  });

  it('stores no token in plain text', async () => {
    const { refreshToken } = await signIn(db, secret);
    const next = await sessions.refresh(db, refreshToken);
    const found = await db.execute<{ text: string }>(
      sql`select string_agg(t::text || encode(hash, 'base64'), '') as text from refresh_token t`,
    );
    for (const one of [refreshToken, next?.refreshToken ?? 'none']) {
      expect(found.rows[0]?.text).not.toContain(one);
      expect(found.rows[0]?.text).not.toContain(Buffer.from(one, 'base64url').toString('hex'));
    }
  });

  it('lasts 24 hours, or 500 if the session is remembered', async () => {
    const hoursOf = async (remember: boolean) => {
      const { token } = await signIn(db, secret, { remember });
      const id = await sessionIdOf(token);
      const found = await db.execute<{ hours: number }>(
        sql`select (extract(epoch from expires_at - created_at) / 3600)::float8 as hours from session where id = ${id}`,
      );
      return found.rows[0]?.hours;
    };
    expect(await hoursOf(false)).toBe(24);
    expect(await hoursOf(true)).toBe(500);
  });
});

describe('ending', () => {
  it('takes effect at once on this process and within a second on another', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const person = await signIn(db, secret);
    const again = await signInAgain(db, secret, person);
    const elsewhere = createSessions(otherDb, readSecretKeys(secret));
    expect(await sessions.authenticate(person.token)).not.toBeNull();
    expect(await elsewhere.authenticate(again.token)).not.toBeNull();
    await db.transaction((tx) => endSessions(tx, person.userId));
    expect(await sessions.authenticate(person.token)).toBeNull();
    expect(await sessions.authenticate(again.token)).toBeNull();
    // `elsewhere` receives no notification.
    clock.mockReturnValue(1_001_000);
    expect(await elsewhere.authenticate(again.token)).toBeNull();
  });

  it('revokes by either token, and accepts a repetition', async () => {
    const first = await signIn(db, secret);
    await sessions.revoke(db, { accessToken: 'nonsense', refreshToken: first.refreshToken });
    expect(await sessions.authenticate(first.token)).toBeNull();
    await sessions.revoke(db, { accessToken: first.token, refreshToken: first.refreshToken });
    const second = await signIn(db, secret);
    await sessions.revoke(db, { accessToken: second.token, refreshToken: 'nonsense' });
    expect(await sessions.refresh(db, second.refreshToken)).toBeNull();
  });
});

describe('access tokens', () => {
  const keyOf = (of: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', of, 'opora identity', 'access token', 32)));

  const forge = async (
    change: Partial<{ typ: string; kid: string; aud: string; iss: string; exp: string; of: string; alg: string }>,
  ) => {
    const { token } = await signIn(db, secret);
    const caller = await sessions.authenticate(token);
    const { typ = 'at+jwt', kid = readSecretKeys(secret).current.id, aud = 'opora api', iss = 'opora' } = change;
    return new SignJWT({ sid: caller?.sessionId, roles: ['user', 'admin'] })
      .setProtectedHeader({ alg: change.alg ?? 'HS256', typ, kid })
      .setSubject(caller?.userId ?? '')
      .setIssuer(iss)
      .setAudience(aud)
      .setIssuedAt()
      .setExpirationTime(change.exp ?? '15m')
      .sign(keyOf(change.of ?? secret));
  };

  it('are refused if any part of them is wrong', async () => {
    const forged = await Promise.all([
      forge({ typ: 'JWT' }),
      forge({ aud: 'another api' }),
      forge({ iss: 'somebody' }),
      forge({ exp: '-1s' }),
      forge({ kid: 'another-key' }),
      forge({ of: 'another secret' }),
      forge({ alg: 'HS512' }),
    ]);
    const { token } = await signIn(db, secret);
    const [, payload = ''] = token.split('.');
    const header = (text: object) => Buffer.from(JSON.stringify(text)).toString('base64url');
    forged.push(`${header({ alg: 'none', typ: 'at+jwt', kid: readSecretKeys(secret).current.id })}.${payload}.`);
    forged.push(`${token.slice(0, -4)}AAAA`, payload, '', 'a.b.c');
    for (const one of forged) expect(await sessions.authenticate(one), one).toBeNull();
  });

  it('take the roles of the session, contain only ids and roles, and last 15 minutes', async () => {
    const honest = await forge({});
    expect((await sessions.authenticate(honest))?.roles).toEqual(['user']);
    const { token, userId } = await signIn(db, secret, { role: 'admin' });
    const payload: { exp: number; iat: number } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'roles', 'sid', 'sub']);
    expect(payload.exp - payload.iat).toBe(900);
    expect(await sessions.authenticate(token)).toMatchObject({ userId, roles: ['user', 'admin'] });
  });

  it('stay valid after a change of the secret while the old one is listed', async () => {
    const { token, refreshToken } = await signIn(db, secret);
    const next = await sessions.refresh(db, refreshToken);
    const rotated = createSessions(db, readSecretKeys(`a brand new secret,${secret}`));
    expect(await rotated.authenticate(token)).not.toBeNull();
    expect((await rotated.refresh(db, refreshToken))?.refreshToken).toBe(next?.refreshToken);
    const fresh = await rotated.refresh(db, next?.refreshToken ?? '');
    expect(await rotated.authenticate(fresh?.token ?? '')).not.toBeNull();
    expect(await sessions.authenticate(fresh?.token ?? '')).toBeNull();
    expect(await createSessions(db, readSecretKeys('a brand new secret')).authenticate(token)).toBeNull();
  });

  it('cost far less than a query each when many arrive at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => signIn(db, secret)));
    let queries = 0;
    const counting: Database = Object.create(db, {
      run: {
        value(...given: Parameters<Database['run']>) {
          queries += 1;
          return db.run(...given);
        },
      },
    });
    const watched = createSessions(counting, readSecretKeys(secret));
    // No entry grows old on a slow machine.
    vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const callers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => watched.authenticate(people[index % 20]?.token ?? '')),
    );
    expect(callers.every((caller, index) => caller?.userId === people[index % 20]?.userId)).toBe(true);
    // A session is asked for once, and once more by whoever comes while that query is under way.
    expect(queries).toBeLessThanOrEqual(2 * people.length);
  });
});
