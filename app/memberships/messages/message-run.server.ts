import { findProjects } from '#app/creators/creators.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { Clock } from '../clock.server.ts';
import type { MembershipEvents } from '../membership-events.server.ts';
import { lockWaiting, readReaders, readShown, saveReached } from './message-store.server.ts';

interface MessageRunOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: MembershipEvents;
}

/** How many members are notified in one transaction. */
const atOnce = 500;

async function round(tx: Tx, { clock, events }: Omit<MessageRunOptions, 'db'>): Promise<boolean> {
  const message = await lockWaiting(tx);
  if (message === null) return false;
  const readers =
    message.removedAt === null ? await readReaders(tx, message, { now: await clock(tx), take: atOnce }) : [];
  if (readers.length > 0) {
    await events.written(tx, { messageId: message.id, personIds: readers.map(({ personId }) => personId) });
  }
  await saveReached(tx, message.id, readers.length < atOnce ? null : (readers.at(-1) ?? null));
  return true;
}

/**
 * Notifies the members of what was written to them. Any number of processes may run it; each round is one transaction, after which another
 * process can go on.
 */
export async function runMessages({ db, ...around }: MessageRunOptions): Promise<void> {
  while (await db.transaction((tx) => round(tx, around)));
}

/** A message as a notice says it. */
interface MemberMessage {
  readonly messageId: string;
  /** The name of the creator. */
  readonly creator: string;
  readonly text: string;
}

/** Those of some messages that are not removed. */
export async function readMemberMessages(db: Queryable, ids: readonly string[]): Promise<MemberMessage[]> {
  const rows = await readShown(db, ids);
  const projects = await findProjects(
    db,
    rows.map(({ projectId }) => projectId),
  );
  return rows.flatMap(({ id: messageId, projectId, text }) => {
    const project = projects.get(projectId);
    return project?.isAvailable ? [{ messageId, creator: project.displayName, text }] : [];
  });
}
