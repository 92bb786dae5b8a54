import { performance } from 'node:perf_hooks';
import type { Caller } from '#base/calls/call-context.server.ts';
import type { TaggedCache } from '#base/events/cache-tags.server.ts';

/** Cached answers expire so soon that an ended session is refused within 1 s even if a notification is lost. */
const cacheMilliseconds = 700;
const maxCached = 20_000;

interface CachedCaller {
  readonly caller: Caller | null;
  readonly until: number;
}

interface Batch {
  readonly ids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Caller>>;
}

/**
 * Caches which sessions are active. An entry lives less than a second and is dropped when this process or, by notification, another one
 * ends the session. Lookups that arrive during a query share the next query, so a busy server makes far fewer queries than calls.
 */
export class LiveSessions implements TaggedCache {
  readonly #load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Caller>>;
  readonly #cached = new Map<string, CachedCaller>();
  #underWay: Promise<unknown> | null = null;
  #next: Batch | null = null;
  #drops = 0;

  /** `load` returns the active ones among the given sessions. */
  constructor(load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Caller>>) {
    this.#load = load;
  }

  /** The caller of a session; null if it has ended. */
  async find(sessionId: string): Promise<Caller | null> {
    const cached = this.#cached.get(sessionId);
    if (cached !== undefined && cached.until > performance.now()) return cached.caller;
    this.#next ??= this.#openBatch();
    this.#next.ids.add(sessionId);
    const found = await this.#next.found;
    return found.get(sessionId) ?? null;
  }

  drop(tags: readonly string[]): void {
    for (const tag of tags) {
      const id = tag.slice(tag.indexOf(':') + 1);
      if (tag.startsWith('session:')) this.#cached.delete(id);
      else if (tag.startsWith('person:')) this.#dropPerson(id);
      else continue;
      this.#drops += 1;
    }
  }

  /** Does nothing: entries are short-lived enough to be valid without notifications. */
  setEnabled(): void {}

  #dropPerson(userId: string): void {
    for (const [id, { caller }] of this.#cached) {
      if (caller?.userId === userId) this.#cached.delete(id);
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
    const until = performance.now() + cacheMilliseconds;
    const found = await this.#load([...ids]);
    if (this.#drops === dropsBefore) {
      if (this.#cached.size > maxCached) this.#cached.clear();
      for (const id of ids) this.#cached.set(id, { caller: found.get(id) ?? null, until });
    }
    return found;
  }
}
