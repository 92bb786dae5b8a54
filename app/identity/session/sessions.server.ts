import { randomBytes } from 'node:crypto';
import type { Caller } from '#base/calls/call-context.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { keyedHash, plainHash, type SecretKeys } from '../secret-keys.server.ts';
import {
  endSessionRow,
  findLiveSessions,
  findSessionOfToken,
  findSpentToken,
  findTokenOf,
  insertSession,
  rotateToken,
} from '../sessions-store.server.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.server.ts';
import { LiveSessions } from './live-sessions.server.ts';

/** Both tokens of a session, as sent to the browser. */
export interface TokenPair {
  /** The access token: 15 minutes. */
  readonly token: string;
  /** 256 random bits; each use returns a successor. */
  readonly refreshToken: string;
}

/** The properties of a new session. */
export interface NewSession {
  readonly userId: string;
  readonly roles: readonly string[];
  /** Whether it lasts 500 hours instead of 24. */
  readonly remember: boolean;
  readonly userAgent?: string;
  /** The network that opens it (`base/process/network-of.ts`). */
  readonly network?: string;
  /** What the browser that opens it keeps, to be known at the next login. */
  readonly browserToken?: string;
  /** A chat that is linked to the account opens it, so that it ends with the link. */
  readonly byTelegram?: boolean;
}

/** Opens, checks, refreshes and ends sessions (docs/rules.md#sessions). */
export interface Sessions {
  /** The caller of a bearer token; null if it is invalid or its session has ended. At most 0.7 s behind the database. */
  authenticate(token: string): Promise<Caller | null>;
  open(tx: Tx, session: NewSession): Promise<TokenPair>;
  /** Rotates a refresh token; null if its session has ended, or ends now because the token was used before. */
  refresh(db: Database, refreshToken: string): Promise<TokenPair | null>;
  /** Ends the sessions of both tokens, if they are active. */
  revoke(db: Database, tokens: { accessToken: string; refreshToken: string }): Promise<void>;
  /** To be connected to the dropped tags, so that sessions ended by other processes are refused at once instead of within 0.7 s. */
  readonly cache: LiveSessions;
}

const hours = { short: 24, remembered: 500 } as const;
const graceSeconds = 10;
const longestUserAgent = 400;

/** Ends one session, of the given user if one is named. Returns whether it was active. */
export async function endSession(tx: Tx, sessionId: string, userId: string | null): Promise<boolean> {
  const wasAlive = await endSessionRow(tx, sessionId, userId);
  if (wasAlive) await dropCached(tx, [`session:${sessionId}`]);
  return wasAlive;
}

const successorOf = (keys: SecretKeys['current'], refreshToken: string) =>
  keyedHash(keys.refreshToken, refreshToken).toString('base64url');

/**
 * The successor of a token that was rotated moments ago. It is computed again from the token and the key of the server, so that no token is
 * stored. Null if that key is gone.
 */
async function repeatSuccessor(
  db: Database,
  keys: SecretKeys,
  sessionId: string,
  refreshToken: string,
): Promise<string | null> {
  const candidates = keys.all.map((one) => successorOf(one, refreshToken));
  const known = await findTokenOf(db, sessionId, candidates.map(plainHash));
  return candidates.find((candidate) => known?.equals(plainHash(candidate))) ?? null;
}

async function refresh(db: Database, keys: SecretKeys, access: AccessTokens, refreshToken: string) {
  const hash = plainHash(refreshToken);
  const successor = successorOf(keys.current, refreshToken);
  const rotated = await db.transaction((tx) => rotateToken(tx, hash, plainHash(successor)));
  if (rotated !== null) return { token: await access.issue(rotated), refreshToken: successor };
  const spent = await findSpentToken(db, hash, graceSeconds);
  if (spent === null || !spent.isAlive) return null;
  if (!spent.isRecent) {
    await db.transaction((tx) => endSession(tx, spent.caller.sessionId, null));
    return null;
  }
  const repeated = await repeatSuccessor(db, keys, spent.caller.sessionId, refreshToken);
  return repeated === null ? null : { token: await access.issue(spent.caller), refreshToken: repeated };
}

/** Creates the session service. */
export function createSessions(db: Database, keys: SecretKeys): Sessions {
  const access = createAccessTokens(keys);
  const cache = new LiveSessions((ids) => findLiveSessions(db, ids));
  return {
    cache,
    async authenticate(token) {
      const named = await access.read(token);
      if (named === null) return null;
      const caller = await cache.find(named.sessionId);
      return caller?.userId === named.userId ? caller : null;
    },
    async open(tx, { userId, roles, remember, userAgent = '', network = '', browserToken, byTelegram = false }) {
      const refreshToken = randomBytes(32).toString('base64url');
      const sessionId = await insertSession(tx, {
        userId,
        roles,
        hours: remember ? hours.remembered : hours.short,
        userAgent: userAgent.slice(0, longestUserAgent),
        addressHash: keyedHash(keys.current.address, network),
        browserHash: browserToken === undefined ? null : plainHash(browserToken),
        tokenHash: plainHash(refreshToken),
        byTelegram,
      });
      return { token: await access.issue({ userId, sessionId, roles }), refreshToken };
    },
    refresh: (database, refreshToken) => refresh(database, keys, access, refreshToken),
    async revoke(database, tokens) {
      const ofAccess = await access.readExpired(tokens.accessToken);
      const ofRefresh = await findSessionOfToken(database, plainHash(tokens.refreshToken));
      const ids = new Set([ofAccess?.sessionId, ofRefresh].filter((id) => id !== undefined && id !== null));
      await database.transaction(async (tx) => {
        for (const id of ids) await endSession(tx, id, null);
      });
    },
  };
}
