import { useSyncExternalStore } from 'react';
import { createCallClient } from '#base/call-client.ts';
import { failures } from '#base/errors.ts';
import { accessTokenKey } from './has-session.ts';
import type { identityCalls } from './identity.calls.ts';
import type { Role } from './roles.ts';
import { type BrowserTokens, sessionTokens, type TokenPair } from './session-tokens.ts';

/** Who is logged in in this browser. */
export interface SessionUser {
  readonly id: string;
  /** Normalised: digits only. */
  readonly phone: string;
  readonly userName: string;
  readonly roles: readonly Role[];
}

/** `unknown`: not asked yet, which is also what the server renders; show nothing personal then, and nothing for guests only. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'guest' }
  | { readonly status: 'user'; readonly user: SessionUser };

/** What the keeper needs to know of the browser. */
export interface SessionDependencies {
  readonly tokens: BrowserTokens;
  /** Asks the server who is logged in. */
  getUser(): Promise<SessionUser>;
  /** Calls back when another tab has changed the token. */
  onOtherTab(changed: () => void): void;
}

/** Keeps who is logged in, the same in every tab. */
export interface Session {
  state(): SessionState;
  subscribe(changed: () => void): () => void;
  /** Asks who is logged in, once for any number of callers; `force` asks again. A 401 resets the session. Throws `CallFailure` for any other failure. */
  load(force?: boolean): Promise<SessionState>;
  /** Takes the tokens of a login, and whether it asked to be remembered, and learns whose they are. */
  enter(pair: TokenPair, isRemembered: boolean): Promise<SessionState>;
  /** Forgets the session in every tab and ends it on the server. */
  leave(): Promise<void>;
}

const unknown: SessionState = { status: 'unknown' };
const guest: SessionState = { status: 'guest' };

class KeptSession implements Session {
  readonly #dependencies: SessionDependencies;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = unknown;
  #loading: Promise<SessionState> | null = null;
  /** Rises whenever the tokens change hands: an answer about the former ones says nothing any more. */
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
      if (!failures.unauthorized.is(error)) throw error;
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

/** Makes a keeper of who is logged in. */
export function createSession(dependencies: SessionDependencies): Session {
  return new KeptSession(dependencies);
}

const call = createCallClient<(typeof identityCalls)['getUser']>(sessionTokens);

/** Who is logged in in this browser. */
export const session: Session = createSession({
  tokens: sessionTokens,
  getUser: () => call('POST Identity/GetUser', {}),
  onOtherTab(changed) {
    if (typeof window === 'undefined') return;
    window.addEventListener('storage', ({ key }) => {
      if (key === accessTokenKey || key === null) changed();
    });
  },
});

const onServer = () => unknown;

/** Who is logged in, for components: changes with login, logout and what other tabs do. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, onServer);
}

/** Whether somebody may enter the admin area (specification, point 6). */
export function isStaff(state: SessionState): boolean {
  return state.status === 'user' && state.user.roles.some((role) => role === 'moderator' || role === 'admin');
}
