import { performance } from 'node:perf_hooks';
import type { TaggedCache } from '#base/cache-tags.server.ts';
import type { Caller } from '#base/call-context.server.ts';

/** Every process forgets what it knows of a session after so long by itself, so that an ended one is refused within 1 s come what may. */
const keptMilliseconds = 700;
const mostKept = 20_000;

interface Kept {
  readonly caller: Caller | null;
  readonly until: number;
}

interface Batch {
  readonly ids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Caller>>;
}

/**
 * Knows which sessions live. An answer is kept for less than a second and dropped at once when this process or, by
 * notification, another ends the session; all that are asked for while one query is under way go into the next query
 * together. So a busy server makes far fewer queries than calls, and never depends on a notification to be right.
 */
export class LiveSessions implements TaggedCache {
  readonly #load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Caller>>;
  readonly #kept = new Map<string, Kept>();
  #underWay: Promise<unknown> | null = null;
  #next: Batch | null = null;
  #drops = 0;

  /** `load` answers those of the given sessions that live. */
  constructor(load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Caller>>) {
    this.#load = load;
  }

  /** Who a session belongs to; null where it has ended. */
  async find(sessionId: string): Promise<Caller | null> {
    const kept = this.#kept.get(sessionId);
    if (kept !== undefined && kept.until > performance.now()) return kept.caller;
    this.#next ??= this.#openBatch();
    this.#next.ids.add(sessionId);
    const found = await this.#next.found;
    return found.get(sessionId) ?? null;
  }

  drop(tags: readonly string[]): void {
    for (const tag of tags) {
      const id = tag.slice(tag.indexOf(':') + 1);
      if (tag.startsWith('session:')) this.#kept.delete(id);
      else if (tag.startsWith('person:')) this.#dropPerson(id);
      else continue;
      this.#drops += 1;
    }
  }

  /** Nothing to do: what is kept is short-lived enough to be right without being told anything. */
  setEnabled(): void {}

  #dropPerson(userId: string): void {
    for (const [id, { caller }] of this.#kept) {
      if (caller?.userId === userId) this.#kept.delete(id);
    }
  }

  #openBatch(): Batch {
    const ids = new Set<string>();
    const previous = this.#underWay ?? Promise.resolve();
    const found = previous.then(() => this.#runBatch(ids));
    this.#underWay = found.catch(() => undefined);
    return { ids, found };
  }

  async #runBatch(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Caller>> {
    this.#next = null;
    const dropsBefore = this.#drops;
    const until = performance.now() + keptMilliseconds;
    const found = await this.#load([...ids]);
    if (this.#drops === dropsBefore) {
      if (this.#kept.size > mostKept) this.#kept.clear();
      for (const id of ids) this.#kept.set(id, { caller: found.get(id) ?? null, until });
    }
    return found;
  }
}
