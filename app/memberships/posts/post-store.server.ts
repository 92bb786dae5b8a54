import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type ListPlace, microsecondsOf, momentOf } from '#base/db/list-place.server.ts';
import { placeValues } from '../member-lists-store.server.ts';
import { audioOfPost, audioSecondsOfPost, type PostAudio } from './audio/audio-store.server.ts';
import type { Audience } from './post-limits.ts';
import { isMemberOf, joinLevels, mayRead } from './post-rights.server.ts';

/** Who reads. */
export interface Reader {
  /** Null: a guest. */
  readonly personId: string | null;
  readonly now: Date;
  /** Its creator or the staff, who read all. */
  readonly isOpen: boolean;
}

/** What everybody sees of a post in a list. The level that is offered for it; null: none, or the post asks for none. */
interface HeadRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
  readonly teaser: string;
  readonly audience: Audience;
  readonly levelId: string | null;
  readonly levelName: string | null;
  readonly levelAmount: number | null;
  readonly publishedAt: Date | null;
  readonly pictureCount: number;
  readonly hasVideo: boolean;
  /** Null: it has no audio. */
  readonly audioSeconds: number | null;
}

/** The same for one reader. */
export interface ShownHeadRow extends HeadRow {
  readonly mayRead: boolean;
}

/** A post as stored. */
export interface PostRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
  readonly teaser: string;
  readonly text: string;
  readonly pictures: string[];
  readonly video: string | null;
  readonly audio: PostAudio | null;
  readonly audience: Audience;
  readonly levelId: string | null;
  /** Of a level that is no longer offered, too. */
  readonly levelName: string | null;
  readonly version: number;
  readonly publishedAt: Date | null;
  readonly firstPublishedAt: Date | null;
  readonly removedAt: Date | null;
  /** Why the staff removed it; null: it was not. */
  readonly removedReason: string | null;
  readonly createdAt: Date;
}

/** What a creator writes of a post. */
export type PostText = Pick<PostRow, 'title' | 'teaser' | 'text' | 'pictures' | 'video' | 'audience' | 'levelId'>;

/** The select list of `HeadRow` of a post `p`. */
export const headColumns = `p.id, p.project_id as "projectId", p.title, p.teaser, p.audience, o.id as "levelId", o.name as "levelName",
  o.amount as "levelAmount", p.published_at as "publishedAt", cardinality(p.pictures) as "pictureCount", p.video is not null as "hasVideo",
  ${audioSecondsOfPost} as "audioSeconds"`;

const columns = `p.id, p.project_id as "projectId", p.title, p.teaser, p.text, p.pictures, p.video, ${audioOfPost} as audio, p.audience, p.level_id as "levelId",
  (select l.name from membership_level l where l.id = p.level_id) as "levelName", p.version, p.published_at as "publishedAt", p.first_published_at as "firstPublishedAt", p.removed_at as "removedAt",
  p.removed_reason as "removedReason", p.created_at as "createdAt"`;

export const isPublic = 'p.published_at is not null and p.removed_at is null';

export interface ListedHeadRow extends ShownHeadRow {
  readonly placeAt: number;
}

const published = statement<ListedHeadRow>(`
  select ${headColumns}, ${mayRead({ person: '$5', now: '$6', isOpen: '$7' })} as "mayRead",
    ${microsecondsOf('p.published_at')} as "placeAt"
  from post p ${joinLevels}
  where p.project_id = $1 and ${isPublic} and (p.published_at, p.id) < (${momentOf('$2')}, $3::uuid)
  order by p.published_at desc, p.id desc limit $4`);

/** A post for one reader; what only readers see is read with it, and left out by whoever answers. */
export interface ReadPostRow extends ShownHeadRow {
  readonly text: string;
  readonly pictures: string[];
  readonly video: string | null;
  readonly audio: PostAudio | null;
  /** Why the staff removed it; null: it was not. */
  readonly removedReason: string | null;
  /** The reader supports the creator monthly, at whatever level. */
  readonly isMember: boolean;
}

