import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ByteLimitedMap } from './byte-limited-map.server.ts';
import type { StoredAnswer } from './stored-answer.server.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const worthCompressing = 512;
const headBytes = 2_048;

/** What a producer makes: an answer that is the same for every guest. */
export interface Produced {
  readonly status: number;
  /** Names and values; length, encoding, ETag and `Vary: Accept-Encoding` are added by the cache. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** False: sent to those who wait for it, but never kept. */
  readonly keep: boolean;
}

/** Declares what an answer is made of; may be called at any time while it is being made. */
export type Tag = (...tags: string[]) => void;

/** Makes the answer of a key. Everything that it reads must be read after it was called. */
export type Produce = (tag: Tag) => Promise<Produced>;

export interface PageCacheOptions {
  /** For so long an answer is as good as new. */
  readonly freshMilliseconds?: number;
  /** For so long after that it is still sent while a new one is being made. */
  readonly staleMilliseconds?: number;
  /** What all bodies together may hold; the least recently used go first. */
  readonly maxBytes?: number;
  readonly now?: () => number;
}

interface Entry {
  readonly answer: StoredAnswer;
  readonly tags: ReadonlySet<string>;
  readonly madeAt: number;
}

/** One making of an answer that is under way. */
interface Flight {
  readonly tags: Set<string>;
  /** What was dropped since it began. */
  readonly dropped: Set<string>;
  outdated: boolean;
  readonly landed: Promise<StoredAnswer>;
}

/** A kept answer; `stale`: to be sent, but it is time to make a new one. */
export interface KeptAnswer {
  readonly answer: StoredAnswer;
  readonly stale: boolean;
}

/** What an address was found to ask for. */
interface KnownAddress {
  readonly key: string;
  /** The route of the call, for the figures of the process. */
  readonly route: string;
}

const mostAddresses = 5_000;
const longestAddress = 500;

/**
 * Answers that are the same for every guest, kept for seconds in the memory of this process: pages and calls alike.
 * Who asks after a drop never gets an answer whose making began before it.
 */
export class PageCache {
  readonly #fresh: number;
  readonly #stale: number;
  readonly #now: () => number;
  readonly #kept: ByteLimitedMap<Entry>;
  /** The makings that new callers may join. */
  readonly #flights = new Map<string, Flight>();
  /** All makings, also those that a drop has cut off from new callers. */
  readonly #underWay = new Set<Flight>();
  /** The oldest are forgotten first. What an address asks for never changes, so nothing here grows old. */
  readonly #addresses = new Map<string, KnownAddress>();
  #enabled = true;

  constructor(options: PageCacheOptions = {}) {
    this.#fresh = options.freshMilliseconds ?? 5_000;
    this.#stale = options.staleMilliseconds ?? 30_000;
    this.#now = options.now ?? Date.now;
    this.#kept = new ByteLimitedMap(options.maxBytes ?? 64 * 1024 * 1024, this.#now);
  }

  /** What is kept under a key and not too old to send. Where it is missing or stale, `get` makes a new one. */
  peek(key: string): KeptAnswer | undefined {
    const entry = this.#kept.get(key);
    if (entry === undefined) return undefined;
    const age = this.#now() - entry.madeAt;
    if (age <= this.#fresh + this.#stale) return { answer: entry.answer, stale: age > this.#fresh };
    this.#kept.delete(key);
    return undefined;
  }

  /**
   * Notes which kept answer an address asks for, exactly as the request has spelled it: the next one is answered without
   * being taken apart and checked again. Only for addresses that have been found right, and whose answers depend on
   * nothing else of the request.
   */
  knowAddress(url: string, address: KnownAddress): void {
    if (url.length > longestAddress || this.#addresses.has(url)) return;
    const [oldest] = this.#addresses.size < mostAddresses ? [] : this.#addresses.keys();
    if (oldest !== undefined) this.#addresses.delete(oldest);
    this.#addresses.set(url, address);
  }

  /** What is kept for an address that is known. */
  peekAddress(url: string): (KeptAnswer & { readonly route: string }) | undefined {
    const known = this.#addresses.get(url);
    const kept = known && this.peek(known.key);
    return kept && { ...kept, route: known.route };
  }

  /** The answer of a key: kept, being made, or made now. Simultaneous callers share one making. */
  get(key: string, produce: Produce): Promise<StoredAnswer> {
    const kept = this.peek(key);
    const flight = this.#flights.get(key);
    if (kept === undefined) return flight?.landed ?? this.#start(key, produce);
    // A failure to renew is seen by the first caller for whom the old answer is too old.
    if (kept.stale && flight === undefined) this.#start(key, produce).catch(() => undefined);
    return Promise.resolve(kept.answer);
  }

  /** Drops at once what is made of any of these; what is being made of them just now will not be kept. */
  drop(tags: readonly string[]): void {
    const gone = new Set(tags);
    this.#kept.deleteWhere((entry) => overlap(entry.tags, gone));
    for (const flight of this.#underWay) for (const tag of tags) flight.dropped.add(tag);
    // Which tags a making will yet declare is not known, so later callers begin anew.
    this.#flights.clear();
  }

  dropAll(): void {
    this.#kept.clear();
    for (const flight of this.#underWay) flight.outdated = true;
    this.#flights.clear();
  }

  /** Switched off, each request makes its own answer. */
  setEnabled(enabled: boolean): void {
    this.#enabled = enabled;
    if (!enabled) this.dropAll();
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return this.#kept.size;
  }

  #start(key: string, produce: Produce): Promise<StoredAnswer> {
    const { promise, resolve } = Promise.withResolvers<StoredAnswer>();
    const flight: Flight = { tags: new Set(), dropped: new Set(), outdated: false, landed: promise };
    this.#underWay.add(flight);
    if (this.#enabled) this.#flights.set(key, flight);
    resolve(this.#fly(key, flight, produce));
    return promise;
  }

  async #fly(key: string, flight: Flight, produce: Produce): Promise<StoredAnswer> {
    try {
      const produced = await produce((...tags) => {
        for (const tag of tags) flight.tags.add(tag);
      });
      const answer = await store(produced);
      const current = !flight.outdated && !overlap(flight.tags, flight.dropped);
      if (this.#enabled && current && produced.keep && produced.status < 500)
        this.#kept.set(key, { answer, tags: flight.tags, madeAt: this.#now() }, bytesOf(answer));
      return answer;
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

function bytesOf({ plain, br, gzip }: StoredAnswer): number {
  return plain.length + (br?.length ?? 0) + (gzip?.length ?? 0) + headBytes;
}

/** Compresses an answer once and fixes its ETag. */
async function store({ status, headers, body }: Produced): Promise<StoredAnswer> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const answer = { status, headers, hash, plain: body };
  if (body.length < worthCompressing) return answer;
  const [br, zipped] = await Promise.all([
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    zip(body, { level: 6 }),
  ]);
  return { ...answer, br, gzip: zipped };
}
