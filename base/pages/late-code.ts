import { useSyncExternalStore } from 'react';

/**
 * Loads a part of a page that the server has rendered already. If its code is lost, the page takes that part away by itself: another part in its
 * place would differ from what the server has sent, which React reports as an error.
 */
export class LateCode<Part> {
  readonly #listeners = new Set<() => void>();
  #isLost = false;
  /** For `lazy`. */
  readonly bring: () => Promise<Part>;

  /** `load` fails where the code is lost. */
  constructor(load: () => Promise<Part>) {
    this.bring = () =>
      load().catch(() => {
        this.#isLost = true;
        for (const listener of this.#listeners) listener();
        // What the server has sent stays until the page takes it away.
        return new Promise<never>(() => undefined);
      });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isLost = (): boolean => this.#isLost;
}

/** Whether the code of a part of the page is lost. */
export function useIsLost(code: LateCode<unknown>): boolean {
  return useSyncExternalStore(code.subscribe, code.isLost, () => false);
}
