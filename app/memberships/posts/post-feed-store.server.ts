import { type Queryable, statement } from '#base/db/db.server.ts';
import { type ListPlace, microsecondsOf, momentOf } from '#base/db/list-place.server.ts';
import { placeValues } from '../member-lists-store.server.ts';
import { isMuted, isPaidNow } from '../membership-conditions.server.ts';
import { joinLevels, mayRead } from './post-rights.server.ts';
import { headColumns, isPublic, type ListedHeadRow, type Reader } from './post-store.server.ts';

interface FeedRow extends ListedHeadRow {
  /** The first one, also of a post that the reader may not read; null: it has none. */
  readonly picture: string | null;
}

/** Public posts of a project of `s`, newest first, after the place. */
const nextOf = `
  select p.id, p.published_at from post p
  where p.project_id = s.project_id and ${isPublic} and (p.published_at, p.id) < (${momentOf('$2')}, $3::uuid)
  order by p.published_at desc, p.id desc`;

/**
 * As many creators as posts are asked for: those whose next post is the newest. No other one has a post among these, so that of hundreds of
 * creators each costs one step into the index.
 */
const ofSupported = statement<FeedRow>(`
  with supported as materialized (
    select m.project_id from membership m join project r on r.id = m.project_id join creator c on c.user_id = r.user_id
    where m.person_id = $1 and ${isPaidNow('$5')} and not ${isMuted} and not c.is_blocked
  ), foremost as materialized (
    select s.project_id from supported s cross join lateral (${nextOf} limit 1) f
    order by f.published_at desc, f.id desc limit $4
  ), listed as materialized (
    select f.id from foremost s cross join lateral (${nextOf} limit $4) f
    order by f.published_at desc, f.id desc limit $4
  )
  select ${headColumns}, p.pictures[1] as picture, ${mayRead({ person: '$1', now: '$5', isOpen: '$6' })} as "mayRead",
    ${microsecondsOf('p.published_at')} as "placeAt"
  from listed f join post p on p.id = f.id ${joinLevels}
  order by p.published_at desc, p.id desc`);

const muted = statement<{ creators: number }>(`
  select count(distinct m.project_id)::int as creators
  from membership m join project r on r.id = m.project_id join creator c on c.user_id = r.user_id
  where m.person_id = $1 and ${isPaidNow('$2')} and ${isMuted} and not c.is_blocked`);

/** The published posts of the creators whose month somebody has paid, newest first; of those that are muted or blocked none. */
export async function readFeed(
  db: Queryable,
  asked: Reader & { readonly after: ListPlace | null; readonly take: number },
): Promise<FeedRow[]> {
  const { personId, after, take, now, isOpen } = asked;
  return db.run(ofSupported, [personId, ...placeValues(after), take, now, isOpen]);
}

/** How many creators whose month somebody has paid are muted, and not blocked. */
export async function countMuted(db: Queryable, { personId, now }: Pick<Reader, 'personId' | 'now'>): Promise<number> {
  return (await db.run(muted, [personId, now]))[0]?.creators ?? 0;
}
