import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { AudioType } from '../post-limits.ts';
import { mayRead } from '../post-rights.server.ts';
import type { AudioFacts } from './audio-content.server.ts';

/** The audio file of a post. */
export interface PostAudio extends AudioFacts {
  readonly name: string;
}

/** The audio file of a post `p`, or null. */
export const audioOfPost = `(select jsonb_build_object('name', a.name, 'type', a.media_type, 'seconds', a.seconds, 'bytes', a.bytes)
  from post_audio a where a.post_id = p.id)`;

/** How long the audio file of a post `p` lasts, or null. */
export const audioSecondsOfPost = '(select a.seconds from post_audio a where a.post_id = p.id)';

/** An audio file with the post that has it, for one reader. */
export interface AudioRow extends Record<string, unknown> {
  readonly type: AudioType;
  readonly bytes: number;
  readonly postId: string;
  readonly projectId: string;
  readonly publishedAt: Date | null;
  /** Neither a draft nor removed. */
  readonly isPublic: boolean;
  readonly mayRead: boolean;
}

const withPost = statement<AudioRow>(`
  select a.media_type as type, a.bytes, p.id as "postId", p.project_id as "projectId", p.published_at as "publishedAt",
    p.published_at is not null and p.removed_at is null as "isPublic", ${mayRead({ person: '$2', now: '$3', isOpen: 'false' })} as "mayRead"
  from post_audio a join post p on p.id = a.post_id left join membership_level l on l.id = p.level_id where a.name = $1`);

const postOf = statement<{ postId: string }>(
  'select p.id as "postId" from post_audio a join post p on p.id = a.post_id where a.name = $1',
);

const insert = statement(
  'insert into post_audio (name, owner_id, media_type, seconds, bytes) values ($1, $2, $3, $4, $5)',
);

const known = statement('select from post_audio where name = $1');

const hold = statement(
  'select from post_audio where name = $1 and owner_id = $2 and (post_id is null or post_id = $3) for no key update',
);

const leave = statement('update post_audio set post_id = null where post_id = $1 and name is distinct from $2');

const join = statement('update post_audio set post_id = $1 where name = $2 and post_id is null');

const unused = statement<{ name: string }>(`
  delete from post_audio where name in (
    select name from post_audio where post_id is null and created_at < now() - interval '24 hours'
    order by created_at limit $1 for update skip locked)
  returning name`);

/** An audio file that a post has; null: no post has one of this name. */
export async function readAudio(
  db: Queryable,
  name: string,
  { personId, now }: { readonly personId: string | null; readonly now: Date },
): Promise<AudioRow | null> {
  return (await db.run(withPost, [name, personId, now]))[0] ?? null;
}

/** The post that has an audio file; null: none has. */
export async function readPostOfAudio(db: Queryable, name: string): Promise<string | null> {
  return (await db.run(postOf, [name]))[0]?.postId ?? null;
}

export async function insertAudio(tx: Tx, audio: PostAudio & { readonly ownerId: string }): Promise<void> {
  const { name, ownerId, type, seconds, bytes } = audio;
  await tx.run(insert, [name, ownerId, type, seconds, bytes]);
}

export async function isKnownAudio(db: Queryable, name: string): Promise<boolean> {
  return (await db.run(known, [name])).length > 0;
}

/**
 * Whether a person has uploaded the file, and no post but this one has it. It cannot be removed until the transaction ends. `postId` null: a
 * new post.
 */
export async function holdOwnAudio(
  tx: Tx,
  name: string,
  { ownerId, postId }: { readonly ownerId: string; readonly postId: string | null },
): Promise<boolean> {
  return (await tx.run(hold, [name, ownerId, postId])).length > 0;
}

/** Gives a post this file, which was held, in the place of another one; null: none. */
export async function setPostAudio(tx: Tx, postId: string, name: string | null): Promise<void> {
  await tx.run(leave, [postId, name]);
  if (name !== null) await tx.run(join, [postId, name]);
}

/** Deletes the rows of files that were uploaded over 24 hours ago and that no post has, and returns the names. */
export async function deleteUnusedAudio(tx: Tx, most: number): Promise<string[]> {
  return (await tx.run(unused, [most])).map(({ name }) => name);
}
