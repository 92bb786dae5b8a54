import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallClient } from '#base/calls/call-client.ts';
import type { identityCalls } from '../identity.calls.ts';
import { createSession, isStaffSession } from '../session.ts';
import { type BrowserTokens, createSessionTokens, type TokenPlaces } from '../session-tokens.ts';

/** A browser with one local storage, one cookie jar and one lock for all its tabs, and a server that rotates tokens. */
class FakeBrowser {
  readonly stored = new Map<string, string>();
  readonly written: string[] = [];
  now = 0;
  readonly sent: { url: string; body: unknown }[] = [];
  answer: 'works' | 'breaks' | 'cut short' | number = 'works';
  #cookie = '';
  #changes = 0;
  #lock: Promise<unknown> = Promise.resolve();
  #generation = 1;

  get pair() {
    return { token: `access ${this.#generation}`, refreshToken: `refresh+${this.#generation}` };
  }

  /** `lateReads`: how many times this tab still reads the old value after the storage has changed. */
  tab(isHttps = false, lateReads = 0): BrowserTokens {
    let seen = { value: this.stored.get('token') ?? null, changes: this.#changes, oldReads: 0 };
    const read = (key: string) => {
      if (seen.changes !== this.#changes && seen.oldReads < lateReads) {
        seen.oldReads += 1;
        return seen.value;
      }
      seen = { value: this.stored.get(key) ?? null, changes: this.#changes, oldReads: 0 };
      return seen.value;
    };
    const places: TokenPlaces = {
      storage: {
        getItem: read,
        setItem: (key, value) => {
          this.stored.set(key, value);
          this.#changes += 1;
        },
        removeItem: (key) => void this.stored.delete(key),
      },
      readCookies: () => `other=1${this.#cookie === '' ? '' : `; ${this.#cookie}`}`,
      writeCookie: (cookie) => {
        this.written.push(cookie);
        this.#cookie = cookie.includes('Max-Age=0') ? '' : (cookie.split(';')[0] ?? '');
      },
      isHttps,
      now: () => this.now,
      alone: (work) => {
        const result = this.#lock.then(work);
        this.#lock = result.catch(() => undefined);
        return result;
      },
      send: (url, init) => this.#send(url, init),
    };
    return createSessionTokens(places);
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    this.sent.push({ url, body: JSON.parse(String(init.body)) });
    await nextTurn();
    if (this.answer === 'breaks') throw new TypeError('no network');
    if (url.endsWith('RevokeToken')) return Response.json({ success: true, data: {} });
    if (this.answer === 'cut short') return new Response('{"success":true,"data":{"tok');
    if (typeof this.answer === 'number') return Response.json({ success: false, data: null }, { status: this.answer });
    this.#generation += 1;
    return Response.json({ success: true, data: this.pair });
  }
}

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

const refreshes = () => browser.sent.filter(({ url }) => url.endsWith('RefreshToken'));

describe('the tokens of a browser', () => {
  it('are stored in local storage and a cookie (docs/rules.md#sessions)', () => {
    browser.tab().store(browser.pair, false);
    browser.tab(true).store(browser.pair, false);
    expect(browser.stored.get('token')).toBe('access 1');
    expect(browser.written).toEqual([
      'refreshToken=refresh%2B1; Path=/; Max-Age=1800000; SameSite=Strict',
      'refreshToken=refresh%2B1; Path=/; Max-Age=1800000; SameSite=Strict; Secure',
    ]);
  });

  it('are refreshed once for any number of 401s in any number of tabs', async () => {
    const tabs = [browser.tab(), browser.tab(), browser.tab()];
    tabs[0]?.store(browser.pair, false);
    const asked = tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.refresh('access 1')));
    expect((await Promise.all(asked)).every((isRenewed) => isRenewed)).toBe(true);
    expect(refreshes()).toEqual([
      { url: '/api/Identity/RefreshToken', body: { accessToken: 'access 1', refreshToken: 'refresh+1' } },
    ]);
    expect(tabs.map((tab) => tab.access())).toEqual(['access 2', 'access 2', 'access 2']);
    expect(await tabs[1]?.refresh('access 1')).toBe(true);
    expect(refreshes()).toHaveLength(1);
  });

  it('are refreshed once even if the storage of another tab is seen late', async () => {
    const first = browser.tab();
    first.store(browser.pair, false);
    const late = browser.tab(false, 3);
    expect(await Promise.all([first.refresh('access 1'), late.refresh('access 1')])).toEqual([true, true]);
    expect(refreshes()).toHaveLength(1);
    expect(late.access()).toBe('access 2');
  });

  it('include whether the session is remembered, until it ends', async () => {
    const tab = browser.tab();
    tab.store(browser.pair, true);
    await tab.refresh('access 1');
    expect([tab.isRemembered(), browser.tab().isRemembered()]).toEqual([true, true]);
    tab.store(browser.pair, false);
    expect(tab.isRemembered()).toBe(false);
    tab.store(browser.pair, true);
    await tab.reset();
    expect([tab.isRemembered(), [...browser.stored]]).toEqual([false, []]);
  });

  it('are refreshed again when the new ones have expired, too', async () => {
    const tab = browser.tab();
    tab.store(browser.pair, false);
    await tab.refresh('access 1');
    expect(await tab.refresh('access 2')).toBe(true);
    expect(tab.access()).toBe('access 3');
  });

  it.each([400, 401, 403, 404, 429])(
    'are deleted when a refresh is answered %i, but not in trouble',
    async (status) => {
      const tab = browser.tab();
      const changed = vi.fn();
      tab.store(browser.pair, false);
      tab.onChange(changed);
      for (const trouble of ['breaks', 'cut short', 500, 503] as const) {
        browser.answer = trouble;
        expect(await tab.refresh('access 1')).toBe(false);
        expect([tab.access(), tab.hasRefresh(), changed.mock.calls.length]).toEqual(['access 1', true, 0]);
      }
      browser.answer = status;
      expect(await tab.refresh('access 1')).toBe(false);
      expect([tab.access(), tab.hasRefresh(), changed.mock.calls.length]).toEqual([null, false, 1]);
      expect(await tab.refresh('access 1')).toBe(false);
      expect(refreshes()).toHaveLength(5);
    },
  );

  it('are revoked on the server at logout, and deleted even without a network', async () => {
    const tab = browser.tab();
    tab.store(browser.pair, false);
    browser.answer = 'breaks';
    await tab.reset();
    expect([tab.access(), tab.hasRefresh()]).toEqual([null, false]);
    expect(browser.sent).toEqual([
      { url: '/api/Identity/RevokeToken', body: { accessToken: 'access 1', refreshToken: 'refresh+1' } },
    ]);
  });
});

describe('the logged-in user', () => {
  const admin = { id: '1', phone: '998900000001', userName: 'admin', roles: ['user', 'admin'] } as const;
  const unauthorized = () =>
    Response.json({ success: false, data: null, error: { code: 'Unauthorized', message: '' } }, { status: 401 });

  function openTab(answers: () => Response) {
    const tokens = browser.tab();
    const others: (() => void)[] = [];
    const call = createCallClient<(typeof identityCalls)['getUser']>(tokens, async () => answers());
    const session = createSession({
      tokens,
      getUser: () => call('POST Identity/GetUser', {}),
      onOtherTab: (changed) => void others.push(changed),
    });
    return { session, tokens, otherTab: () => others.forEach((changed) => void changed()) };
  }

  it('is a guest without tokens, without a request', async () => {
    const answers = vi.fn(unauthorized);
    const { session } = openTab(answers);
    expect(session.state()).toEqual({ status: 'unknown' });
    expect(await session.load()).toEqual({ status: 'guest' });
    expect(answers).not.toHaveBeenCalled();
  });

  it('is loaded once after a login and reset by the logout', async () => {
    const answers = vi.fn(() => Response.json({ success: true, data: admin }));
    const { session } = openTab(answers);
    const seen: string[] = [];
    session.subscribe(() => seen.push(session.state().status));
    await session.enter(browser.pair, false);
    await Promise.all([session.load(), session.load()]);
    expect(answers).toHaveBeenCalledTimes(1);
    expect(isStaffSession(session.state())).toBe(true);
    await session.leave();
    expect(seen).toEqual(['guest', 'user', 'guest']);
    expect(isStaffSession(session.state())).toBe(false);
  });

  it('follows changes in another tab', async () => {
    const { session, otherTab } = openTab(() => Response.json({ success: true, data: admin }));
    session.subscribe(() => undefined);
    await session.enter(browser.pair, false);
    browser.stored.delete('token');
    browser.tab().store({ token: '', refreshToken: '' }, false);
    browser.stored.delete('token');
    otherTab();
    expect(session.state()).toEqual({ status: 'guest' });
    browser.tab().store(browser.pair, false);
    otherTab();
    expect(await session.load()).toEqual({ status: 'user', user: admin });
  });

  it('is a guest when the tokens are refused for good', async () => {
    const { session, tokens } = openTab(unauthorized);
    browser.answer = 401;
    tokens.store(browser.pair, false);
    expect(await session.load()).toEqual({ status: 'guest' });
    expect([tokens.access(), tokens.hasRefresh()]).toEqual([null, false]);
  });

  it('stays unknown while the server is unreachable', async () => {
    const { session, tokens } = openTab(() => new Response('', { status: 503 }));
    tokens.store(browser.pair, false);
    await expect(session.load()).rejects.toMatchObject({ status: 503 });
    expect([session.state().status, tokens.access()]).toEqual(['unknown', 'access 1']);
  });

  it.each([400, 403, 404, 429])('is a guest when loading is answered %i', async (status) => {
    const { session, tokens } = openTab(() => new Response('', { status }));
    tokens.store(browser.pair, false);
    expect(await session.load()).toEqual({ status: 'guest' });
    expect([tokens.access(), tokens.hasRefresh()]).toEqual([null, false]);
  });

  it.each(['breaks', 500, 503] as const)(
    'keeps the session when the refresh after a 401 ends in %s',
    async (trouble) => {
      const { session, tokens } = openTab(unauthorized);
      browser.answer = trouble;
      tokens.store(browser.pair, false);
      await expect(session.load()).rejects.toMatchObject({ status: 503 });
      expect([session.state().status, tokens.access(), tokens.hasRefresh()]).toEqual(['unknown', 'access 1', true]);
    },
  );
});
