import { failures } from '#base/calls/errors.ts';
import { FairQueue, QueueFull } from '#base/process/fair-queue.server.ts';

/**
 * Runs a few tasks at once and lets a few more wait. Whoever they are done for (a network, a person) takes turns with the others; if too many
 * wait, the newest of whoever has the most is refused with 503.
 */
export class WorkQueue {
  readonly #turns: FairQueue;

  constructor(atOnce: number, mostWaiting: number) {
    this.#turns = new FairQueue({ atOnce, mostWaiting });
  }

  async run<Result>(whom: string, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(whom, work).catch((error: unknown) => {
      throw error instanceof QueueFull ? failures.unavailable({ retryAfter: 3 }) : error;
    });
  }
}
