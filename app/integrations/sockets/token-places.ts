/** Counts what each token has open on this process. */
export class TokenPlaces {
  readonly #open = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns what frees the place; null at the limit. */
  take(token: string): (() => void) | null {
    const count = this.#open.get(token) ?? 0;
    if (count >= this.#most) return null;
    this.#open.set(token, count + 1);
    return () => {
      const rest = (this.#open.get(token) ?? 1) - 1;
      if (rest === 0) this.#open.delete(token);
      else this.#open.set(token, rest);
    };
  }
}
