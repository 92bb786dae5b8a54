/** Many pages receive the same event at once: random delays spread their requests. */
const askWithin = 400;
const askAgain = 20_000;
/** After a question that got no answer: what a page shows may be old by then. */
const retryAfter = 3_000;

/**
 * Reads the figures of a page when they may have changed, and every now and then. Answers may overtake each other: one that is older than the last
 * one that was taken is left out. A failure changes nothing, and is soon followed by another question.
 */
export class FiguresReader<Figures> {
  readonly #read: () => Promise<Figures>;
  readonly #take: (figures: Figures) => void;
  readonly #again: ReturnType<typeof setInterval>;
  #next: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #taken = 0;
  #isClosed = false;

  constructor(read: () => Promise<Figures>, take: (figures: Figures) => void) {
    this.#read = read;
    this.#take = take;
    this.#again = setInterval(() => this.askSoon(), askAgain);
  }

  /** Asks in a moment, once however often this is called until then. */
  askSoon(): void {
    clearTimeout(this.#next);
    this.#askAfter(0);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#again);
    clearTimeout(this.#next);
  }

  #askAfter(wait: number): void {
    this.#next = setTimeout(() => void this.#ask(), wait + Math.random() * askWithin);
  }

  async #ask(): Promise<void> {
    this.#next = undefined;
    this.#asked += 1;
    const question = this.#asked;
    const figures = await this.#read().catch(() => null);
    if (this.#isClosed || question < this.#taken) return;
    if (figures === null) {
      if (this.#next === undefined) this.#askAfter(retryAfter);
      return;
    }
    this.#taken = question;
    this.#take(figures);
  }
}
