import fc from 'fast-check';
import { type PaymentStatus, statusesBefore } from '#app/payments/payment-status.ts';
import { add, type Minor, minor, negate, percentOf, subtract } from '#base/money/money.ts';

/** The provider's messages and the transitions that each requires, including those of an earlier message that was missed. */
const stepsTo = {
  code_required: ['AwaitingCode'],
  paid: ['Paid'],
  failed: ['Failed'],
  expired: ['Expired'],
  refunded: ['Paid', 'Refunded'],
} as const satisfies Readonly<Record<string, readonly PaymentStatus[]>>;

type ProviderStatus = keyof typeof stepsTo;

/** A message of the provider about one of the donations; `isLie`: with another amount. */
interface ProviderMessage {
  readonly donation: number;
  readonly status: ProviderStatus;
  readonly isLie: boolean;
}

export interface MoneySequence {
  /** Minor units. */
  readonly amounts: readonly number[];
  /** Numbers of names; donations with one name belong to one donor. */
  readonly names: readonly number[];
  readonly commission: number;
  readonly messages: readonly ProviderMessage[];
}

const statuses: readonly ProviderStatus[] = ['code_required', 'paid', 'failed', 'expired', 'refunded'];

export const moneySequence: fc.Arbitrary<MoneySequence> = fc.record({
  amounts: fc.array(fc.integer({ min: 500_000, max: 99_999_999 }), { minLength: 1, maxLength: 4 }),
  names: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
  commission: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  messages: fc.array(fc.record({ donation: fc.nat(3), status: fc.constantFrom(...statuses), isLie: fc.boolean() }), {
    minLength: 1,
    maxLength: 16,
  }),
});

const none = minor(0);

/** The transitions of docs/rules.md#payment-states, repeated here so that an error in the product's table is noticed. */
const ways: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  Created: ['AwaitingCode', 'Paid', 'Failed', 'Expired'],
  AwaitingCode: ['Paid', 'Failed', 'Expired'],
  Failed: ['Paid'],
  Expired: ['Paid'],
  Paid: ['Refunded'],
  Refunded: [],
};

/** Whether the contract allows this transition. */
function isLegal(was: string, became: string): boolean {
  return Object.entries(ways).some(([from, next]) => from === was && next.some((to) => to === became));
}

/** The states, ledger, totals and top list according to the rules of the product, in memory. */
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

  /** Processes a message of the provider, which may arrive more than once. */
  receive({ donation, status, isLie }: ProviderMessage): void {
    const index = donation % this.states.length;
    for (const step of isLie ? [] : stepsTo[status]) {
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

  /** The rules that do not hold; empty if all do. */
  faults(): string[] {
    const faults: string[] = [];
    for (const [was, became] of this.moves) if (!isLegal(was, became)) faults.push(`${was} became ${became}`);
    const paid = this.states.flatMap((state, index) =>
      state === 'Paid' ? [minor(this.#given.amounts[index] ?? 0)] : [],
    );
    if (add(none, ...this.entries) !== 0) faults.push('the postings do not sum to zero');
    if (add(none, ...paid) !== this.total || paid.length !== this.count)
      faults.push('the total is not that of the paid donations');
    if (add(none, ...this.top.values()) !== this.total) faults.push('the top is not the total');
    return faults;
  }
}
