/** Resolves to whether the question was answered. */
type Question = () => Promise<boolean>;

/** Questions by key. A caller shares a question only if it has not begun yet, so that no answer is older than the call. */
export class SharedQuestions {
  readonly #next = new Map<string, Promise<boolean>>();
  readonly #running = new Map<string, Promise<unknown>>();

  /** Asks after `mayBegin` has resolved to true, one question per key at a time; false if it may not begin. Throws what `ask` throws. */
  ask(key: string, ask: Question, mayBegin: Question): Promise<boolean> {
    const waiting = this.#next.get(key);
    if (waiting !== undefined) return waiting;
    const made = this.#begin(key, ask, mayBegin);
    this.#next.set(key, made);
    return made;
  }

  async #begin(key: string, ask: Question, mayBegin: Question): Promise<boolean> {
    try {
      await this.#running.get(key)?.catch(() => undefined);
      if (!(await mayBegin())) return false;
    } finally {
      this.#next.delete(key);
    }
    const running = ask();
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }
}
