import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionTokens, type TokenPair } from '../session-tokens.ts';

const minute = 60_000;
/** The time of the first token, by the clock of the server. */
const made = 1_800_000_000_000;

let serverNow: number;
/** How far the clock of the browser is ahead. */
let ahead: number;
let sent: string[];

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function nextPair(): TokenPair {
  const iat = Math.floor(serverNow / 1_000);
  return {
    token: `${encoded({ alg: 'HS256' })}.${encoded({ sub: '1', iat, exp: iat + 900 })}.sign`,
    refreshToken: 'r',
  };
}

function openTab() {
  const stored = new Map<string, string>();
  let cookies = '';
  const tokens = createSessionTokens({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    readCookies: () => cookies,
    writeCookie: (cookie) => {
      cookies = cookie.split(';')[0] ?? '';
    },
    isHttps: true,
    now: () => serverNow + ahead,
    alone: (work) => work(),
    async send(url) {
      sent.push(url);
      return Response.json({ success: true, data: nextPair() });
    },
  });
  return { tokens, stored };
}

beforeEach(() => {
  serverNow = made;
  ahead = 0;
  sent = [];
});

describe('an access token', () => {
  it.each([
    ['right', 0],
    ['a day ahead', 24 * 60 * minute],
    ['a day behind', -24 * 60 * minute],
  ])('runs out after its 15 minutes, a little early, where the clock is %s', async (_, error) => {
    ahead = error;
    const { tokens } = openTab();
    tokens.store(nextPair(), false);
    for (const [minutes, isOver] of [
      [0, false],
      [14, false],
      [14.6, true],
      [16, true],
      [600, true],
    ] as const) {
      serverNow = made + minutes * minute;
      expect([minutes, tokens.hasRunOut()]).toEqual([minutes, isOver]);
    }
    expect(await tokens.refresh(tokens.access())).toBe(true);
    expect(tokens.hasRunOut()).toBe(false);
  });

  it('counts as expired if the clock was set back since, and is valid again after one refresh', async () => {
    ahead = 60 * minute;
    const { tokens } = openTab();
    tokens.store(nextPair(), false);
    serverNow += 20 * minute;
    ahead = 0;
    expect(tokens.hasRunOut()).toBe(true);
    await tokens.refresh(tokens.access());
    expect([tokens.hasRunOut(), sent.length]).toEqual([false, 1]);
  });

  it('without a stored skew is judged by the current clock', () => {
    const { tokens, stored } = openTab();
    tokens.store(nextPair(), false);
    stored.delete('clockSkew');
    expect(tokens.hasRunOut()).toBe(false);
    serverNow += 20 * minute;
    expect(tokens.hasRunOut()).toBe(true);
  });

  it('never counts as expired if it cannot be renewed or has no expiry', async () => {
    const { tokens, stored } = openTab();
    expect(tokens.hasRunOut()).toBe(false);
    tokens.store(nextPair(), false);
    for (const token of ['', 'expired', 'a.b.c', `a.${encoded({ iat: 1 })}.c`, `a.${encoded([])}.c`, 'a.bnVsbA.c']) {
      stored.set('token', token);
      expect([token, tokens.hasRunOut()]).toEqual([token, false]);
    }
    tokens.store({ ...nextPair(), refreshToken: '' }, false);
    serverNow += 20 * minute;
    expect(tokens.hasRunOut()).toBe(false);
  });
});
