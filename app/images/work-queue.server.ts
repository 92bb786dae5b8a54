import pLimit from 'p-limit';
import { failures } from '#base/calls/errors.ts';

/** Runs a few tasks at once and lets a few more wait; further ones are refused with 503 at once. */
export class WorkQueue {
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #most: number;

  constructor(atOnce: number, longest: number) {
    this.#limit = pLimit(atOnce);
    this.#most = atOnce + longest;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { activeCount, pendingCount } = this.#limit;
    if (activeCount + pendingCount >= this.#most) throw failures.unavailable.because({ retryAfter: 3 });
    return this.#limit(work);
  }
}
