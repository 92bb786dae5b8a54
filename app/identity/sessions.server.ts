import { randomBytes } from 'node:crypto';
import { dropCached } from '#base/cache-tags.server.ts';
import type { Caller } from '#base/call-context.server.ts';
import type { Database, Tx } from '#base/db.server.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.server.ts';
import { LiveSessions } from './live-sessions.server.ts';
import { keyedHash, plainHash, type SecretKeys } from './secret-keys.server.ts';
import {
  endSessionRow,
  endSessionRows,
  findLiveSessions,
  findSessionOfToken,
  findSpentToken,
  findTokenOf,
  insertSession,
  rotateToken,
} from './sessions-store.server.ts';

/** Both tokens of a session, as they travel. */
export interface TokenPair {
  /** The access token: 15 minutes. */
  readonly token: string;
  /** 256 random bits; each use gives a successor. */
  readonly refreshToken: string;
}

/** What a session is opened with. */
export interface NewSession {
  readonly userId: string;
  readonly roles: readonly string[];
  /** Whether it lives 500 hours instead of 24. */
  readonly remember: boolean;
  readonly userAgent?: string;
  readonly address?: string;
}

/** Opens, checks, refreshes and ends sessions (contract, section 2). */
export interface Sessions {
  /** Who a bearer token belongs to; null where it is not valid or its session has ended. At most 0.7 s behind the database. */
  authenticate(token: string): Promise<Caller | null>;
  open(tx: Tx, session: NewSession): Promise<TokenPair>;
  /** The successors of a refresh token; null where its session has ended, or ends now because the token was used before. */
  refresh(db: Database, refreshToken: string): Promise<TokenPair | null>;
  /** Ends the sessions that either token belongs to; nothing where they have ended. */
  revoke(db: Database, tokens: { accessToken: string; refreshToken: string }): Promise<void>;
  /** Connect it to the dropped tags, so that sessions ended by other processes are refused at once and not within 0.7 s. */
  readonly cache: LiveSessions;
}

const hours = { short: 24, remembered: 500 } as const;
const graceSeconds = 10;
const longestUserAgent = 400;

/** The same person's networks are counted as one: an IPv6 host has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  // Without an end it holds all eight; an empty end counts as one group, far behind the four that matter.
  const tailGroups = tail?.split(':') ?? [];
  const zeros = Math.max(0, 8 - groups.length - tailGroups.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...tailGroups];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Ends every session of a person: refused at once on this process and within a second on every other. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await endSessionRows(tx, userId);
  await dropCached(tx, [`person:${userId}`]);
}

/** Ends one session, only of the given person where one is named. Answers whether it was alive. */
export async function endSession(tx: Tx, sessionId: string, userId: string | null): Promise<boolean> {
  const wasAlive = await endSessionRow(tx, sessionId, userId);
  if (wasAlive) await dropCached(tx, [`session:${sessionId}`]);
  return wasAlive;
}

const successorOf = (keys: SecretKeys['current'], refreshToken: string) =>
  keyedHash(keys.refreshToken, refreshToken).toString('base64url');

/**
 * The successor that a token rotated moments ago was given. It is made again from the token and the server's key, so
 * that no token has to be kept. Null where the secret it was made with is gone.
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

/** Makes the keeper of sessions. */
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
    async open(tx, { userId, roles, remember, userAgent = '', address = '' }) {
      const refreshToken = randomBytes(32).toString('base64url');
      const sessionId = await insertSession(tx, {
        userId,
        roles,
        hours: remember ? hours.remembered : hours.short,
        userAgent: userAgent.slice(0, longestUserAgent),
        addressHash: keyedHash(keys.current.address, networkOf(address)),
        tokenHash: plainHash(refreshToken),
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
