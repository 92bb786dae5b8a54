import { useSyncExternalStore } from 'react';
import { createCallClient } from '#base/calls/call-client.ts';
import { isRefused } from '#base/calls/errors.ts';
import { accessTokenKey } from './has-session.ts';
import type { identityCalls } from './identity.calls.ts';
import type { Role } from './roles.ts';
import { type BrowserTokens, sessionTokens, type TokenPair } from './session-tokens.ts';

/** The user who is logged in in this browser. */
export interface SessionUser {
  readonly id: string;
  /** Normalised: digits only. */
  readonly phone: string;
  readonly userName: string;
  /** Given name and surname, also if they are hidden. */
  readonly name?: string | undefined;
  readonly roles: readonly Role[];
}

/** `unknown`: not loaded yet, as rendered on the server. Show neither personal content nor content for guests only. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'guest' }
  | { readonly status: 'user'; readonly user: SessionUser };

/** What the session needs from the browser. */
export interface SessionDependencies {
  readonly tokens: BrowserTokens;
  /** Loads the logged-in user from the server. */
  getUser(): Promise<SessionUser>;
  /** Ends notices in this browser: whoever uses it next must not read them. The push service reports it to the server. */
  endNotices?(): Promise<void>;
  /** Calls the listener when another tab has changed the token. */
  onOtherTab(changed: () => void): void;
}

/** The logged-in user, the same in every tab. */
export interface Session {
  state(): SessionState;
  subscribe(changed: () => void): () => void;
  /**
   * Loads the user, once for any number of callers; `force` loads again. A 4xx answer resets the session. Throws `CallFailure` if there is
   * none, or a 5xx.
   */
  load(force?: boolean): Promise<SessionState>;
  /** Stores the tokens of a login, and whether it is remembered, and loads the user. */
  enter(pair: TokenPair, isRemembered: boolean): Promise<SessionState>;
  /** Deletes the session in every tab and ends it on the server. */
  leave(): Promise<void>;
}

const unknown: SessionState = { status: 'unknown' };
const guest: SessionState = { status: 'guest' };

class BrowserSession implements Session {
  readonly #dependencies: SessionDependencies;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = unknown;
  #loading: Promise<SessionState> | null = null;
  /** Increases whenever the tokens change; an answer for earlier ones is ignored. */
  #turn = 0;

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies;
    dependencies.tokens.onChange(() => this.#tokensChanged());
    dependencies.onOtherTab(() => this.#tokensChanged());
  }

  state = (): SessionState => this.#state;

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    if (this.#state === unknown) this.load().catch(() => undefined);
    return () => this.#listeners.delete(changed);
  };

  load(force = false): Promise<SessionState> {
    if (!this.#hasTokens()) return Promise.resolve(this.#become(guest));
    if (this.#state.status === 'user' && !force) return Promise.resolve(this.#state);
    this.#loading ??= this.#ask().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async enter(pair: TokenPair, isRemembered: boolean): Promise<SessionState> {
    this.#dependencies.tokens.store(pair, isRemembered);
    return this.load();
  }

  async leave(): Promise<void> {
    await this.#dependencies.endNotices?.().catch(() => undefined);
    await this.#dependencies.tokens.reset();
  }

  #hasTokens(): boolean {
    const { tokens } = this.#dependencies;
    return tokens.access() !== null || tokens.hasRefresh();
  }

  async #ask(): Promise<SessionState> {
    const turn = this.#turn;
    try {
      const user = await this.#dependencies.getUser();
      return turn === this.#turn ? this.#become({ status: 'user', user }) : await this.#ask();
    } catch (error) {
      if (turn !== this.#turn && this.#hasTokens()) return this.#ask();
      if (!this.#hasTokens()) return this.#become(guest);
      if (!isRefused(error)) throw error;
      await this.#dependencies.tokens.reset();
      return this.#become(guest);
    }
  }

  #tokensChanged(): void {
    this.#turn += 1;
    if (!this.#hasTokens()) this.#become(guest);
    else if (this.#state.status === 'user' || this.#listeners.size > 0) this.load(true).catch(() => undefined);
    else this.#become(unknown);
  }

  #become(state: SessionState): SessionState {
    if (this.#state === state) return state;
    this.#state = state;
    for (const changed of this.#listeners) changed();
    return state;
  }
}

/** Creates the session of a browser. */
export function createSession(dependencies: SessionDependencies): Session {
  return new BrowserSession(dependencies);
}

const call = createCallClient<(typeof identityCalls)['getUser']>(sessionTokens);

/** The session of this browser. */
export const session: Session = createSession({
  tokens: sessionTokens,
  getUser: () => call('POST Identity/GetUser', {}),
  async endNotices() {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  },
  onOtherTab(changed) {
    if (typeof window === 'undefined') return;
    window.addEventListener('storage', ({ key }) => {
      if (key === accessTokenKey || key === null) changed();
    });
  },
});

const onServer = () => unknown;

/** The session for components; updates on login, logout and changes in other tabs. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, onServer);
}

/** Whether the user may enter the admin area (docs/rules.md#roles). */
export function isStaffSession(state: SessionState): boolean {
  return state.status === 'user' && state.user.roles.some((role) => role === 'moderator' || role === 'admin');
}
