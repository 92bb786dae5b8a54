import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { microsecondsOf, momentOf } from '#base/db/list-place.server.ts';
import { isForMember, isMuted } from '../membership-conditions.server.ts';

/** A published post whose members are to be notified. */
interface WaitingPost extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  /** Nobody is notified of one that the staff has removed. */
  readonly isRemoved: boolean;
  /** In microseconds since 1970. */
  readonly reachedSince: number | null;
  readonly reachedId: string | null;
}

const waiting = statement<WaitingPost>(`
  select p.id, p.project_id as "projectId", p.removed_at is not null as "isRemoved", ${microsecondsOf('p.reached_since')} as "reachedSince",
    p.reached_id as "reachedId"
  from post p where p.published_at is not null and p.enqueued_at is null order by p.published_at limit 1 for no key update skip locked`);

/** A member who is to be notified of a post. */
interface PostReader extends Record<string, unknown> {
  readonly id: string;
  /** In microseconds since 1970. */
  readonly since: number | null;
  readonly personId: string;
}

/** The project is a parameter, so that an index gives its members in their order. */
const readersAfter = statement<PostReader>(`
  select m.id, ${microsecondsOf('m.since')} as since, m.person_id as "personId"
  from post p left join membership_level l on l.id = p.level_id join membership m on ${isForMember('$2')}
  where p.id = $1 and m.project_id = $6 and not ${isMuted} and m.since is not null
    and ($3::bigint is null or (m.since, m.id) > (${momentOf('$3')}, $4::uuid))
  order by m.since, m.id limit $5`);

const reach = statement(`update post set reached_since = ${momentOf('$2')}, reached_id = $3 where id = $1`);

const finish = statement('update post set enqueued_at = $2 where id = $1');

interface NoticePost extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
}

const published = statement<NoticePost>(`
  select p.id, p.project_id as "projectId", p.title from post p
  where p.id = any ($1::uuid[]) and p.published_at is not null and p.removed_at is null`);

/** Locks the oldest published post whose notices are not all enqueued; another process skips it. */
export async function lockWaitingPost(tx: Tx): Promise<WaitingPost | null> {
  return (await tx.run(waiting, []))[0] ?? null;
}

/** The next members to be notified of a post. */
export async function readPostReaders(
  db: Queryable,
  post: WaitingPost,
  { now, take }: { now: Date; take: number },
): Promise<PostReader[]> {
  return db.run(readersAfter, [post.id, now, post.reachedSince, post.reachedId, take, post.projectId]);
}

/** Records up to which member the notices of a post are enqueued. */
export async function savePostReached(tx: Tx, id: string, last: PostReader): Promise<void> {
  await tx.run(reach, [id, last.since, last.id]);
}

/** Records that the notices of a post are enqueued for all, or that it gets none. */
export async function finishPostNotices(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(finish, [id, now]);
}

/** Those of some posts that are published. */
export async function readPublishedPosts(db: Queryable, ids: readonly string[]): Promise<NoticePost[]> {
  return db.run(published, [ids]);
}
