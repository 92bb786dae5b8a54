import { useSyncExternalStore } from 'react';

/** Waits for nothing more: what the server has sent stays until the page takes it away. */
const never = new Promise<never>(() => undefined);

/**
 * Loads a part of a page that the server has rendered already. If its code is lost, the page takes that part away by itself: another part in its
 * place would differ from what the server has sent, which React reports as an error.
 */
export class LateCode<Part> {
  readonly #load: () => Promise<Part | null>;
  readonly #listeners = new Set<() => void>();
  #isLost = false;

  /** `load` brings null where the code is lost. */
  constructor(load: () => Promise<Part | null>) {
    this.#load = load;
  }

  /** For `lazy`. */
  readonly bring = async (): Promise<Part> => {
    const part = await this.#load();
    if (part !== null) return part;
    this.#isLost = true;
    for (const listener of this.#listeners) listener();
    return never;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isLost = (): boolean => this.#isLost;
}

const isThere = () => false;

/** Whether the code of a part of the page is lost. */
export function useIsLost(code: LateCode<unknown>): boolean {
  return useSyncExternalStore(code.subscribe, code.isLost, isThere);
}
