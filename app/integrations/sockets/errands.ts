/** Runs errands one after another, the first when `start` resolves. One that waits is not added again: it sees what happened meanwhile. */
export class Errands {
  #work: Promise<void>;
  readonly #waiting = new Set<() => Promise<void>>();
  readonly #onFailure: () => void;

  constructor(start: Promise<void>, onFailure: () => void) {
    this.#work = start;
    this.#onFailure = onFailure;
  }

  run(errand: () => Promise<void>): void {
    if (this.#waiting.has(errand)) return;
    this.#waiting.add(errand);
    this.#work = this.#work
      .then(() => this.#waiting.delete(errand))
      .then(errand)
      .catch(this.#onFailure);
  }
}
