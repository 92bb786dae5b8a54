/** Locks by name within this process: one holder at a time. */
export class NamedLocks {
  readonly #running = new Map<string, Promise<void>>();

  /** Waits until the name is free, at most until `until` (milliseconds since 1970). */
  async wait(name: string, until: number): Promise<void> {
    const running = this.#running.get(name);
    const left = until - Date.now();
    if (running === undefined || left <= 0) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, left);
    await Promise.race([running, late]);
    clearTimeout(timer);
  }

  /** Takes the name and returns the function that frees it; null if it is taken. */
  begin(name: string): (() => void) | null {
    if (this.#running.has(name)) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(name, promise);
    return () => {
      this.#running.delete(name);
      resolve();
    };
  }
}
