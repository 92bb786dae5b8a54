import { sql } from 'drizzle-orm';
import type { Tx } from './db.server.ts';
import type { Listener } from './listener.server.ts';

const channel = 'dropped_tags';

/**
 * Drops, on every process as soon as the transaction commits, whatever is kept that names one of the tags:
 * pages, answers, sessions.
 */
export async function dropCached(tx: Tx, tags: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(tags)})`);
  tx.afterCommit(() => {
    for (const dropped of localListeners) dropped(tags);
  });
}

/** Something that keeps what may go stale. */
export interface TaggedCache {
  drop(tags: readonly string[]): void;
  /** Keeps nothing while false: the process does not hear what the others drop. */
  setEnabled(isEnabled: boolean): void;
}

const localListeners = new Set<(tags: readonly string[]) => void>();

function readTags(payload: string): string[] {
  const tags: unknown = JSON.parse(payload);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

/** Lets a cache hear every drop: of this process right after its commit, of the others by notification. */
export function connectCache(listener: Listener, cache: TaggedCache): { disconnect(): void } {
  const dropped = (tags: readonly string[]) => cache.drop(tags);
  localListeners.add(dropped);
  listener.on(channel, (payload) => dropped(readTags(payload)));
  listener.onConnection((isConnected) => cache.setEnabled(isConnected));
  return { disconnect: () => localListeners.delete(dropped) };
}
