import { sql } from 'drizzle-orm';
import type { Caller } from '#base/calls/call-context.server.ts';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A session as listed for its owner. */
export interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly user_agent: string;
  readonly roles: readonly string[];
  readonly created_at: Date;
  readonly last_used_at: Date;
}

interface CallerRow extends Record<string, unknown> {
  readonly id: string;
  readonly person_id: string;
  readonly roles: string[];
}

const toCaller = ({ id, person_id, roles }: CallerRow): Caller => ({ userId: person_id, sessionId: id, roles });

const liveSessions = statement<CallerRow>(
  'select id, person_id, roles from session where id = any($1::uuid[]) and ended_at is null and expires_at > now()',
);

/** Returns the active ones among the given sessions. */
export async function findLiveSessions(db: Queryable, ids: readonly string[]): Promise<Map<string, Caller>> {
  const rows = await db.run(liveSessions, [ids]);
  return new Map(rows.map((row) => [row.id, toCaller(row)]));
}

/** Inserts a session that lasts `hours`, with its first refresh token. */
export async function insertSession(
  tx: Tx,
  session: {
    userId: string;
    roles: readonly string[];
    hours: number;
    userAgent: string;
    addressHash: Buffer;
    tokenHash: Buffer;
  },
): Promise<string> {
  const inserted = await tx.execute<{ id: string }>(sql`
    with made as (
      insert into session (person_id, roles, user_agent, address_hash, expires_at)
      values (${session.userId}, ${sql.param([...session.roles])}::text[], ${session.userAgent}, ${session.addressHash},
              now() + ${session.hours} * interval '1 hour')
      returning id
    )
    insert into refresh_token (hash, session_id) select ${session.tokenHash}, id from made returning session_id as id`);
  const id = inserted.rows[0]?.id;
  if (id === undefined) throw new Error('the session was not stored');
  return id;
}

/**
 * Replaces an unused refresh token by its successor. Returns the caller, or null if the token is unknown, was used before or its session
 * has ended.
 */
export async function rotateToken(tx: Tx, hash: Buffer, successorHash: Buffer): Promise<Caller | null> {
  const rotated = await tx.execute<{ session_id: string }>(sql`
    update refresh_token set rotated_at = clock_timestamp() where hash = ${hash} and rotated_at is null returning session_id`);
  const sessionId = rotated.rows[0]?.session_id;
  if (sessionId === undefined) return null;
  const used = await tx.execute<CallerRow>(sql`
    with used as (
      update session set last_used_at = now()
      where id = ${sessionId} and ended_at is null and expires_at > now() returning id, person_id, roles
    ), added as (
      insert into refresh_token (hash, session_id) select ${successorHash}, id from used
    )
    select id, person_id, roles from used`);
  const row = used.rows[0];
  return row === undefined ? null : toCaller(row);
}

/** A refresh token that was rotated before. */
export interface SpentToken {
  readonly caller: Caller;
  readonly isRecent: boolean;
  readonly isAlive: boolean;
}

/** Returns a rotated refresh token with its session; `isRecent` for `graceSeconds` after the rotation. */
export async function findSpentToken(db: Queryable, hash: Buffer, graceSeconds: number): Promise<SpentToken | null> {
  const found = await db.execute<CallerRow & { is_recent: boolean; is_alive: boolean }>(sql`
    select s.id, s.person_id, s.roles, s.ended_at is null and s.expires_at > now() as is_alive,
      r.rotated_at > clock_timestamp() - ${graceSeconds} * interval '1 second' as is_recent
    from refresh_token r join session s on s.id = r.session_id
    where r.hash = ${hash} and r.rotated_at is not null`);
  const row = found.rows[0];
  return row === undefined ? null : { caller: toCaller(row), isRecent: row.is_recent, isAlive: row.is_alive };
}

/** Returns the hash that belongs to a token of the session. */
export async function findTokenOf(db: Queryable, sessionId: string, hashes: readonly Buffer[]): Promise<Buffer | null> {
  const found = await db.execute<{ hash: Buffer }>(sql`
    select hash from refresh_token where session_id = ${sessionId} and hash = any(${sql.param([...hashes])}::bytea[])`);
  return found.rows[0]?.hash ?? null;
}

/** Returns the session of a refresh token, rotated or not. */
export async function findSessionOfToken(db: Queryable, hash: Buffer): Promise<string | null> {
  const found = await db.execute<{ session_id: string }>(
    sql`select session_id from refresh_token where hash = ${hash}`,
  );
  return found.rows[0]?.session_id ?? null;
}

/** Whether a session is active, read from the database. */
export async function isSessionAlive(db: Queryable, sessionId: string): Promise<boolean> {
  const found = await db.execute(
    sql`select from session where id = ${sessionId} and ended_at is null and expires_at > now()`,
  );
  return found.rowCount === 1;
}

/** Ends one session, of the given user if one is named. Returns whether it was active. */
export async function endSessionRow(tx: Tx, sessionId: string, userId: string | null): Promise<boolean> {
  const ended = await tx.execute(sql`
    update session set ended_at = now()
    where id = ${sessionId} and ended_at is null and expires_at > now()
      and (${userId}::uuid is null or person_id = ${userId}::uuid)`);
  return ended.rowCount === 1;
}

/** Ends every session of a user. */
export async function endSessionRows(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`update session set ended_at = now() where person_id = ${userId} and ended_at is null`);
}

/** The active sessions of a user, the most recently used first. */
export async function listSessions(db: Queryable, userId: string): Promise<SessionRow[]> {
  const found = await db.execute<SessionRow>(sql`
    select id, user_agent, roles, created_at, last_used_at from session
    where person_id = ${userId} and ended_at is null and expires_at > now()
    order by last_used_at desc, id desc limit 100`);
  return found.rows;
}

/** Whether the user of a phone has logged in from an address before. False also for an unknown phone. */
export async function hasLoggedInFrom(
  db: Queryable,
  phone: string,
  addressHashes: readonly Buffer[],
): Promise<boolean> {
  const found = await db.execute(sql`
    select from session s join person p on p.id = s.person_id
    where p.phone = ${phone} and s.address_hash = any(${sql.param([...addressHashes])}::bytea[]) limit 1`);
  return found.rowCount === 1;
}

/** Deletes sessions that ended or expired 60 days ago, and all refresh tokens of inactive sessions. */
export async function sweepSessions(db: Database): Promise<void> {
  await db.execute(sql`
    delete from session
    where expires_at < now() - interval '60 days' or (ended_at is not null and ended_at < now() - interval '60 days')`);
  await db.execute(sql`
    delete from refresh_token r using session s
    where s.id = r.session_id and (s.expires_at < now() or s.ended_at is not null)`);
}
