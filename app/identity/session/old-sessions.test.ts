import { decodeJwt, SignJWT } from 'jose';
import type { DataStrategyResult } from 'react-router';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import type { Role } from '../roles.ts';
import { readSecretKeys } from '../secret-keys.server.ts';
import { endSession } from './sessions.server.ts';

const origin = 'https://opora.test';

const app = await startApp();
afterAll(() => app.close());

/** The storage of the window, and the calls that it has sent to the real app. */
let stored: Map<string, string>;
let cookies: Map<string, string>;
let sent: string[];
let isOffline: boolean;

function standIn() {
  const page = {
    get cookie() {
      return [...cookies].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const ask = globalThis.fetch;
  vi.stubGlobal('window', {
    document: page,
    localStorage,
    location: new URL(origin),
    addEventListener: () => undefined,
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // The app runs in this process, too, and calls the payment gateway.
    if (!url.startsWith('/')) return ask(url, init);
    sent.push(url.replace(/^\/api\/|\?.*$/g, ''));
    if (isOffline && url.includes('RefreshToken')) throw new TypeError('no network');
    return ask(`${app.url}${url}`, init);
  });
}

beforeEach(() => {
  [stored, cookies, sent, isOffline] = [new Map(), new Map(), [], false];
  standIn();
  // Every window has its own tokens and its own session.
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

/** A window with a login `minutes` ago. */
async function openWindow(person: SignedIn, minutes = 0) {
  const at = Math.floor(Date.now() / 1_000) - minutes * 60;
  const { current } = readSecretKeys(testSecrets.jwt);
  const token = await new SignJWT({ sid: sessionOf(person), roles: decodeJwt(person.token).roles })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: current.id })
    .setSubject(person.userId)
    .setIssuer('opora')
    .setAudience('opora api')
    .setIssuedAt(at)
    .setExpirationTime(at + 900)
    .sign(current.accessToken);
  stored.set('token', token);
  cookies.set('refreshToken', encodeURIComponent(person.refreshToken));
  const { call } = await import('#app/call.ts');
  const { entryGuard } = await import('../entry.ts');
  return { call, entryGuard };
}

const sessionOf = ({ token }: SignedIn) => String(decodeJwt(token).sid);

const endElsewhere = (person: SignedIn) => app.db.transaction((tx) => endSession(tx, sessionOf(person), person.userId));

const newcomer = (role: Role = 'user') => signIn(app.db, testSecrets.jwt, { role });

describe('a donation of a user whose access token has expired', () => {
  const give = async (person: SignedIn) => {
    const { projectId } = await newcomer();
    const { call } = await openWindow(person, 20);
    const donations = [1, 2, 3].map((n) =>
      call(
        'POST ProjectPay/Create',
        { body: { projectId, amount: 10_000 * n } },
        { idempotencyKey: `donation-${projectId}-${n}` },
      ),
    );
    const ids = (await Promise.all(donations)).map(({ payId }) => payId);
    const { rows } = await app.db.pool.query('select distinct donor_id as id from donation where id = any($1)', [ids]);
    return rows.map(({ id }) => id);
  };

  it('belongs to that user, after one refresh for all calls', async () => {
    const person = await newcomer();
    expect(await give(person)).toEqual([person.userId]);
    expect(sent.filter((name) => name === 'Identity/RefreshToken')).toHaveLength(1);
    expect(sent[0]).toBe('Identity/RefreshToken');
  });

  it('is a guest’s if the session has ended, and the session is reset', async () => {
    const person = await newcomer();
    await endElsewhere(person);
    expect(await give(person)).toEqual([null]);
    expect([stored.has('token'), cookies.has('refreshToken')]).toEqual([false, false]);
  });

  it('is created even if the refresh has no network', async () => {
    const person = await newcomer();
    isOffline = true;
    expect(await give(person)).toEqual([null]);
    expect([stored.has('token'), cookies.has('refreshToken')]).toEqual([true, true]);
  });
});

describe('a session that has ended elsewhere', () => {
  /** Opens a view whose loader needs a session, after `meanwhile`. Returns where the guard redirects, or null if the view is shown. */
  async function visit(
    { call, entryGuard }: Awaited<ReturnType<typeof openWindow>>,
    path: string,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ) {
    const view = async (): Promise<Record<string, DataStrategyResult>> => {
      await meanwhile();
      try {
        return { view: { type: 'data', result: await call('GET Order/Orders', { query: {} }) } };
      } catch (result) {
        return { view: { type: 'error', result } };
      }
    };
    try {
      await entryGuard({ url: new URL(path, origin), request: new Request(origin) }, view);
      return null;
    } catch (thrown) {
      return thrown instanceof Response ? thrown.headers.get('location') : thrown;
    }
  }

  it.each([
    ['/orders?page=2', '/auth?next=%2Forders%3Fpage%3D2'],
    ['/order/0198c0de-0000-7000-8000-000000000000', '/auth?next=%2Forder%2F0198c0de-0000-7000-8000-000000000000'],
    ['/basket', '/basket'],
  ])('is noticed at %s, which leads to %s and not to our own fault', async (path, to) => {
    const person = await newcomer();
    const window = await openWindow(person);
    expect(await visit(window, path)).toBe(null);
    await endElsewhere(person);
    expect(await visit(window, path)).toBe(to);
    expect([stored.has('token'), cookies.has('refreshToken')]).toEqual([false, false]);
    // A guest stays here: a redirect to `/basket` would repeat without end.
    if (path === to) expect(await visit(window, path)).toBe(null);
  });

  it.each([
    ['user', '/profile', '/'],
    ['moderator', '/admin/orders', '/admin'],
  ] as const)('between the guard’s question and the view leads a %s from %s to %s', async (role, path, to) => {
    const person = await newcomer(role);
    const window = await openWindow(person);
    expect(await visit(window, path)).toBe(null);
    expect(await visit(window, path, () => endElsewhere(person))).toBe(to);
    expect([stored.has('token'), cookies.has('refreshToken')]).toEqual([false, false]);
  });

  it('is not assumed if only the network is gone: there is no redirect', async () => {
    const person = await newcomer();
    const window = await openWindow(person);
    expect(await visit(window, '/orders')).toBe(null);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await visit(window, '/orders')).toBe(null);
    expect(stored.has('token')).toBe(true);
  });

  it('is noticed on a path in other letters, too', async () => {
    const window = await openWindow(await newcomer());
    for (const [path, to] of [
      ['/Orders?page=2', '/orders?page=2'],
      ['/%4Frders', '/orders'],
      ['/ADMIN/orders', '/admin/orders'],
    ])
      expect(await visit(window, path ?? '')).toBe(to);
  });
});

describe('a guest', () => {
  it.each([
    ['/orders/', '/orders'],
    ['/Profile', '/profile'],
    ['/profile', '/auth?next=%2Fprofile'],
    ['/admin/orders', '/admin'],
  ])('on the way to %s is led to %s', async (path, to) => {
    const { entryGuard } = await import('../entry.ts');
    const navigation = { url: new URL(path, origin), request: new Request(origin) };
    const led = await entryGuard(navigation, async () => ({})).catch((thrown: unknown) => thrown);
    expect(led instanceof Response && led.headers.get('location')).toBe(to);
  });
});
