import { LRUCache } from 'lru-cache';
import { troubleOf } from '#base/db/database-trouble.server.ts';
import type { StoredAnswer } from '#base/http/stored-answer.server.ts';
import { bytesOf, markOld, type Produced, sealAnswer } from './made-answer.server.ts';

/** Adds tags to an answer, at any time while it is being produced. */
export type Tag = (...tags: string[]) => void;

/** Produces the answer of a key. Everything it uses must be read after it was called. */
export type Produce = (tag: Tag) => Promise<Produced>;

/** Runs the work when it is its turn, or throws if that would be too late. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: Turn = (work) => work();

export interface PageCacheOptions {
  /** How long an answer is fresh. */
  readonly freshMilliseconds?: number;
  /** How long after that it is still sent while a new one is produced. */
  readonly staleMilliseconds?: number;
  /** Maximum age of an answer that is sent because the database is away. */
  readonly oldMilliseconds?: number;
  /** How long a request waits for a new answer before it gets such an old one. */
  readonly patienceMilliseconds?: number;
  /** Whether the database does not answer now. Default: known only from a production that fails. */
  readonly isDatabaseSilent?: () => Promise<boolean>;
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

/** The production of an answer in progress. */
interface Flight {
  readonly tags: Set<string>;
  /** False while it waits for its turn and has read nothing yet. */
  hasBegun: boolean;
  /** The tags invalidated since it began. */
  readonly dropped: Set<string>;
  outdated: boolean;
  readonly landed: Promise<StoredAnswer>;
}

/** The result of a production. */
interface Made {
  readonly answer: StoredAnswer;
  readonly isCacheable: boolean;
}

/** A cached answer; `stale`: it may be sent, but should be renewed. */
export interface CachedAnswer {
  readonly answer: StoredAnswer;
  readonly stale: boolean;
}

/** The cached call that a URL asks for. */
interface KnownAddress {
  readonly key: string;
  /** The route of the call, for the metrics. */
  readonly route: string;
}

const mostAddresses = 5_000;
const longestAddress = 500;

/**
 * Caches answers that are the same for every guest, pages and calls, for seconds in the memory of this process. A request after an
 * invalidation never gets an answer whose production began before it, but for `peekOld` if `mayBeOld` says so.
 */
export class PageCache {
  readonly #fresh: number;
  readonly #stale: number;
  readonly #old: number;
  readonly #patience: number;
  readonly #isDatabaseSilent: () => Promise<boolean>;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, Entry>;
  /** The productions that new callers may join. */
  readonly #flights = new Map<string, Flight>();
  /** All productions, including those that an invalidation has closed to new callers. */
  readonly #underWay = new Set<Flight>();
  /** Entries never expire, because a URL always means the same call. */
  readonly #addresses = new LRUCache<string, KnownAddress>({ max: mostAddresses });
  #enabled = true;

