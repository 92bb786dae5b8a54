import type { Minor } from '#base/money/money.ts';

/** Moments, both included. */
export interface BookPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** A payment as the books of its system have it. */
export interface BookedPayment {
  /** As the system itself names it. */
  readonly id: string;
  /** Our id of the payment at the system; null: the system names none. */
  readonly providerId: string | null;
  /** `missing`: the system should know the payment, and does not. `refunding`: it is giving the money back. */
  readonly state: 'missing' | 'unpaid' | 'paid' | 'refunding' | 'refunded';
  /** Null: the system does not say. */
  readonly amount: Minor | null;
  readonly currency: string | null;
  /** What was given back of a paid one; null: the system does not say. */
  readonly refunded: Minor | null;
  /** Whether it is no difference if it is unknown here: another site of the account has made it, or it is older than the period. Default false. */
  readonly isIgnoredUnlessOurs?: boolean;
}

/** A payment of ours whose system is asked about it. */
export interface AskedPayment {
  readonly providerId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The books of a system that can list its payments, those included that are unknown here, by their beginning there, and what began here in the period. */
interface ListedBooks {
  readonly kind: 'list';
  list(period: BookPeriod): AsyncIterable<BookedPayment>;
}

/** What cannot be found out by questions: payments that are unknown here, and for some systems the sums. */
export type NotInBooks = 'strangers' | 'strangersAndSums';

/** The books of a system that is asked about one payment of ours after the other. */
interface AskedBooks {
  readonly kind: 'questions';
  readonly lacks: NotInBooks;
  find(payment: AskedPayment): Promise<readonly BookedPayment[]>;
}

/** How the books of a system are read, by its own account and never by our notes of its calls. Both throw as `PaymentSystem` does. */
export type SystemBooks = ListedBooks | AskedBooks;
