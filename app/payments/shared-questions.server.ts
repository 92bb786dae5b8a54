/** Whether a question was answered. */
type Question = () => Promise<boolean>;

/** Questions about the same thing, each shared by all who came before it began: nobody gets an answer older than his wish. */
export class SharedQuestions {
  readonly #next = new Map<string, Promise<boolean>>();
  readonly #running = new Map<string, Promise<unknown>>();

  /** Asks once `mayBegin` has come true, one question about a thing at a time; false where it may not begin. Throws as `ask` does. */
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
