import { type Queryable, statement } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';

/** Longer than the pause between two renewals by what a slow database may take. */
const leaseSeconds = 60;

const linkSeconds = 60;

interface LinkRow extends Record<string, unknown> {
  readonly endsAt: Date;
}

export interface TakenLink extends Record<string, unknown> {
  readonly userId: string;
  readonly sessionId: string;
  readonly language: Locale;
}

export interface StateRow extends Record<string, unknown> {
  readonly beganAt: Date | null;
  readonly endedAt: Date | null;
  readonly isWhole: boolean;
  readonly isLeased: boolean;
}

const isLeased = 'a.lease is not null and a.leased_until > now()';

const putLink = statement<LinkRow>(`
  insert into person_archive as a (person_id, link_hash, link_session, link_language, link_ends_at)
  values ($1, $2, $3, $4, now() + interval '${linkSeconds} seconds')
  on conflict (person_id) do update set link_hash = excluded.link_hash, link_session = excluded.link_session,
    link_language = excluded.link_language, link_ends_at = excluded.link_ends_at,
    began_at = null, ended_at = null, is_whole = false
  where not (${isLeased})
  returning a.link_ends_at as "endsAt"`);

/** Replaces the person's link, of whose archive nothing is known yet. Returns until when it is valid; null: an archive is being written. */
export async function insertLink(
  db: Queryable,
  link: { readonly userId: string; readonly hash: Buffer; readonly sessionId: string; readonly language: Locale },
): Promise<Date | null> {
  const [row] = await db.run(putLink, [link.userId, link.hash, link.sessionId, link.language]);
  return row?.endsAt ?? null;
}

const takeLink = statement<TakenLink>(`
  with link as (
    select a.person_id, a.link_session, a.link_language from person_archive a
    where a.link_hash = $1 and a.link_ends_at > now() and ($3::uuid is null or a.person_id = $3) for update
  )
  update person_archive a set link_hash = null, link_session = null, link_language = null, link_ends_at = null, lease = $2,
    leased_until = now() + interval '${leaseSeconds} seconds', began_at = now(), ended_at = null, is_whole = false
  from link where a.person_id = link.person_id and not (${isLeased})
  returning a.person_id as "userId", link.link_session as "sessionId", link.link_language as language`);

/** Uses a link up and begins a lease; null: nobody has such a link now. `callerId` null: whoever has the link. */
export async function beginLease(
  db: Queryable,
  asked: { readonly hash: Buffer; readonly lease: string; readonly callerId: string | null },
): Promise<TakenLink | null> {
  const [link] = await db.run(takeLink, [asked.hash, asked.lease, asked.callerId]);
  return link ?? null;
}

const renew = statement<{ userId: string }>(`
  update person_archive set leased_until = now() + interval '${leaseSeconds} seconds' where person_id = $1 and lease = $2
  returning person_id as "userId"`);

/** Whether the lease goes on. */
export async function renewLease(db: Queryable, userId: string, lease: string): Promise<boolean> {
  return (await db.run(renew, [userId, lease])).length > 0;
}

const end = statement(`
  update person_archive set lease = null, leased_until = null, ended_at = now(), is_whole = $3 where person_id = $1 and lease = $2`);

export async function endLease(db: Queryable, userId: string, lease: string, isWhole: boolean): Promise<void> {
  await db.run(end, [userId, lease, isWhole]);
}

const state = statement<StateRow>(`
  select a.began_at as "beganAt", a.ended_at as "endedAt", a.is_whole as "isWhole", coalesce(${isLeased}, false) as "isLeased"
  from person_archive a where a.person_id = $1`);

export async function readState(db: Queryable, userId: string): Promise<StateRow | null> {
  const [row] = await db.run(state, [userId]);
  return row ?? null;
}
