import { performance } from 'node:perf_hooks';
import { siteOf } from '#base/process/network-of.ts';
import type { NetworkFairShare } from './network-fair-share.ts';

/** More work waits than can be done in time. */
export class QueueFull extends Error {
  override name = 'QueueFull';

  constructor() {
    super('too much work waits for its turn');
  }
}

export interface FairQueueOptions {
  /** Number of concurrent works. */
  readonly atOnce: number;
  /** Number of works that may wait. */
  readonly mostWaiting: number;
  /** How much of the time one site may use. Default: all of it. */
  readonly pace?: NetworkFairShare | undefined;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

interface Group {
  readonly site: string;
  readonly network: string;
}

/**
 * Limits concurrent work that requests cause. Sites (an IPv6 /48) take turns, and within a site its networks, so that one that requests
 * thousands of works delays another by a single one, however many networks it requests them from. When too many wait, the newest of the
 * site with the most is refused.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  /** By site and network, each in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>();
  readonly #pace: NetworkFairShare | undefined;
  #waitingCount = 0;
  #running = 0;
  #alarm: NodeJS.Timeout | undefined;

  constructor({ atOnce, mostWaiting, pace }: FairQueueOptions) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
    this.#pace = pace;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Whether work of this network would be accepted now. */
  hasRoom(network: string): boolean {
    return this.#waitingCount < this.#mostWaiting || this.#findCrowded(network) !== null;
  }

  /** Runs the work when it is this network's turn. Throws `QueueFull` if that would be too late. */
  async run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    const site = siteOf(network);
    this.#pace?.note(site);
    if (this.#running < this.#atOnce && this.#waitOf(site) === 0) this.#running += 1;
    else await this.#wait(network);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#pace?.charge(site, performance.now() - begun);
      this.#running -= 1;
      this.#beginNext();
    }
  }

  #waitOf(site: string): number {
    return this.#pace?.waitOf(site) ?? 0;
  }

  #wait(network: string): Promise<void> {
    if (this.#waitingCount >= this.#mostWaiting) {
      const crowded = this.#findCrowded(network);
      if (crowded === null) throw new QueueFull();
      this.#refuseNewest(crowded);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const site = siteOf(network);
    const networks = this.#waiting.get(site) ?? new Map<string, Waiting[]>();
    const own = networks.get(network) ?? [];
    own.push({ begin: resolve, refuse: reject });
    networks.set(network, own);
    this.#waiting.set(site, networks);
    this.#waitingCount += 1;
    this.#beginNext();
    return promise;
  }

  /**
   * The group that has to make room for this network: of the site with the most, unless this network's site would then have as many. The
   * same holds for the networks of one site. Null if there is none.
   */
  #findCrowded(network: string): Group | null {
    const site = siteOf(network);
    const other = fullest(this.#waiting, site, countIn);
    const crowded = other ?? site;
    const networks = this.#waiting.get(crowded) ?? new Map<string, Waiting[]>();
    const most = fullest(networks, other === null ? network : null, lengthOf);
    return most === null ? null : { site: crowded, network: most };
  }

  #refuseNewest({ site, network }: Group): void {
    const networks = this.#waiting.get(site);
    const all = networks?.get(network) ?? [];
    const refused = all.pop();
    if (all.length === 0) networks?.delete(network);
    if (networks?.size === 0) this.#waiting.delete(site);
    this.#waitingCount -= 1;
    refused?.refuse(new QueueFull());
  }

  /** Begins work while there is a place and a site that may use it now. */
  #beginNext(): void {
    clearTimeout(this.#alarm);
    while (this.#running < this.#atOnce && this.#waitingCount > 0) {
      const waits = this.#waiting.keys().map((site) => ({ site, wait: this.#waitOf(site) }));
      const soonest = waits.reduce((best, one) => (one.wait < best.wait ? one : best));
      if (soonest.wait > 0) {
        this.#alarm = setTimeout(() => this.#beginNext(), soonest.wait).unref();
        return;
      }
      this.#running += 1;
      this.#begin(soonest.site);
    }
  }

  #begin(site: string): void {
    const networks = this.#waiting.get(site) ?? new Map<string, Waiting[]>();
    const [turn] = networks;
    if (turn === undefined) throw new Error('a site waits without work');
    const [network, all] = turn;
    const next = all.shift();
    this.#waitingCount -= 1;
    // The next turn of the network and of its site comes after that of all others.
    networks.delete(network);
    if (all.length > 0) networks.set(network, all);
    this.#waiting.delete(site);
    if (networks.size > 0) this.#waiting.set(site, networks);
    next?.begin();
  }
}

const lengthOf = (all: readonly Waiting[]): number => all.length;

const countIn = (networks: ReadonlyMap<string, readonly Waiting[]>): number =>
  networks.values().reduce((count, all) => count + all.length, 0);

/** The group that holds more than any other and more than `own` would with one more; null if there is none. */
function fullest<Members>(
  groups: ReadonlyMap<string, Members>,
  own: string | null,
  count: (members: Members) => number,
): string | null {
  const held = own === null ? undefined : groups.get(own);
  let most = own === null ? 0 : (held === undefined ? 0 : count(held)) + 1;
  let found: string | null = null;
  for (const [name, members] of groups) {
    if (name === own || count(members) <= most) continue;
    most = count(members);
    found = name;
  }
  return found;
}
