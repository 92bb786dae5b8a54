import { z } from 'zod';

/** The body of POST /control/faults; an omitted member returns to its default. See routes-control.ts. */
export const Faults = z.strictObject({
  mode: z.enum(['ok', 'down', 'hang', 'error500', 'lost-answer', 'lie-amount', 'refuse-refunds']).default('ok'),
  payments: z.array(z.string()).max(100).optional(),
  callbacks: z.enum(['ok', 'drop', 'repeat', 'shuffle']).default('ok'),
  dropShare: z.number().min(0).max(1).optional(),
  repeats: z.int().min(1).max(100).optional(),
  shuffleMs: z.int().min(1).max(600_000).default(2000),
});
export type Faults = z.infer<typeof Faults>;

const noFaults: Faults = { mode: 'ok', callbacks: 'ok', shuffleMs: 2000 };

/** The current faults, which can change at any time, and the connections held by the mode `hang`. */
export class FaultSwitch {
  #current: Faults = noFaults;
  #changes: (() => void)[] = [];

  get current(): Faults {
    return this.#current;
  }

  /** The mode for a call about a payment; null: a call about no payment, or the program as a whole. */
  modeFor(paymentId: string | null): Faults['mode'] {
    const { mode, payments } = this.#current;
    return payments === undefined || (paymentId !== null && payments.includes(paymentId)) ? mode : 'ok';
  }

  set(faults: Faults): void {
    this.#current = faults;
    for (const listener of this.#changes.splice(0)) listener();
  }

  /** Calls the listener once, at the next change. */
  onChange(listener: () => void): void {
    this.#changes.push(listener);
  }

  /** The amount as reported: wrong in the mode `lie-amount`. */
  reportedAmount(amount: number): number {
    return this.#current.mode === 'lie-amount' ? amount + 100 : amount;
  }
}
