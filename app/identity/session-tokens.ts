import type { SessionTokens } from '#base/calls/call-client.ts';
import { type BrowserStorage, browserStorage } from '#base/text/browser-storage.ts';
import { clockSkewKey } from '#base/text/server-clock.ts';
import { accessTokenKey, refreshCookie } from './has-session.ts';
import { clockSkew, isRunOut } from './session/token-age.ts';

/** Both tokens of a session, as the calls of Identity and Sms return them. */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** The storage of a browser and the lock between its tabs. */
export interface TokenPlaces {
  /** Local storage. */
  readonly storage: Omit<BrowserStorage, 'keys'>;
  /** `document.cookie`. */
  readCookies(): string;
  writeCookie(cookie: string): void;
  readonly isHttps: boolean;
  /** Milliseconds since 1970 by the clock of this browser, correct or not. */
  now(): number;
  /** Runs work while no other tab does. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  send(url: string, init: RequestInit): Promise<Response>;
}

/** The tokens of this browser, with what login, logout and the session list need. */
export interface BrowserTokens extends SessionTokens {
  /** Stores the tokens of a login and whether it is remembered. */
  store(pair: TokenPair, isRemembered: boolean): void;
  /** Whether this session is remembered, as far as this browser knows. */
  isRemembered(): boolean;
  /** Deletes both tokens in all tabs and revokes them on the server if it is reachable. */
  reset(): Promise<void>;
  /** Calls the listener when this tab stores or loses the session. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

const cookieSeconds = 500 * 3600;

/** Key in local storage: set if the session is remembered. */
const rememberedKey = 'rememberMe';

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1)) || null;
  }
  return null;
}

function readPair(body: unknown): TokenPair | null {
  if (typeof body !== 'object' || body === null || !('success' in body) || body.success !== true) return null;
  if (!('data' in body) || typeof body.data !== 'object' || body.data === null) return null;
  const { data } = body;
  if (!('token' in data) || !('refreshToken' in data)) return null;
  const { token, refreshToken } = data;
  return typeof token === 'string' && typeof refreshToken === 'string' ? { token, refreshToken } : null;
}

class StoredTokens implements BrowserTokens {
  readonly #places: TokenPlaces;
  readonly #listeners = new Set<() => void>();
  #underWay: Promise<boolean> | null = null;

  constructor(places: TokenPlaces) {
    this.#places = places;
  }

  access(): string | null {
    return this.#places.storage.getItem(accessTokenKey);
  }

  hasRefresh(): boolean {
    return this.#refreshToken() !== null;
  }

  hasRunOut(): boolean {
    const token = this.access();
    if (token === null || !this.hasRefresh()) return false;
    return isRunOut(token, this.#places.now(), Number(this.#places.storage.getItem(clockSkewKey)));
  }

  isRemembered(): boolean {
    return this.#places.storage.getItem(rememberedKey) !== null;
  }

  refresh(refused: string | null): Promise<boolean> {
    const current = this.access();
    if (current !== null && current !== refused) return Promise.resolve(true);
    this.#underWay ??= this.#refreshAlone(refused).finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  store(pair: TokenPair, isRemembered: boolean): void {
    if (isRemembered) this.#places.storage.setItem(rememberedKey, '1');
    else this.#places.storage.removeItem(rememberedKey);
    this.#write(pair);
    this.#notify();
  }

  async reset(): Promise<void> {
    const tokens = { accessToken: this.access() ?? '', refreshToken: this.#refreshToken() ?? '' };
    this.#forget();
    if (tokens.accessToken === '' && tokens.refreshToken === '') return;
    await this.#post('RevokeToken', tokens).catch(() => null);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #refreshToken(): string | null {
    return readCookie(this.#places.readCookies(), refreshCookie);
  }

  #refreshAlone(refused: string | null): Promise<boolean> {
    const known = this.#refreshToken();
    return this.#places.alone(async () => {
      const refreshToken = this.#refreshToken();
      // Another tab has refreshed meanwhile. Its cookie is visible at once, its local storage a little later.
      for (let tries = 0; refreshToken !== known && this.access() === refused && tries < 25; tries += 1) await pause();
      const current = this.access();
      if (current !== null && current !== refused) return true;
      if (refreshToken === null) return false;
      const response = await this.#post('RefreshToken', { accessToken: current ?? '', refreshToken }).catch(() => null);
      // A network failure or a server in trouble does not mean that the session has ended.
      if (response === null || response.status >= 500) return false;
      const pair = readPair(await response.json().catch(() => null));
      if (pair === null) {
        // An answer that was cut short or replaced on its way says nothing of the session.
        if (response.status >= 400) await this.reset();
        return false;
      }
      this.#write(pair);
      return true;
    });
  }

  #write({ token, refreshToken }: TokenPair): void {
    this.#writeCookie(encodeURIComponent(refreshToken), cookieSeconds);
    const skew = clockSkew(token, this.#places.now());
    if (skew !== null) this.#places.storage.setItem(clockSkewKey, String(skew));
    this.#places.storage.setItem(accessTokenKey, token);
  }

  #forget(): void {
    this.#writeCookie('', 0);
    for (const key of [accessTokenKey, clockSkewKey, rememberedKey]) this.#places.storage.removeItem(key);
    this.#notify();
  }

  #writeCookie(value: string, seconds: number): void {
    const secure = this.#places.isHttps ? '; Secure' : '';
    this.#places.writeCookie(`${refreshCookie}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #post(name: string, body: object): Promise<Response> {
    return this.#places.send(`/api/Identity/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    });
  }
}

/**
 * Stores the session (docs/rules.md#sessions): the access token in local storage, the refresh token in a cookie of 500 hours on path `/`,
 * with SameSite=Strict and, on https, Secure. Any number of simultaneous 401s in any number of tabs cause one refresh.
 */
export function createSessionTokens(places: TokenPlaces): BrowserTokens {
  return new StoredTokens(places);
}

/**
 * The session of this browser; on the server, where there is neither storage nor a document, the visitor is a guest. The asynchronous Cookie
 * Store is missing on plain http, so the document's cookies are used everywhere.
 */
export const sessionTokens: BrowserTokens = createSessionTokens({
  storage: browserStorage.local,
  readCookies: () => globalThis.document?.cookie ?? '',
  writeCookie: (cookie) => void Object.assign(document, { cookie }),
  isHttps: globalThis.window?.location.protocol === 'https:',
  now: () => Date.now(),
  // Web Locks exist only on https and localhost. Without them each tab refreshes for itself, which the 10 seconds of grace on the server
  // make harmless.
  alone: (work) => navigator.locks?.request('session refresh', work) ?? work(),
  send: (url, init) => fetch(url, init),
});
