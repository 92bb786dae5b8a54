import { z } from 'zod';

/** The body of POST /control/faults; what is left out goes back to its default. See the head of routes-control.ts. */
export const Faults = z.strictObject({
  mode: z.enum(['ok', 'down', 'hang', 'error500', 'lost-answer', 'lie-amount']).default('ok'),
  callbacks: z.enum(['ok', 'drop', 'repeat', 'shuffle']).default('ok'),
  dropShare: z.number().min(0).max(1).optional(),
  repeats: z.int().min(1).max(100).optional(),
  shuffleMs: z.int().min(1).max(600_000).default(2000),
});
export type Faults = z.infer<typeof Faults>;

const noFaults: Faults = { mode: 'ok', callbacks: 'ok', shuffleMs: 2000 };

/** The faults in force, changed while running, and the connections that the mode `hang` keeps waiting. */
export class FaultSwitch {
  #current: Faults = noFaults;
  #changes: (() => void)[] = [];

  get current(): Faults {
    return this.#current;
  }

  set(faults: Faults): void {
    this.#current = faults;
    for (const listener of this.#changes.splice(0)) listener();
  }

  /** Calls back once, at the next change. */
  onChange(listener: () => void): void {
    this.#changes.push(listener);
  }

  /** The amount as the provider tells it: true, unless it was told to lie. */
  toldAmount(amount: number): number {
    return this.#current.mode === 'lie-amount' ? amount + 100 : amount;
  }
}
