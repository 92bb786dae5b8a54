import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';

/** A published video that this process has leased to ask its site about. */
export interface DueVideo extends Record<string, unknown> {
  readonly userId: string;
  /** The answer is recorded only under this lease, and only for this address: another one may have been published meanwhile. */
  readonly lease: string;
  readonly address: string;
  readonly tries: number;
}

/** What a site says of a video. */
export interface VideoWords {
  readonly title: string | null;
  /** The name of a stored picture. */
  readonly picture: string | null;
}

/** Longer than a try takes. After this time another process may ask instead of one that died. */
export const leaseSeconds = 120;

/** The seconds before each next try: a day in all. */
const retryPauses = [60, 300, 1_800, 7_200, 21_600, 55_440];
const mostTries = retryPauses.length + 1;

const claimDue = statement<DueVideo>(`
  with due as (
    select user_id, gen_random_uuid() as lease from creator_video where next_at <= now() and tries < ${mostTries}
    order by next_at limit $1 for update skip locked
  )
  update creator_video v set tries = v.tries + 1, lease = due.lease, next_at = now() + interval '${leaseSeconds} seconds'
  from due where v.user_id = due.user_id
  returning v.user_id as "userId", due.lease, v.address, v.tries`);

const record = statement<{ isNews: boolean }>(`
  update creator_video v set title = coalesce($4, v.title), picture = coalesce($5, v.picture), lease = null,
    next_at = now() + $6::integer * interval '1 second'
  from creator_video before
  where v.user_id = $1 and v.lease = $2 and v.address = $3 and before.user_id = v.user_id
  returning v.title is distinct from before.title or v.picture is distinct from before.picture as "isNews"`);

const usedPictures = statement<{ name: string }>(`
  select asked.name from unnest($1::text[]) as asked (name)
  where exists (select from creator_video v where v.picture = asked.name)`);

/** Claims due videos for this process until their lease expires. */
export async function claimVideos(db: Queryable, most: number): Promise<readonly DueVideo[]> {
  return db.run(claimDue, [most]);
}

/** Records an answer if its lease is still valid. `isDone`: the site is not asked again; it is not, either, a day after the first try. */
export async function recordVideo(
  tx: Tx,
  due: DueVideo,
  { title, picture, isDone }: VideoWords & { readonly isDone: boolean },
): Promise<void> {
  const { userId, lease, address, tries } = due;
  const pause = isDone ? null : (retryPauses[tries - 1] ?? null);
  const [recorded] = await tx.run(record, [userId, lease, address, title, picture, pause]);
  if (recorded?.isNews === true) await dropCached(tx, [`creator:${userId}`]);
}

/** Returns the pictures among the given ones that are of a published video. */
export async function readUsedVideoPictures(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedPictures, [names])).map(({ name }) => name);
}
