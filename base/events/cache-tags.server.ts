import { setTimeout as pause } from 'node:timers/promises';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Listener } from './listener.server.ts';

const channel = 'dropped_tags';

const anything = statement('select 1');

/** A notification holds at most 7,999 bytes, which is room for a hundred tags. */
const notifyOthers = statement(`
  select pg_notify('${channel}', json_agg(tag)::text)
  from unnest($1::text[]) with ordinality as given (tag, at) group by (at - 1) / 100`);

/** Invalidates cached pages, answers and sessions that have one of the tags, on every process, when the transaction commits. */
export async function dropCached(tx: Tx, tags: readonly string[]): Promise<void> {
  await tx.run(notifyOthers, [tags]);
  tx.afterCommit(() => {
    for (const dropped of localListeners) dropped(tags);
  });
}

/** A cache whose entries are invalidated by tags. */
export interface TaggedCache {
  drop(tags: readonly string[]): void;
  /** While false, the cache stores nothing: invalidations of other processes do not arrive. */
  setEnabled(isEnabled: boolean): void;
}

const localListeners = new Set<(tags: readonly string[]) => void>();

function readTags(payload: string): string[] {
  const tags: unknown = JSON.parse(payload);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

const askMilliseconds = 250;

/** Waits until the database answers, or `isOver`. */
async function untilAnswered(db: Queryable, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const isAnswered = await db.run(anything, []).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await pause(askMilliseconds);
  }
}

/**
 * Connects a cache to every invalidation: of this process right after its commit, of the others by notification. After a break it is enabled
 * when the database answers queries too: after a failover the listener may be there first, and old answers are still needed.
 */
export function connectCache(listener: Listener, cache: TaggedCache, db: Queryable): { disconnect(): void } {
  const dropped = (tags: readonly string[]) => cache.drop(tags);
  let breaks = 0;
  localListeners.add(dropped);
  listener.on(channel, (payload) => dropped(readTags(payload)));
  listener.onConnection((isConnected) => {
    const before = ++breaks;
    if (!isConnected) {
      cache.setEnabled(false);
      return;
    }
    const isOver = () => before !== breaks;
    void untilAnswered(db, isOver).then(() => {
      if (!isOver()) cache.setEnabled(true);
    });
  });
  return {
    disconnect: () => {
      breaks += 1;
      localListeners.delete(dropped);
    },
  };
}
