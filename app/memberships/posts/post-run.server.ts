import { findProjects } from '#app/creators/creators.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { Clock } from '../clock.server.ts';
import type { MembershipEvents } from '../membership-events.server.ts';
import { lockWaitingPost, readPostReaders, readPublishedPosts, savePostReached } from './post-run-store.server.ts';

interface PostRunOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: MembershipEvents;
}

/** How many members are notified in one transaction. */
const atOnce = 500;

async function round(tx: Tx, { clock, events }: PostRunOptions): Promise<boolean> {
  const post = await lockWaitingPost(tx);
  if (post === null) return false;
  const readers = post.isRemoved ? [] : await readPostReaders(tx, post, { now: await clock(tx), take: atOnce });
  if (readers.length > 0) {
    await events.published(tx, { postId: post.id, personIds: readers.map(({ personId }) => personId) });
  }
  await savePostReached(tx, post.id, readers.length < atOnce ? null : (readers.at(-1) ?? null));
  return true;
}

/**
 * Notifies the members who may read a post of its publication, once. Any number of processes may run it; each round is one transaction, after
 * which another process can go on.
 */
export async function runPosts(options: PostRunOptions): Promise<void> {
  while (await options.db.transaction((tx) => round(tx, options)));
}

/** A post as a notice says it. */
interface PostNotice {
  readonly postId: string;
  /** The name of the creator. */
  readonly creator: string;
  readonly title: string;
  /** Of its page. */
  readonly path: string;
}

/** Those of some posts that are published. */
export async function readPostNotices(db: Queryable, ids: readonly string[]): Promise<PostNotice[]> {
  const rows = await readPublishedPosts(db, ids);
  const projects = await findProjects(
    db,
    rows.map(({ projectId }) => projectId),
  );
  return rows.flatMap(({ id: postId, projectId, title }) => {
    const project = projects.get(projectId);
    if (!project?.isAvailable) return [];
    return [{ postId, creator: project.displayName, title, path: `/${project.userName}/posts/${postId}` }];
  });
}
