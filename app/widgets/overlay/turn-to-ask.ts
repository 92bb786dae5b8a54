import type { QueueRing } from './widget-events.ts';

/** How long a page waits for the one that asks first; varied, so that one of many replaces it and spares the others. */
const patience = { least: 1_000, most: 2_500 } as const;

/**
 * Whose turn it is to ask for the next alert. All pages of a creator get each ring, and one of them gets the alert: the page that the ring names asks at
 * once, the others only if nobody has taken it a moment later.
 */
export class TurnToAsk {
  readonly #source: string;
  readonly #ask: () => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(source: string, ask: () => void) {
    this.#source = source;
    this.#ask = ask;
  }

  receive({ isFree, first }: QueueRing): void {
    if (!isFree) {
      this.close();
    } else if (first === null || first === this.#source) {
      this.close();
      this.#ask();
    } else {
      // Not from the beginning: further donations would put it off again and again.
      this.#waiting ??= setTimeout(
        () => this.#onSilence(),
        patience.least + Math.random() * (patience.most - patience.least),
      );
    }
  }

  #onSilence(): void {
    this.#waiting = undefined;
    this.#ask();
  }

  close(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }
}
