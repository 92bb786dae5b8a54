import { join } from 'node:path';
import { z } from 'zod';
import { setHasPosts } from '#app/creators/creators.server.ts';
import type { Memberships } from '#app/memberships/memberships.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoPerson } from '../people.ts';
import type { DemoLevel } from './memberships.ts';
import postsJson from './posts.json' with { type: 'json' };

/** What each creator with levels has written, by the user name. */
const written = z
  .record(
    z.string(),
    z.strictObject({
      posts: z.array(
        z.strictObject({
          title: z.string(),
          teaser: z.string(),
          text: z.string(),
          audience: z.enum(['everyone', 'members', 'level']),
          daysAgo: z.int(),
          /** A file of `demo/sounds`. */
          audio: z.string().optional(),
        }),
      ),
      messages: z.array(z.strictObject({ text: z.string(), daysAgo: z.int() })),
    }),
  )
  .parse(postsJson);

const insert = statement<{ id: string }>(`
  insert into post (project_id, title, teaser, text, pictures, audience, level_id, published_at, first_published_at, enqueued_at, created_at)
  values ($1, $2, $3, $4, '{}', $5, $6, $7, $7, $7, $7) returning id`);

const day = 86_400_000;

const insertMessage = statement(`
  insert into membership_message (project_id, text, readers, created_at, day, enqueued_at)
  select $1, $2, count(*), $3, ($3::timestamptz at time zone $4)::date, $3
  from membership m where m.project_id = $1 and m.since <= $3`);

interface WritingOptions {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly levels: readonly DemoLevel[];
  readonly store: Pick<Memberships, 'storePostAudio'>;
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * Inserts posts and messages of each creator with levels, the posts of a level for the dearest; nobody is notified of them. Comes after the
 * memberships, which are the readers.
 */
export async function addPostsAndMessages(
  tx: Tx,
  { creators, levels, store, timeZone, now }: WritingOptions,
): Promise<void> {
  const dearest = new Map(levels.map(({ projectId, id }) => [projectId, id]));
  const ago = (days: number) => new Date(now.getTime() - days * day);
  for (const [userName, { posts, messages }] of Object.entries(written)) {
    const person = creators.get(userName);
    const levelId = person && dearest.get(person.projectId);
    if (person === undefined || levelId === undefined) throw new Error(`the demo world has no levels of ${userName}`);
    const { projectId } = person;
    for (const { title, teaser, text, audience, daysAgo, audio } of posts) {
      const level = audience === 'level' ? levelId : null;
      const [made] = await tx.run(insert, [projectId, title, teaser, text, audience, level, ago(daysAgo)]);
      if (audio === undefined || made === undefined) continue;
      const path = join(import.meta.dirname, '../sounds', audio);
      await store.storePostAudio(tx, { postId: made.id, ownerId: person.userId, path });
    }
    for (const { text, daysAgo } of messages) await tx.run(insertMessage, [projectId, text, ago(daysAgo), timeZone]);
    await setHasPosts(tx, person.userId, async () => true);
  }
}
