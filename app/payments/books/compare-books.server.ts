import { type Minor, minor } from '#base/money/money.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import type { BookedPayment } from '../systems/system-books.server.ts';
import type { DifferenceKind } from './difference-kinds.ts';

/** A payment as we have it. Amounts in minor units. */
export interface OwnPayment {
  readonly id: string;
  readonly reference: string;
  readonly system: PaymentSystemName;
  readonly paidFor: 'donation' | 'order';
  readonly providerId: string;
  readonly amount: Minor;
  readonly currency: string;
  readonly status: string;
  /** The sum of partial refunds. */
  readonly refunded: Minor;
}

/** What one side has of a payment. */
export type BookSide = Pick<BookedPayment, 'state' | 'amount' | 'currency' | 'refunded'>;

/** A payment that differs from the books of its system. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly system: PaymentSystemName;
  /** Null: it is unknown here. */
  readonly payment: Pick<OwnPayment, 'id' | 'reference' | 'paidFor'> | null;
  /** What the system itself calls it, or them. */
  readonly theirIds: readonly string[];
  /** Null: it is unknown here. */
  readonly ours: BookSide | null;
  /** Empty: it was not paid there; several: each was paid. */
  readonly theirs: readonly BookSide[];
}

function ourSide({ status, amount, currency, refunded }: OwnPayment): BookSide {
  const state = status === 'Paid' ? 'paid' : status === 'Refunded' ? 'refunded' : 'unpaid';
  return { state, amount, currency, refunded };
}

const theirSide = ({ state, amount, currency, refunded }: BookedPayment): BookSide => ({
  state,
  amount,
  currency,
  refunded,
});

/** Whether the sums are the same, as far as the system says them. */
function isSameSum(ours: OwnPayment, { amount, currency }: BookedPayment): boolean {
  return (amount ?? ours.amount) === ours.amount && (currency ?? ours.currency) === ours.currency;
}

/** How two that are paid differ; null: they do not. */
function kindOfPaid(ours: OwnPayment, theirs: BookedPayment): DifferenceKind | null {
  if (!isSameSum(ours, theirs)) return 'otherAmount';
  const back = theirs.refunded ?? ours.refunded;
  if (back === ours.refunded) return null;
  return back > ours.refunded ? 'refundedThere' : 'refundedHere';
}

/** How a payment differs from what its system has taken and given back for it; null: it does not. */
function kindOf(ours: OwnPayment, theirs: BookedPayment | null): DifferenceKind | null {
  const state = theirs?.state ?? 'unpaid';
  const isPaid = ours.status === 'Paid';
  const isBack = ours.status === 'Refunded';
  if (state === 'missing') return 'unknownThere';
  if (theirs === null || state === 'unpaid') return isPaid || isBack ? 'paidHere' : null;
  if (state === 'refunded') {
    if (!isBack) return 'refundedThere';
    return isSameSum(ours, theirs) ? null : 'otherAmount';
  }
  if (isPaid) return kindOfPaid(ours, theirs);
  if (isBack && state === 'paid') return 'refundedHere';
  if (!isSameSum(ours, theirs)) return 'otherAmount';
  return isBack ? null : 'paidThere';
}

const weight: Readonly<Record<BookedPayment['state'], number>> = {
  paid: 4,
  refunding: 3,
  refunded: 2,
  missing: 1,
  unpaid: 0,
};

/** The entry that decides: the one with money of the payer, else the one that had it. */
function whereMoneyIs(theirs: readonly BookedPayment[]): BookedPayment | null {
  return theirs.toSorted((one, other) => weight[other.state] - weight[one.state])[0] ?? null;
}

/** Compares a payment of ours with all that its system has for it; null: they agree. */
export function compareBooks(ours: OwnPayment, theirs: readonly BookedPayment[]): Difference | null {
  const paid = theirs.filter(({ state }) => state === 'paid');
  const decisive = whereMoneyIs(theirs);
  const kind = paid.length > 1 ? 'takenTwice' : kindOf(ours, decisive);
  if (kind === null) return null;
  const named = paid.length > 1 ? paid : theirs;
  const shown = paid.length > 1 ? paid : [decisive ?? []].flat();
  const { id, reference, paidFor, system } = ours;
  return {
    kind,
    system,
    payment: { id, reference, paidFor },
    theirIds: named.map((one) => one.id),
    ours: ourSide(ours),
    theirs: shown.map(theirSide),
  };
}

/** Money of the system for nothing that is known here; null: it has none. */
export function compareStranger(system: PaymentSystemName, theirs: BookedPayment): Difference | null {
  if (theirs.state !== 'paid' || theirs.isIgnoredUnlessOurs === true) return null;
  return {
    kind: 'unknownHere',
    system,
    payment: null,
    theirIds: [theirs.id],
    ours: null,
    theirs: [theirSide(theirs)],
  };
}

/** A payment of ours from its row, whose amounts are texts. */
export function ownPayment(row: OwnRow): OwnPayment {
  return { ...row, amount: minor(Number(row.amount)), refunded: minor(Number(row.refunded)) };
}

/** A row of `payment`. */
export type OwnRow = Omit<OwnPayment, 'amount' | 'refunded'> & { readonly amount: string; readonly refunded: string };
