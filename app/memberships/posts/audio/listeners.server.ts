import type { ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';

interface ListenerLimits {
  /** Responses at once: each keeps a few pieces of its file in memory. */
  readonly most?: number;
  /** A response of which nobody takes anything for so long is ended. */
  readonly idleMilliseconds?: number;
}

interface Listening {
  readonly whom: string;
  readonly bytes: Readable;
}

/** The responses that send audio. Players ask for the rest of a file by themselves when one ends. */
export class Listeners {
  readonly #most: number;
  readonly #idle: number;
  /** In the order in which they began. */
  readonly #open = new Set<Listening>();

  constructor({ most = 400, idleMilliseconds = 60_000 }: ListenerLimits = {}) {
    this.#most = most;
    this.#idle = idleMilliseconds;
  }

  /**
   * Counts a response to a person or a network until it ends. Where all places are taken, the newest response of whoever has the most makes
   * room; false: nobody has more than this one would have.
   */
  admit(whom: string, bytes: Readable, response: ServerResponse): boolean {
    if (this.#open.size >= this.#most) {
      const crowded = this.#findCrowded(whom);
      if (crowded === undefined) return false;
      this.#open.delete(crowded);
      crowded.bytes.destroy(new Error('another listener got the place of this one'));
    }
    const listening = { whom, bytes };
    this.#open.add(listening);
    response.setTimeout(this.#idle);
    // Also where whoever asked has gone before: then nothing closes any more.
    finished(response, () => {
      this.#open.delete(listening);
      bytes.destroy();
    });
    return true;
  }

  #findCrowded(whom: string): Listening | undefined {
    const held = Map.groupBy(this.#open, (one) => one.whom);
    const all = [...held.values()];
    const most = Math.max(...all.map(({ length }) => length));
    if (most <= (held.get(whom)?.length ?? 0) + 1) return undefined;
    return all.find(({ length }) => length === most)?.at(-1);
  }
}
