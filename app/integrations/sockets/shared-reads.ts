/** Reads that several ask for at once, by a key. Whoever asks while one is under way gets the result of the next, which sees all that he knows of. */
export class SharedReads<Result> {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, Promise<Result>>();

  read(key: string, read: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const next = (this.#running.get(key) ?? Promise.resolve()).then(() => {
      this.#waiting.delete(key);
      const result = read();
      const running = result
        .catch(() => undefined)
        .then(() => {
          if (this.#running.get(key) === running) this.#running.delete(key);
        });
      this.#running.set(key, running);
      return result;
    });
    this.#waiting.set(key, next);
    return next;
  }
}
