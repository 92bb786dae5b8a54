import { z } from 'zod';
import { findProject, setHasPosts } from '#app/creators/creators.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoLevel } from './memberships.ts';
import postsJson from './posts.json' with { type: 'json' };

const posts = z
  .array(
    z.object({
      title: z.string(),
      teaser: z.string(),
      text: z.string(),
      audience: z.enum(['everyone', 'members', 'level']),
      daysAgo: z.int(),
    }),
  )
  .parse(postsJson);

const insert = statement(`
  insert into post (project_id, title, teaser, text, pictures, audience, level_id, published_at, first_published_at, enqueued_at, created_at)
  values ($1, $2, $3, $4, '{}', $5, $6, $7, $7, $7, $7)`);

const day = 86_400_000;

/** Inserts a few posts of each creator with levels, the one of a level for the dearest; nobody is notified of them. */
export async function addPosts(tx: Tx, levels: readonly DemoLevel[], now: Date): Promise<void> {
  const dearest = new Map(levels.map(({ projectId, id }) => [projectId, id]));
  for (const [projectId, levelId] of dearest) {
    for (const { title, teaser, text, audience, daysAgo } of posts) {
      const at = new Date(now.getTime() - daysAgo * day);
      await tx.run(insert, [projectId, title, teaser, text, audience, audience === 'level' ? levelId : null, at]);
    }
    const project = await findProject(tx, projectId);
    if (project !== null) await setHasPosts(tx, project.userId, async () => true);
  }
}
