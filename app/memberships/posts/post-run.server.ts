import { findProjects } from '#app/creators/creators.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { Clock } from '../clock.server.ts';
import type { MembershipEvents } from '../membership-events.server.ts';
import {
  finishPostNotices,
  lockWaitingPost,
  readPostReaders,
  readPublishedPosts,
  savePostReached,
} from './post-run-store.server.ts';

interface PostRunOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<MembershipEvents, 'published'>;
  /** How many members are notified in one transaction. */
  readonly atOnce?: number;
}

async function round(tx: Tx, { clock, events, atOnce = 500 }: PostRunOptions): Promise<boolean> {
  const post = await lockWaitingPost(tx);
  if (post === null) return false;
  const now = await clock(tx);
  const readers = post.isRemoved ? [] : await readPostReaders(tx, post, { now, take: atOnce });
  if (readers.length > 0) {
    await events.published(tx, { postId: post.id, personIds: readers.map(({ personId }) => personId) });
  }
  const last = readers.at(-1);
  if (last === undefined || readers.length < atOnce) await finishPostNotices(tx, post.id, now);
  else await savePostReached(tx, post.id, last);
  return true;
}

/**
 * Notifies the members who may read a post of its publication, once. Several processes may run it; each round is one transaction, after
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