  constructor(options: PageCacheOptions = {}) {
    this.#fresh = options.freshMilliseconds ?? 5_000;
    this.#stale = options.staleMilliseconds ?? 30_000;
    this.#old = options.oldMilliseconds ?? 3_600_000;
    this.#patience = options.patienceMilliseconds ?? 1_500;
    this.#isDatabaseSilent = options.isDatabaseSilent ?? (async () => false);
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

  /**
   * Remembers which cached answer a URL asks for, exactly as the request spells it, so that the next request is answered without parsing.
   * Only for valid URLs whose answer depends on nothing else of the request.
   */
  rememberAddress(url: string, address: KnownAddress): void {
    if (url.length > longestAddress || this.#addresses.has(url)) return;
    this.#addresses.set(url, address);
  }

  /** The cached answer of a remembered URL. `takesOld`: even one that `peekOld` returns. */
  peekAddress(url: string, takesOld = false): (CachedAnswer & { readonly route: string }) | undefined {
    const known = this.#addresses.get(url);
    if (known === undefined) return undefined;
    const cached = this.peek(known.key);
    const old = cached === undefined && takesOld ? this.peekOld(known.key) : undefined;
    const found = cached ?? (old && { answer: old, stale: true });
    return found && { ...found, route: known.route };
  }

  /** The answer of a key: cached, or produced when it is its turn. Concurrent callers share one production. */
  get(key: string, produce: Produce, turn: Turn = atOnce): Promise<StoredAnswer> {
    const cached = this.peek(key);
    const flight = this.#flights.get(key);
    if (cached === undefined) return this.#orOld(key, flight?.landed ?? this.#start(key, produce, turn));
    // A failure to renew is reported to the first caller for whom the answer is too old.
    if (cached.stale && flight === undefined) this.#start(key, produce, turn).catch(() => undefined);
    return Promise.resolve(cached.answer);
  }

  /** Invalidates all answers with one of the tags, including those in production. `mayBeOld`: they remain for `peekOld`. */
  drop(tags: readonly string[], mayBeOld = false): void {
    const gone = new Set(tags);
    if (!mayBeOld) this.#deleteWhere((entry) => overlap(entry.tags, gone));
    else for (const entry of this.#entries.values()) entry.isOutdated ||= overlap(entry.tags, gone);
    for (const flight of this.#underWay) if (flight.hasBegun) for (const tag of tags) flight.dropped.add(tag);
    this.#leaveBegun();
  }

  dropAll(): void {
    this.#entries.clear();
    this.#outdateFlights();
  }

  /** While disabled, each request produces its own answer. Earlier answers remain for `peekOld` until the cache is enabled again. */
  setEnabled(enabled: boolean): void {
    this.#enabled = enabled;
    if (enabled) this.#deleteWhere((entry) => entry.isOutdated);
    else for (const entry of this.#entries.values()) entry.isOutdated = true;
    this.#outdateFlights();
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  #deleteWhere(matches: (entry: Entry) => boolean): void {
    for (const [key, entry] of [...this.#entries]) if (matches(entry)) this.#entries.delete(key);
  }

  #start(key: string, produce: Produce, turn: Turn): Promise<StoredAnswer> {
    const { promise, resolve } = Promise.withResolvers<StoredAnswer>();
    const flight: Flight = {
      tags: new Set(),
      hasBegun: false,
      dropped: new Set(),
      outdated: false,
      landed: promise,
    };
    this.#underWay.add(flight);
    if (this.#enabled) this.#flights.set(key, flight);
    resolve(this.#fly(key, flight, () => turn(() => this.#make(flight, produce))));
    return promise;
  }

  /** Waits for a new answer, but not for long if there is an old one: a database that has died silently answers nothing for seconds. */
  async #orOld(key: string, landed: Promise<StoredAnswer>): Promise<StoredAnswer> {
    const isInvalidated = this.#enabled && this.#entries.peek(key)?.isOutdated;
    if (isInvalidated || this.peekOld(key) === undefined) return landed;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, this.#patience);
    try {
      const soon = await Promise.race([landed, promise]);
      if (soon !== undefined) return soon;
      // Invalidations may have been missed: only a database that is away excuses an answer without them.
      if (!this.#enabled && !(await this.#isDatabaseSilent())) return await landed;
      return this.peekOld(key) ?? (await landed);
    } finally {
      clearTimeout(timer);
      landed.catch(() => undefined);
    }
  }

  #outdateFlights(): void {
    for (const flight of this.#underWay) if (flight.hasBegun) flight.outdated = true;
    this.#leaveBegun();
  }

  /** Closes productions that have begun to new callers, because they may still add invalidated tags. */
  #leaveBegun(): void {
    for (const [key, flight] of this.#flights) if (flight.hasBegun) this.#flights.delete(key);
  }

  async #make(flight: Flight, produce: Produce): Promise<Made> {
    flight.hasBegun = true;
    const produced = await produce((...tags) => {
      for (const tag of tags) flight.tags.add(tag);
    });
    return { answer: await sealAnswer(produced), isCacheable: produced.isCacheable && produced.status < 500 };
  }

  async #fly(key: string, flight: Flight, make: () => Promise<Made>): Promise<StoredAnswer> {
    try {
      const { answer, isCacheable } = await make();
      const current = !flight.outdated && !overlap(flight.tags, flight.dropped);
      if (this.#enabled && current && isCacheable)
        this.#entries.set(key, { answer, tags: flight.tags, madeAt: this.#now(), isOutdated: false });
      return answer;
    } catch (error) {
      const old = troubleOf(error) === null ? undefined : this.peekOld(key);
      if (old === undefined) throw error;
      return old;
    } finally {
      this.#underWay.delete(flight);
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }
}

function overlap(tags: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const tag of tags) if (others.has(tag)) return true;
  return false;
}
