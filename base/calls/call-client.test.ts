import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { get, post } from './call.ts';
import { createCallClient, type SessionTokens, serialiseQuery } from './call-client.ts';

const list = get('User/List', {
  summary: 'test',
  access: 'guest',
  query: z.object({ Search: z.string().optional(), Take: z.int().optional() }),
  answer: z.object({ ok: z.boolean() }),
  errors: [],
});
const refresh = post('Identity/RefreshToken', {
  summary: 'test',
  access: 'guest',
  body: z.strictObject({ accessToken: z.string(), refreshToken: z.string() }),
  answer: z.object({}),
  errors: [],
});

const payments = get('ProjectPay/List', {
  summary: 'test',
  access: 'guest',
  query: z.object({}),
  answer: z.object({ ok: z.boolean() }),
  errors: [],
});

type TestCall = typeof list | typeof refresh | typeof payments;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const good = () => json(200, { success: true, data: { ok: true } });
const refused = () => json(401, { success: false, data: null, error: { code: 'Unauthorized', message: 'Войдите' } });

function setUp(
  answers: (() => Response)[],
  options: { refreshes: boolean | 'refuses'; isRunOut?: boolean; hasRefresh?: boolean },
) {
  const seen: { url: string; token: string | null }[] = [];
  let token: string | null = 'old';
  let resets = 0;
  let refreshes = 0;
  const tokens: SessionTokens = {
    access: () => token,
    hasRefresh: () => token !== null && (options.hasRefresh ?? true),
    hasRunOut: () => options.isRunOut === true && token === 'old',
    refresh: async () => {
      refreshes += 1;
      if (options.refreshes === 'refuses') await tokens.reset();
      else if (options.refreshes) token = 'new';
      return options.refreshes === true;
    },
    reset: async () => {
      resets += 1;
      token = null;
    },
  };
  const call = createCallClient<TestCall>(tokens, async (url, init) => {
    seen.push({ url: String(url), token: new Headers(init?.headers).get('authorization') });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('offline');
    return answer();
  });
  return { call, seen, refreshes: () => refreshes, resets: () => resets };
}

test('query values are encoded, null and undefined are left out', () => {
  expect(serialiseQuery({ a: 'x y&z', b: null, c: undefined, d: 0, e: false })).toBe('a=x%20y%26z&d=0&e=false');
});

test('a 401 makes one refresh and one repeated request with the new token', async () => {
  const { call, seen, refreshes } = setUp([refused, good], { refreshes: true });
  expect(await call('GET User/List', { query: { Take: 10 } })).toEqual({ ok: true });
  expect(refreshes()).toBe(1);
  expect(seen).toEqual([
    { url: '/api/User/List?Take=10', token: 'Bearer old' },
    { url: '/api/User/List?Take=10', token: 'Bearer new' },
  ]);
});

test('a token that has run out is renewed before anything is sent', async () => {
  const { call, seen, refreshes } = setUp([good, good], { refreshes: true, isRunOut: true });
  await call('GET User/List', {});
  await call('GET User/List', {});
  expect(refreshes()).toBe(1);
  expect(seen.map(({ token }) => token)).toEqual(['Bearer new', 'Bearer new']);
});

test('a call goes on where its token could not be renewed', async () => {
  const { call, seen } = setUp([good], { refreshes: false, isRunOut: true });
  expect(await call('GET User/List', {})).toEqual({ ok: true });
  expect(seen.map(({ token }) => token)).toEqual(['Bearer old']);
});

test('a second 401 is passed on without another refresh', async () => {
  const { call, refreshes } = setUp([refused, refused], { refreshes: true });
  await expect(call('GET User/List', {})).rejects.toMatchObject({ code: 'Unauthorized', status: 401 });
  expect(refreshes()).toBe(1);
});

test.each([
  ['refused', 'refuses', 'Unauthorized'],
  ['not answered', false, 'ServiceUnavailable'],
] as const)('a refresh that is %s passes that on', async (_, refreshes, code) => {
  const { call, seen, resets } = setUp([refused], { refreshes });
  await expect(call('GET User/List', {})).rejects.toMatchObject({ code });
  expect([seen.length, resets()]).toEqual([1, refreshes === false ? 0 : 1]);
});

test('refresh calls never refresh', async () => {
  const { call, refreshes } = setUp([refused], { refreshes: true, isRunOut: true });
  const body = { accessToken: 'a', refreshToken: 'b' };
  await expect(call('POST Identity/RefreshToken', { body })).rejects.toMatchObject({ status: 401 });
  expect(refreshes()).toBe(0);
});

test('a failure has its code, fields, details and retry delay', async () => {
  const error = { code: 'PriceChanged', message: 'Цена изменилась', fields: { total: 'x' }, details: { total: 5 } };
  const { call } = setUp([() => json(409, { success: false, data: null, error }, { 'retry-after': '7' })], {
    refreshes: false,
  });
  await expect(call('GET User/List', {})).rejects.toMatchObject({ ...error, status: 409, retryAfter: 7 });
});

test('a request waits until an earlier attempt under its key is over, for as long as a claim may last', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const error = { code: 'RequestInProgress', message: 'Подождите' };
  const busy = () => json(409, { success: false, data: null, error }, { 'retry-after': '1' });
  const answered = setUp([busy, busy, busy, good], { refreshes: false });
  const asked = answered.call('GET User/List', {}, { idempotencyKey: 'key of one' });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(answered.seen).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(200);
  expect(await asked).toEqual({ ok: true });
  const stuck = setUp(
    Array.from({ length: 60 }, () => busy),
    { refreshes: false },
  );
  const refused = expect(stuck.call('GET User/List', {})).rejects.toMatchObject(error);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(stuck.seen.length).toBeGreaterThan(16);
});

test('no network and an answer that is not ours become failures that can be shown', async () => {
  const offline = setUp([], { refreshes: false });
  await expect(offline.call('GET User/List', {})).rejects.toMatchObject({ code: 'NetworkFailure' });
  const broken = setUp([() => new Response('<html>', { status: 502 })], { refreshes: false });
  await expect(broken.call('GET User/List', {})).rejects.toMatchObject({ code: 'InternalError', status: 502 });
});

test.each([
  ['ProjectPay/List', { refreshes: true }, 1],
  ['ProjectPay/List', { refreshes: false, hasRefresh: false }, 1],
  ['User/List', { refreshes: true }, 0],
] as const)('a 401 of %s that stays after %j resets the session %d times', async (path, options, times) => {
  const { call, resets } = setUp([refused, refused], options);
  await expect(call(`GET ${path}`, {})).rejects.toMatchObject({ status: 401 });
  expect(resets()).toBe(times);
});
