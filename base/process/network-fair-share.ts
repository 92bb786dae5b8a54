import { performance } from 'node:perf_hooks';

/** The least share of one place in a queue that a site gets, however many others there are. */
const leastShare = 0.2;
/** Work that a site may have done at once before its share counts. */
const burstMilliseconds = 500;
const activeMilliseconds = 1000;
const manySites = 1000;

/**
 * Divides the time of a queue between the sites that are active: beyond a burst, each may use its share of one place. A site that is alone
 * never waits.
 */
export class NetworkFairShare {
  readonly #exempt: string | undefined;
  readonly #now: () => number;
  /** When a site has waited long enough for the work that it has had done. */
  readonly #settledAt = new Map<string, number>();
  #active = new Set<string>();
  #activeBefore = new Set<string>();
  #activeSince = 0;

  /** `exempt`: a site that never waits. */
  constructor(exempt?: string, now: () => number = () => performance.now()) {
    this.#exempt = exempt;
    this.#now = now;
  }

  /** Notes that a site has sent a request. */
  note(site: string): void {
    if (site === this.#exempt) return;
    const now = this.#now();
    if (now - this.#activeSince >= activeMilliseconds) {
      this.#activeBefore = now - this.#activeSince < 2 * activeMilliseconds ? this.#active : new Set();
      this.#active = new Set();
      this.#activeSince = now;
    }
    this.#active.add(site);
  }

  /** Milliseconds until the next work of a site may begin. */
  waitOf(site: string): number {
    const settledAt = this.#settledAt.get(site) ?? 0;
    return Math.max(0, settledAt - this.#now() - burstMilliseconds);
  }

  /** Counts work of a site that took this long. */
  charge(site: string, milliseconds: number): void {
    if (site === this.#exempt) return;
    const now = this.#now();
    const pause = milliseconds / this.#share() - milliseconds;
    if (this.#settledAt.size > manySites)
      for (const [other, settledAt] of this.#settledAt) if (settledAt <= now) this.#settledAt.delete(other);
    this.#settledAt.set(site, Math.max(now, this.#settledAt.get(site) ?? 0) + pause);
  }

  #share(): number {
    const sites = Math.max(this.#active.size, this.#activeBefore.size, 1);
    return Math.max(leastShare, 1 / sites);
  }
}
