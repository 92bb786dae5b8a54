import { failures } from '#base/calls/errors.ts';

/** Runs a few tasks at once and lets a few more wait; further ones are refused with 503 at once. */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #longest: number;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;

  constructor(atOnce: number, longest: number) {
    this.#atOnce = atOnce;
    this.#longest = longest;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#atWork < this.#atOnce) this.#atWork += 1;
    else if (this.#waiting.length < this.#longest) await new Promise<void>((start) => this.#waiting.push(start));
    else throw failures.unavailable.because({ retryAfter: 3 });
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#atWork -= 1;
      else next();
    }
  }
}
