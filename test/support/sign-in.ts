import { randomInt } from 'node:crypto';
import { type Role, sessionRoles } from '#app/identity/roles.ts';
import { readSecretKeys } from '#app/identity/secret-keys.server.ts';
import { createAccessTokens } from '#app/identity/session/access-tokens.server.ts';
import { createSessions, type TokenPair } from '#app/identity/session/sessions.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import type { Database } from '#base/db/db.server.ts';

export interface SignedIn extends TokenPair {
  readonly userId: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly phone: string;
}

const phones = 10_000_000;
let lastPhone = randomInt(phones);

/** A phone of the default country that no other test has: all ten million come before one comes twice. */
export function newPhone(): string {
  lastPhone = (lastPhone + 7_919) % phones;
  return `99890${lastPhone.toString().padStart(7, '0')}`;
}

/**
 * Makes a person and logs him in, with the second factor where his role needs one. `jwtSecret` is the app's `JWT_SECRET`
 * (`testSecrets.jwt`).
 */
export async function signIn(
  db: Database,
  jwtSecret: string,
  person: { phone?: string; role?: Role; userName?: string; passwordHash?: string; remember?: boolean } = {},
): Promise<SignedIn> {
  const { phone = newPhone(), role = 'user', remember = false, userName, passwordHash } = person;
  const sessions = createSessions(db, readSecretKeys(jwtSecret));
  return db.transaction(async (tx) => {
    const made = await createPerson(tx, {
      phone,
      role,
      ...(userName !== undefined && { userName }),
      ...(passwordHash !== undefined && { passwordHash }),
    });
    const tokens = await sessions.open(tx, { userId: made.userId, roles: sessionRoles(role, true), remember });
    return { ...made, ...tokens, phone };
  });
}

/** Access tokens of a run that is longer than they live. People are named by the token that they began with. */
export class RenewedTokens {
  readonly #tokens: ReturnType<typeof createAccessTokens>;
  readonly #newest = new Map<string, string>();

  constructor(jwtSecret: string) {
    this.#tokens = createAccessTokens(readSecretKeys(jwtSecret));
  }

  /** Asks with the newest token, and once more with another one of the same session after a 401. */
  async ask<Answer extends { readonly status: number } | null>(
    token: string,
    ask: (settings: { readonly token: string }) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await ask({ token: this.#newest.get(token) ?? token });
    if (answer?.status !== 401) return answer;
    const caller = await this.#tokens.readExpired(token);
    if (caller === null) throw new Error('the token is of no session');
    const renewed = await this.#tokens.issue(caller);
    this.#newest.set(token, renewed);
    return ask({ token: renewed });
  }
}

/** Logs an existing person in once more. */
export function signInAgain(
  db: Database,
  jwtSecret: string,
  person: { userId: string; role?: Role; remember?: boolean },
): Promise<TokenPair> {
  const sessions = createSessions(db, readSecretKeys(jwtSecret));
  const { userId, role = 'user', remember = false } = person;
  return db.transaction((tx) => sessions.open(tx, { userId, roles: sessionRoles(role, true), remember }));
}
