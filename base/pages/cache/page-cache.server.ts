import { LRUCache } from 'lru-cache';
import { troubleOf } from '#base/db/database-trouble.server.ts';
import type { StoredAnswer } from '#base/http/stored-answer.server.ts';
import { type CachedAnswer, CachedEntries, type CachedEntriesOptions, overlap } from './cached-entries.server.ts';
import { KeptAnswers } from './kept-answers.server.ts';
import { type Produced, sealAnswer } from './made-answer.server.ts';

/** Adds tags to an answer, at any time while it is being produced. */
export type Tag = (...tags: string[]) => void;

/** Produces the answer of a key. Everything it uses must be read after it was called, or be dropped by tags of its own (`kept`). */
export type Produce = (tag: Tag) => Promise<Produced>;

/** Runs the work when it is its turn, or throws if that would be too late. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: Turn = (work) => work();

export interface PageCacheOptions extends CachedEntriesOptions {
  /** How long a request waits for a new answer before it gets such an old one. */
  readonly patienceMilliseconds?: number;
  /** Whether the database does not answer now. Default: known only from a production that fails. */
  readonly isDatabaseSilent?: () => Promise<boolean>;
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
  readonly #patience: number;
  readonly #isDatabaseSilent: () => Promise<boolean>;
  readonly #entries: CachedEntries;
  /** The productions that new callers may join. */
  readonly #flights = new Map<string, Flight>();
  /** All productions, including those that an invalidation has closed to new callers. */
  readonly #underWay = new Set<Flight>();
  /** Entries never expire, because a URL always means the same call. */
  readonly #addresses = new LRUCache<string, KnownAddress>({ max: mostAddresses });
  /** What pages are made from, invalidated with them. */
  readonly kept = new KeptAnswers();
  #enabled = true;

  constructor(options: PageCacheOptions = {}) {
    this.#patience = options.patienceMilliseconds ?? 1_500;
    this.#isDatabaseSilent = options.isDatabaseSilent ?? (async () => false);
    this.#entries = new CachedEntries(options);
  }

  /** See `CachedEntries.peek`. */
  peek(key: string): CachedAnswer | undefined {
    return this.#entries.peek(key);
  }

  /** See `CachedEntries.peekOld`. */
  peekOld(key: string): StoredAnswer | undefined {
    return this.#entries.peekOld(key);
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
    this.kept.drop(tags);
    this.#entries.drop(new Set(tags), mayBeOld);
    for (const flight of this.#underWay) if (flight.hasBegun) for (const tag of tags) flight.dropped.add(tag);
    this.#leaveBegun();
  }

  dropAll(): void {
    this.kept.clear();
    this.#entries.clear();
    this.#outdateFlights();
  }

  /** While disabled, each request produces its own answer. Earlier answers remain for `peekOld` until the cache is enabled again. */
  setEnabled(enabled: boolean): void {
    this.#enabled = enabled;
    this.kept.setEnabled(enabled);
    if (enabled) this.#entries.dropOutdated();
    else this.#entries.outdateAll();
    this.#outdateFlights();
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return this.#entries.size;
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
    const isInvalidated = this.#enabled && this.#entries.isOutdated(key);
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
      if (this.#enabled && current && isCacheable) this.#entries.set(key, answer, flight.tags);
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
