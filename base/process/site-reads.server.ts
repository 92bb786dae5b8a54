import { siteOf } from '#base/process/network-of.ts';
import { FairQueue } from './fair-queue.server.ts';

/** Readings of one site at once: more than a school needs, and so few that those of others hardly wait behind them. */
const atOnce = 12;
const mostWaiting = 500;

interface SiteTurns {
  readonly turns: FairQueue;
  users: number;
}

/**
 * Bounds how many calls that guests may read run at once for each site. The others of that site wait, its networks in turns; no other site
 * waits for them.
 */
export class SiteReads {
  readonly #sites = new Map<string, SiteTurns>();

  /** Reads when it is this network's turn. Throws `QueueFull` if too many of its site wait. */
  async run<Result>(network: string, read: () => Promise<Result>): Promise<Result> {
    const site = siteOf(network);
    const own = this.#sites.get(site) ?? { turns: new FairQueue({ atOnce, mostWaiting }), users: 0 };
    this.#sites.set(site, own);
    own.users += 1;
    try {
      return await own.turns.run(network, read);
    } finally {
      own.users -= 1;
      if (own.users === 0) this.#sites.delete(site);
    }
  }
}
