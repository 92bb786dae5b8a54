import { LRUCache } from 'lru-cache';
import type { StoredAnswer } from '#base/http/stored-answer.server.ts';
import { bytesOf, markOld } from './made-answer.server.ts';

export interface CachedEntriesOptions {
  /** How long an answer is fresh. */
  readonly freshMilliseconds?: number;
  /** How long after that it is still sent while a new one is produced. */
  readonly staleMilliseconds?: number;
  /** Maximum age of an answer that is sent because the database is away. */
  readonly oldMilliseconds?: number;
  /** Maximum size of all answers; the least recently used are evicted. */
  readonly maxBytes?: number;
  readonly now?: () => number;
}

interface Entry {
  readonly answer: StoredAnswer;
  readonly tags: ReadonlySet<string>;
  readonly madeAt: number;
  /** Invalidated since, or invalidations may have been missed: sent only if no new one can be produced. */
  isOutdated: boolean;
}

/** A cached answer; `stale`: it may be sent, but should be renewed. */
export interface CachedAnswer {
  readonly answer: StoredAnswer;
  readonly stale: boolean;
}

/** Whether two sets of tags have one in common. */
export function overlap(tags: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const tag of tags) if (others.has(tag)) return true;
  return false;
}

/** The answers in memory by their keys: fresh, stale, or outdated and sent only while no new one can be produced. */
export class CachedEntries {
  readonly #fresh: number;
  readonly #stale: number;
  readonly #old: number;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, Entry>;

  constructor(options: CachedEntriesOptions) {
    this.#fresh = options.freshMilliseconds ?? 5_000;
    this.#stale = options.staleMilliseconds ?? 30_000;
    this.#old = options.oldMilliseconds ?? 3_600_000;
    this.#now = options.now ?? Date.now;
    const maxSize = options.maxBytes ?? 64 * 1024 * 1024;
    this.#entries = new LRUCache({
      maxSize,
      maxEntrySize: Math.floor(maxSize / 8),
      sizeCalculation: ({ answer }) => bytesOf(answer),
    });
  }

  /** The cached answer of a key, fresh or stale. */
  peek(key: string): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.isOutdated) return undefined;
    const age = this.#now() - entry.madeAt;
    return age <= this.#fresh + this.#stale ? { answer: entry.answer, stale: age > this.#fresh } : undefined;
  }

  /** The last answer of a key, marked as stale, for when no new one can be produced. */
  peekOld(key: string): StoredAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const age = this.#now() - entry.madeAt;
    return age <= this.#old ? markOld(entry.answer, age) : undefined;
  }

  isOutdated(key: string): boolean {
    return this.#entries.peek(key)?.isOutdated === true;
  }

  set(key: string, answer: StoredAnswer, tags: ReadonlySet<string>): void {
    this.#entries.set(key, { answer, tags, madeAt: this.#now(), isOutdated: false });
  }

  /** Removes the answers with one of the tags; `mayBeOld`: they remain for `peekOld`. */
  drop(tags: ReadonlySet<string>, mayBeOld: boolean): void {
    if (!mayBeOld) this.#deleteWhere((entry) => overlap(entry.tags, tags));
    else for (const entry of this.#entries.values()) entry.isOutdated ||= overlap(entry.tags, tags);
  }

  /** All answers remain for `peekOld` alone. */
  outdateAll(): void {
    for (const entry of this.#entries.values()) entry.isOutdated = true;
  }

  dropOutdated(): void {
    this.#deleteWhere((entry) => entry.isOutdated);
  }

  clear(): void {
    this.#entries.clear();
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  #deleteWhere(matches: (entry: Entry) => boolean): void {
    for (const [key, entry] of [...this.#entries]) if (matches(entry)) this.#entries.delete(key);
  }
}