const shown = statement<ReadPostRow>(`
  select ${headColumns}, ${mayRead({ person: '$2', now: '$3', isOpen: '$4' })} as "mayRead",
    p.text, p.pictures, p.video, ${audioOfPost} as audio, p.removed_reason as "removedReason", ${isMemberOf('$2')} as "isMember"
  from post p ${joinLevels} where p.id = $1 and (${isPublic} or $4::boolean)`);

const byId = statement<PostRow>(`select ${columns} from post p where p.id = $1`);

const projectById = statement<{ projectId: string }>('select p.project_id as "projectId" from post p where p.id = $1');

const lockOwn = statement<PostRow>(
  `select ${columns} from post p where p.id = $1 and p.project_id = $2 for no key update`,
);

interface ListedPostRow extends PostRow {
  readonly placeAt: number;
}

const ofProject = statement<ListedPostRow>(`
  select ${columns}, ${microsecondsOf('p.created_at')} as "placeAt" from post p
  where p.project_id = $1 and (p.created_at, p.id) < (${momentOf('$2')}, $3::uuid)
  order by p.created_at desc, p.id desc limit $4`);

const newestFirst = `(p.published_at, p.id) < (${momentOf('$1')}, $2::uuid) order by p.published_at desc, p.id desc limit $3`;

const withPlace = `select ${columns}, ${microsecondsOf('p.published_at')} as "placeAt" from post p where p.published_at is not null`;

const newest = statement<ListedPostRow>(`${withPlace} and ${newestFirst}`);

const newestOf = statement<ListedPostRow>(`${withPlace} and p.project_id = $4 and ${newestFirst}`);

const insert = statement<{ id: string }>(`
  insert into post (project_id, title, teaser, text, pictures, video, audience, level_id, published_at, first_published_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) returning id`);

const update = statement(`
  update post set title = $2, teaser = $3, text = $4, pictures = $5, video = $6, audience = $7, level_id = $8, published_at = $9,
    first_published_at = coalesce(first_published_at, $9), version = version + 1
  where id = $1`);

const remove = statement('delete from post where id = $1');

const countNotified = statement<{ posts: number }>(`
  insert into post_notice_day as counted (project_id, day, posts) values ($1, ($2::timestamptz at time zone $3)::date, 1)
  on conflict (project_id) do update set day = excluded.day,
    posts = case when counted.day = excluded.day then counted.posts + 1 else 1 end
  where counted.day <> excluded.day or counted.posts < $4
  returning posts`);

const publicOf = statement<{ found: boolean }>(
  `select exists (select from post p where p.project_id = $1 and ${isPublic}) as found`,
);

const removeByStaff = statement<{ projectId: string }>(`
  update post set removed_at = coalesce(removed_at, $2), removed_reason = coalesce(removed_reason, $3),
    published_at = coalesce(published_at, first_published_at)
  where id = $1 and first_published_at is not null returning project_id as "projectId"`);

interface PictureRow extends Record<string, unknown> {
  readonly projectId: string;
  readonly publishedAt: Date | null;
  /** Neither a draft nor removed. */
  readonly isPublic: boolean;
  readonly mayRead: boolean;
}

const withPicture = statement<PictureRow>(`
  select p.project_id as "projectId", p.published_at as "publishedAt", ${isPublic} as "isPublic",
    ${mayRead({ person: '$2', now: '$3', isOpen: 'false' })} as "mayRead"
  from post p left join membership_level l on l.id = p.level_id where p.pictures @> array[$1::text]`);

const usedPictures = statement<{ name: string }>(`
  select distinct used.name from post p, unnest(p.pictures) as used (name)
  where p.pictures && $1::text[] and used.name = any ($1::text[])`);

/** The published posts of a project, newest first, as somebody sees them. */
export async function readPublished(
  db: Queryable,
  asked: { readonly projectId: string; readonly after: ListPlace | null; readonly take: number } & Reader,
): Promise<ListedHeadRow[]> {
  const { projectId, after, take, personId, now, isOpen } = asked;
  return db.run(published, [projectId, ...placeValues(after), take, personId, now, isOpen]);
}

