import type { Caller } from '#base/calls/call-context.server.ts';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A session as listed for its owner. */
export interface ListedSession {
  readonly id: string;
  readonly userAgent: string;
  readonly roles: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

const callerColumns = 'id as "sessionId", person_id as "userId", roles';

const liveSessions = statement<Caller>(`
  select ${callerColumns} from session where id = any($1::uuid[]) and ended_at is null and expires_at > now()`);

/** Returns the active ones among the given sessions. */
export async function findLiveSessions(db: Queryable, ids: readonly string[]): Promise<Map<string, Caller>> {
  const rows = await db.run(liveSessions, [ids]);
  return new Map(rows.map((caller) => [caller.sessionId, caller]));
}

const insert = statement<{ id: string }>(`
  with made as (
    insert into session (person_id, roles, user_agent, address_hash, expires_at, browser_hash, by_telegram)
    values ($1, $2::text[], $3, $4, now() + $5 * interval '1 hour', $6, $8)
    returning id
  )
  insert into refresh_token (hash, session_id) select $7, id from made returning session_id as id`);

/** Inserts a session that lasts `hours`, with its first refresh token. */
export async function insertSession(
  tx: Tx,
  session: {
    userId: string;
    roles: readonly string[];
    hours: number;
    userAgent: string;
    addressHash: Buffer;
    browserHash: Buffer | null;
    tokenHash: Buffer;
    byTelegram: boolean;
  },
): Promise<string> {
  const [inserted] = await tx.run(insert, [
    session.userId,
    session.roles,
    session.userAgent,
    session.addressHash,
    session.hours,
    session.browserHash,
    session.tokenHash,
    session.byTelegram,
  ]);
  if (inserted === undefined) throw new Error('the session was not stored');
  return inserted.id;
}

const spendToken = statement<{ sessionId: string }>(`
  update refresh_token set rotated_at = clock_timestamp() where hash = $1 and rotated_at is null
  returning session_id as "sessionId"`);

const useSession = statement<Caller>(`
  with used as (
    update session set last_used_at = now()
    where id = $1 and ended_at is null and expires_at > now() returning id, person_id, roles
  ), added as (
    insert into refresh_token (hash, session_id) select $2, id from used
  )
  select ${callerColumns} from used`);

/**
 * Replaces an unused refresh token by its successor. Returns the caller, or null if the token is unknown, was used before or its session
 * has ended.
 */
export async function rotateToken(tx: Tx, hash: Buffer, successorHash: Buffer): Promise<Caller | null> {
  const rotated = await tx.run(spendToken, [hash]);
  const sessionId = rotated[0]?.sessionId;
  if (sessionId === undefined) return null;
  const [caller] = await tx.run(useSession, [sessionId, successorHash]);
  return caller ?? null;
}

/** A refresh token that was rotated before. */
export interface SpentToken {
  readonly caller: Caller;
  readonly isRecent: boolean;
  readonly isAlive: boolean;
}

const spentToken = statement<Caller & Omit<SpentToken, 'caller'>>(`
  select ${callerColumns}, ended_at is null and expires_at > now() as "isAlive",
    rotated_at > clock_timestamp() - $1 * interval '1 second' as "isRecent"
  from refresh_token join session on id = session_id
  where hash = $2 and rotated_at is not null`);

/** Returns a rotated refresh token with its session; `isRecent` for `graceSeconds` after the rotation. */
export async function findSpentToken(db: Queryable, hash: Buffer, graceSeconds: number): Promise<SpentToken | null> {
  const [row] = await db.run(spentToken, [graceSeconds, hash]);
  if (row === undefined) return null;
  const { isRecent, isAlive, ...caller } = row;
  return { caller, isRecent, isAlive };
}

const tokenOfSession = statement<{ hash: Buffer }>(`
  select hash from refresh_token where session_id = $1 and hash = any($2::bytea[])`);

/** Returns the hash that belongs to a token of the session. */
export async function findTokenOf(db: Queryable, sessionId: string, hashes: readonly Buffer[]): Promise<Buffer | null> {
  const [row] = await db.run(tokenOfSession, [sessionId, hashes]);
  return row?.hash ?? null;
}

const sessionOfToken = statement<{ sessionId: string }>(
  'select session_id as "sessionId" from refresh_token where hash = $1',
);

/** Returns the session of a refresh token, rotated or not. */
export async function findSessionOfToken(db: Queryable, hash: Buffer): Promise<string | null> {
  const [row] = await db.run(sessionOfToken, [hash]);
  return row?.sessionId ?? null;
}

const alive = statement('select from session where id = $1 and ended_at is null and expires_at > now()');

/** Whether a session is active, read from the database. */
export async function isSessionAlive(db: Queryable, sessionId: string): Promise<boolean> {
  return (await db.run(alive, [sessionId])).length === 1;
}

const telegram = statement('select from session where id = $1 and by_telegram');

/** Whether a linked chat has opened a session. */
export async function isSessionByTelegram(db: Queryable, sessionId: string): Promise<boolean> {
  return (await db.run(telegram, [sessionId])).length === 1;
}

const heldAlive = statement(
  'select from session where id = $1 and ended_at is null and expires_at > now() for key share',
);

/** Keeps an active session until the transaction ends: `waitForHolder` waits. Returns whether it is active. */
export async function holdAliveSession(tx: Tx, sessionId: string): Promise<boolean> {
  return (await tx.run(heldAlive, [sessionId])).length === 1;
}

const keptAlive = statement('select from session where id = $1 and ended_at is null and expires_at > now() for share');

/** Keeps an active session from being ended until the transaction ends. Returns whether it is active. */
export async function keepAliveSession(tx: Tx, sessionId: string): Promise<boolean> {
  return (await tx.run(keptAlive, [sessionId])).length === 1;
}

const idsOfPerson = statement<{ id: string }>('select id from session where person_id = $1 order by id');

/** The ids of all sessions of a user, ended ones too. */
export async function readSessionIds(db: Queryable, userId: string): Promise<string[]> {
  return (await db.run(idsOfPerson, [userId])).map(({ id }) => id);
}

const lockAlone = statement('select from session where id = $1 for update');

/** Waits for the transactions that hold a session. */
export async function waitForHolder(db: Database, sessionId: string): Promise<void> {
  await db.run(lockAlone, [sessionId]);
}

const endOne = statement<{ id: string }>(`
  update session set ended_at = now(), browser_hash = case when $2::uuid is null then browser_hash end
  where id = $1 and ended_at is null and expires_at > now()
    and ($2::uuid is null or person_id = $2::uuid)
  returning id`);

/**
 * Ends one session, of the given user if one is named. Returns whether it was active. A browser that logs out itself stays known; one that
 * its user ends from a list does not.
 */
export async function endSessionRow(tx: Tx, sessionId: string, userId: string | null): Promise<boolean> {
  return (await tx.run(endOne, [sessionId, userId])).length === 1;
}

const endAll = statement(`
  update session set ended_at = coalesce(ended_at, now()), browser_hash = null
  where person_id = $1 and (ended_at is null or browser_hash is not null)`);

/** Ends every session of a user, whose browsers are all unknown afterwards. */
export async function endSessionRows(tx: Tx, userId: string): Promise<void> {
  await tx.run(endAll, [userId]);
}

const endOfTelegram = statement<{ id: string }>(`
  update session set ended_at = now(), browser_hash = null
  where person_id = $1 and by_telegram and ended_at is null returning id`);

/** Ends the sessions of a user that a linked chat has opened. Returns their ids. */
export async function endTelegramRows(tx: Tx, userId: string): Promise<string[]> {
  return (await tx.run(endOfTelegram, [userId])).map(({ id }) => id);
}

const aliveOfPerson = statement<ListedSession>(`
  select id, user_agent as "userAgent", roles, created_at as "createdAt", last_used_at as "lastUsedAt" from session
  where person_id = $1 and ended_at is null and expires_at > now()
  order by last_used_at desc, id desc limit 100`);

/** The active sessions of a user, the most recently used first. */
export async function listSessions(db: Queryable, userId: string): Promise<ListedSession[]> {
  return db.run(aliveOfPerson, [userId]);
}

/** What is known of where an attempt for a phone comes from. */
interface KnownOrigin {
  /** Whether the user has logged in from the network before; null without any login, as for an unknown phone. */
  readonly isNetworkKnown: boolean | null;
  /** The hash of the browser, if the user has logged in with it before. */
  readonly browserHash: Buffer | null;
}

const knownOrigin = statement<KnownOrigin>(`
  select bool_or(s.address_hash = any($2::bytea[])) as "isNetworkKnown",
    (array_agg(s.browser_hash order by s.created_at) filter (where s.browser_hash = any($3::bytea[])))[1] as "browserHash"
  from session s join person p on p.id = s.person_id where p.phone = $1`);

/** Whether the user of a phone has logged in from a network, or with a browser, before. */
export async function findKnownOrigin(
  db: Queryable,
  phone: string,
  asked: { readonly addressHashes: readonly Buffer[]; readonly browserHashes: readonly Buffer[] },
): Promise<KnownOrigin> {
  const [row] = await db.run(knownOrigin, [phone, asked.addressHashes, asked.browserHashes]);
  return row ?? { isNetworkKnown: null, browserHash: null };
}

const forgetOfPerson = statement<{ browserHash: Buffer | null }>(`
  with known as (
    select id, browser_hash from session where person_id = $1 and browser_hash = any($2::bytea[]) order by id for no key update
  )
  update session s set browser_hash = null from known where s.id = known.id
  returning known.browser_hash as "browserHash"`);

/** Makes browsers unknown that a user has logged in with, in all sessions of the user. Returns their hashes. */
export async function forgetBrowsersOf(tx: Tx, userId: string, browserHashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx.run(forgetOfPerson, [userId, browserHashes]);
  return rows.map(({ browserHash }) => browserHash).filter((hash) => hash !== null);
}

const sweepEnded = statement(`
  delete from session
  where expires_at < now() - interval '60 days' or (ended_at is not null and ended_at < now() - interval '60 days')`);

const sweepTokens = statement(`
  delete from refresh_token r using session s
  where s.id = r.session_id and (s.expires_at < now() or s.ended_at is not null)`);

/** Deletes sessions that ended or expired 60 days ago, and all refresh tokens of inactive sessions. */
export async function sweepSessions(db: Database): Promise<void> {
  await db.run(sweepEnded, []);
  await db.run(sweepTokens, []);
}
