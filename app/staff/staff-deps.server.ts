import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';

/** A period of days: `from` is its first moment, `to` the first moment after it, in the time zone. */
interface DayPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
}

interface DaySum {
  readonly day: string;
  readonly count: number;
  readonly amount: Minor;
}

interface Page {
  readonly skip: number;
  readonly take: number;
}

interface Donation {
  readonly id: string;
  readonly amount: Minor;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly isRefunded: boolean;
  readonly whole: Minor | null;
  readonly paidAt: Date;
  /** The user on the other side; null: a guest. */
  readonly otherId: string | null;
}

interface Payment {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: Minor;
  readonly refunded: Minor;
  readonly status: string;
  readonly system: string;
  readonly problem: string | null;
  /** The fiscal receipts that will not come, and why. */
  readonly waived: { readonly kind: 'Paid' | 'Refunded'; readonly reason: string }[];
  readonly createdAt: Date;
}

/** A month of monthly support: of whom, and in which state that is. */
interface PaidMonth {
  readonly month: number;
  readonly donorId: string;
  readonly state: string;
}

/** Dependencies on areas that staff does not import. */
export interface ModerationDeps {
  /** The time zone of days: `Asia/Tashkent`. */
  readonly timeZone: string;
  /** Of the country: `+998 (##) ###-##-##`. */
  readonly phoneMask: string;
  /** `JWT_SECRET`, from which the key of the first start is derived. */
  readonly secrets: string;
  /** Ends the open streams of a project's widgets when the transaction commits. */
  cutWidgets(tx: Tx, projectId: string): Promise<void>;
  /** Has payments to a project wait, and what they have given; it comes before the creator and the products are locked. */
  lockSupport(tx: Tx, projectId: string): Promise<void>;
  /** Ends all monthly support that a person gives or gets. */
  endMemberships(tx: Tx, person: { readonly userId: string; readonly projectId: string }): Promise<void>;
  donationsOfPerson(
    db: Queryable,
    asked: { kind: 'received' | 'given'; userId: string; projectId: string } & Page,
  ): Promise<{ items: readonly Donation[]; count: number }>;
  /** The creators to whom some donations go, by donation. */
  receiversOf(db: Queryable, donationIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Which months of monthly support some donations pay, by donation. */
  monthsOf(db: Queryable, donationIds: readonly string[]): Promise<ReadonlyMap<string, PaidMonth>>;
  /** The creators whose products are in some orders, by order. */
  sellersOf(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  donationsByDay(db: Queryable, period: DayPeriod): Promise<readonly DaySum[]>;
  /** Paid orders, by the day of the payment. */
  ordersByDay(db: Queryable, period: DayPeriod): Promise<readonly DaySum[]>;
  /** The number of orders in each status that staff must act on. */
  ordersWaiting(db: Queryable): Promise<readonly { readonly status: number; readonly count: number }[]>;
  paymentsInState(
    db: Queryable,
    asked: {
      state: 'paid' | 'refunded' | 'failed' | 'problem';
      kind?: string | undefined;
      from: Date | null;
      to: Date | null;
    } & Page,
  ): Promise<{ items: readonly Payment[]; count: number }>;
  troubledPaymentCounts(db: Queryable): Promise<{ failed: number; problem: number }>;
  failedPaymentsByDay(
    db: Queryable,
    period: DayPeriod,
  ): Promise<readonly { readonly day: string; readonly count: number }[]>;
}
