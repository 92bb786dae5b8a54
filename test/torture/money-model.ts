import fc from 'fast-check';
import { type PaymentStatus, statusesBefore } from '#app/payments/payment-status.ts';
import { add, type Minor, minor, negate, percentOf, subtract } from '#base/money.ts';

/** The provider's words, and the steps that each asks for: the whole way, where one before it was missed. */
const stepsTo = {
  code_required: ['AwaitingCode'],
  paid: ['Paid'],
  failed: ['Failed'],
  expired: ['Expired'],
  refunded: ['Paid', 'Refunded'],
} as const satisfies Readonly<Record<string, readonly PaymentStatus[]>>;

export type Word = keyof typeof stepsTo;

/** The provider's word on one of the gifts; `isLie`: over another amount. */
export interface Told {
  readonly gift: number;
  readonly word: Word;
  readonly isLie: boolean;
}

export interface MoneySequence {
  /** Minor units. */
  readonly amounts: readonly number[];
  /** Names by their number; gifts of one name are one donor. */
  readonly names: readonly number[];
  readonly commission: number;
  readonly told: readonly Told[];
}

export const words: readonly Word[] = ['code_required', 'paid', 'failed', 'expired', 'refunded'];

export const moneySequence: fc.Arbitrary<MoneySequence> = fc.record({
  amounts: fc.array(fc.integer({ min: 500_000, max: 99_999_999 }), { minLength: 1, maxLength: 4 }),
  names: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
  commission: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  told: fc.array(fc.record({ gift: fc.nat(3), word: fc.constantFrom(...words), isLie: fc.boolean() }), {
    minLength: 1,
    maxLength: 16,
  }),
});

const none = minor(0);

/** The ways of contract section 6, written out here so that a slip in the product's own table is seen. */
const ways: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  Created: ['AwaitingCode', 'Paid', 'Failed', 'Expired'],
  AwaitingCode: ['Paid', 'Failed', 'Expired'],
  Failed: ['Paid'],
  Expired: ['Paid'],
  Paid: ['Refunded'],
  Refunded: [],
};

/** Whether the contract knows this way from one state to another. */
export function isLegal(was: string, became: string): boolean {
  return Object.entries(ways).some(([from, next]) => from === was && next.some((to) => to === became));
}

/** The states, the ledger, the totals and the top as the rules of the product make them, in memory. */
export class MoneyModel {
  readonly states: PaymentStatus[];
  readonly moves: (readonly [PaymentStatus, PaymentStatus])[] = [];
  readonly entries: Minor[] = [];
  readonly top = new Map<number, Minor>();
  total: Minor = none;
  count = 0;
  readonly #given: MoneySequence;

  constructor(given: MoneySequence) {
    this.#given = given;
    this.states = given.amounts.map(() => 'Created');
  }

  /** The provider's word is heard, once or more often. */
  hear({ gift, word, isLie }: Told): void {
    const index = gift % this.states.length;
    for (const step of isLie ? [] : stepsTo[word]) {
      const was = this.states[index];
      if (was === undefined || !statusesBefore(step).includes(was)) continue;
      this.states[index] = step;
      this.moves.push([was, step]);
      if (step === 'Paid') this.#book(index, 1);
      if (step === 'Refunded') this.#book(index, -1);
    }
  }

  #book(index: number, sign: 1 | -1): void {
    const amount = minor(this.#given.amounts[index] ?? 0);
    const commission = percentOf(amount, this.#given.commission);
    const signed = (value: Minor) => (sign === 1 ? value : negate(value));
    this.entries.push(signed(negate(amount)), signed(subtract(amount, commission)), signed(commission));
    const name = this.#given.names[index] ?? 0;
    this.top.set(name, add(this.top.get(name) ?? none, signed(amount)));
    this.total = add(this.total, signed(amount));
    this.count += sign;
  }

  /** What does not hold: empty where all does. */
  faults(): string[] {
    const faults: string[] = [];
    for (const [was, became] of this.moves) if (!isLegal(was, became)) faults.push(`${was} became ${became}`);
    const paid = this.states.flatMap((state, index) =>
      state === 'Paid' ? [minor(this.#given.amounts[index] ?? 0)] : [],
    );
    if (add(none, ...this.entries) !== 0) faults.push('the postings do not sum to zero');
    if (add(none, ...paid) !== this.total || paid.length !== this.count)
      faults.push('the total is not that of the paid gifts');
    if (add(none, ...this.top.values()) !== this.total) faults.push('the top is not the total');
    return faults;
  }
}