/** A post as somebody sees it. Null: there is none, or it is a draft or removed and this is neither its creator nor one of the staff. */
export async function readShownPost(
  db: Queryable,
  id: string,
  { personId, now, isOpen }: Reader,
): Promise<ReadPostRow | null> {
  return (await db.run(shown, [id, personId, now, isOpen]))[0] ?? null;
}

export async function readPost(db: Queryable, id: string): Promise<PostRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** The project of a post; null: there is no such post. */
export async function readProjectOfPost(db: Queryable, id: string): Promise<string | null> {
  return (await db.run(projectById, [id]))[0]?.projectId ?? null;
}

/** Locks a post of a project until the transaction ends. */
export async function lockPost(tx: Tx, projectId: string, id: string): Promise<PostRow | null> {
  return (await tx.run(lockOwn, [id, projectId]))[0] ?? null;
}

interface ListPart {
  /** Null: from the beginning. */
  readonly after: ListPlace | null;
  readonly take: number;
}

/** All posts of a project, drafts and removed ones too, the last begun first. */
export async function readOwnPosts(
  db: Queryable,
  { projectId, after, take }: { readonly projectId: string } & ListPart,
): Promise<ListedPostRow[]> {
  return db.run(ofProject, [projectId, ...placeValues(after), take]);
}

/** The published posts of all creators or of one, newest first, removed ones too. */
export async function readNewestPosts(
  db: Queryable,
  { projectId, after, take }: { readonly projectId: string | null } & ListPart,
): Promise<ListedPostRow[]> {
  const values = [...placeValues(after), take];
  return projectId === null ? db.run(newest, values) : db.run(newestOf, [...values, projectId]);
}

export async function insertPost(
  tx: Tx,
  made: PostText & Pick<PostRow, 'projectId' | 'publishedAt' | 'createdAt'>,
): Promise<string> {
  const { projectId, title, teaser, text, pictures, video, audience, levelId, publishedAt, createdAt } = made;
  const words = [title, teaser, text, pictures, video];
  const [row] = await tx.run(insert, [projectId, ...words, audience, levelId, publishedAt, createdAt]);
  if (row === undefined) throw new Error('the post was not inserted');
  return row.id;
}

/** Changes a locked post, which gets another version. */
export async function updatePost(tx: Tx, id: string, post: PostText & Pick<PostRow, 'publishedAt'>): Promise<void> {
  const { title, teaser, text, pictures, video, audience, levelId, publishedAt } = post;
  await tx.run(update, [id, title, teaser, text, pictures, video, audience, levelId, publishedAt]);
}

/** Whether a project has a post that is neither a draft nor removed. */
export async function hasPublicPosts(tx: Tx, projectId: string): Promise<boolean> {
  return (await tx.run(publicOf, [projectId]))[0]?.found === true;
}

/** Deletes a locked post. */
export async function deletePost(tx: Tx, id: string): Promise<void> {
  await tx.run(remove, [id]);
}

/** Takes a post that was ever published from its readers and returns its project; null: there is none. */
export async function removePost(
  tx: Tx,
  id: string,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<string | null> {
  return (await tx.run(removeByStaff, [id, now, reason]))[0]?.projectId ?? null;
}

/** Counts a post that members are to be notified of; false where the project has enough of them today. */
export async function countNotifiedPost(
  tx: Tx,
  projectId: string,
  { now, timeZone, most }: { readonly now: Date; readonly timeZone: string; readonly most: number },
): Promise<boolean> {
  return (await tx.run(countNotified, [projectId, now, timeZone, most])).length > 0;
}

/** The posts that show a picture, and whether somebody may read each. */
export async function readPostsWith(
  db: Queryable,
  picture: string,
  { personId, now }: Omit<Reader, 'isOpen'>,
): Promise<PictureRow[]> {
  return db.run(withPicture, [picture, personId, now]);
}

/** Those of some pictures that posts show. */
export async function usedPostImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedPictures, [names])).map(({ name }) => name);
}
