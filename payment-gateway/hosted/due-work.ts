/** Work that comes due, by the ids of what it is about: each id has one plan, and one piece of work at a time. */
export class DueWork {
  readonly #work: (id: string) => Promise<void>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Map<string, Promise<void>>();
  #isClosing = false;

  constructor(work: (id: string) => Promise<void>) {
    this.#work = work;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Plans the work for a moment, in the place of an earlier plan. Null: nothing is to be done. */
  plan(id: string, dueAt: number | null): void {
    clearTimeout(this.#timers.get(id));
    if (dueAt === null || this.#isClosing) return;
    const wait = Math.max(0, dueAt - Date.now());
    this.#timers.set(
      id,
      setTimeout(() => void this.now(id), wait),
    );
  }

  /** Works now; of two at once for one id, one does. */
  async now(id: string): Promise<void> {
    const running = this.#underWay.get(id);
    if (running !== undefined) return running;
    const work = this.#work(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, work);
    return work;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.allSettled(this.#underWay.values());
  }
}

const pauses = [200, 500, 1_000, 2_000, 5_000, 15_000];

/** The pause after so many tries without an answer. */
export const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] ?? 15_000;
