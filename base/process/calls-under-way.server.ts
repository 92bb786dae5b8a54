/** Counts the calls that wait for their answers, so that slower work can give way to them. */
export class CallsUnderWay {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Counts a call until it is answered or fails. */
  async run<Result>(answer: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    try {
      return await answer();
    } finally {
      this.#count -= 1;
    }
  }
}
