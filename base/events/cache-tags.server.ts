import { setTimeout as pause } from 'node:timers/promises';
import { type Queryable, statement, type Tx, type WrittenHint } from '#base/db/db.server.ts';
import type { Listener } from './listener.server.ts';

const channel = 'dropped_tags';

const anything = statement('select 1');

/** A notification holds at most 7,999 bytes, which is room for a hundred tags. */
const payloads = `
  select '${channel}' as channel, (jsonb_agg(tag) || $2::jsonb)::text as payload
  from unnest($1::text[]) with ordinality as given (tag, at) group by (at - 1) / 100`;

const notifyOthers = statement(`select pg_notify(channel, payload) from (${payloads}) as parts`);

const hintOthers = statement<WrittenHint>(`
  insert into hint (channel, payload) ${payloads} returning written::text as written, channel, payload`);

/** Invalidates cached pages, answers and sessions that have one of the tags, on every process, with the commit of the transaction. */
export async function dropCached(tx: Tx, tags: readonly string[]): Promise<void> {
  await tx.run(notifyOthers, [tags, '[]']);
  dropHere(tx, tags, false);
}

/**
 * The same for answers that lack something new, but show nothing that must no longer be seen: they may still be sent, marked as stale, while
 * no new ones can be produced. Other processes get to know right after the commit, so that commits need not wait for each other.
 */
export async function outdateCached(tx: Tx, tags: readonly string[]): Promise<void> {
  // A number after the tags, which earlier releases overlook, so that they drop the answers.
  const hints = await tx.run(hintOthers, [tags, '[1]']);
  dropHere(tx, tags, true);
  for (const hint of hints) tx.passHint(hint);
}

function dropHere(tx: Tx, tags: readonly string[], mayBeOld: boolean): void {
  tx.afterCommit(() => {
    for (const dropped of localListeners) dropped(tags, mayBeOld);
  });
}

/** A cache whose entries are invalidated by tags. */
export interface TaggedCache {
  /** `mayBeOld`: the answers may be kept for when no new ones can be produced. */
  drop(tags: readonly string[], mayBeOld?: boolean): void;
  /** While false, the cache stores nothing: invalidations of other processes do not arrive. */
  setEnabled(isEnabled: boolean): void;
}

const localListeners = new Set<(tags: readonly string[], mayBeOld: boolean) => void>();

function readTags(payload: string): [tags: string[], mayBeOld: boolean] {
  const parts: unknown = JSON.parse(payload);
  if (!Array.isArray(parts)) return [[], false];
  return [parts.filter((tag) => typeof tag === 'string'), parts.includes(1)];
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
  const dropped = (tags: readonly string[], mayBeOld: boolean) => cache.drop(tags, mayBeOld);
  let breaks = 0;
  localListeners.add(dropped);
  listener.on(channel, (payload) => dropped(...readTags(payload)));
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
