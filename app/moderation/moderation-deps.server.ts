import type { Queryable, Tx } from '#base/db.server.ts';
import type { Minor } from '#base/money.ts';

/** A period of days: `from` is the first moment, `to` the first moment after it; days begin by the time zone's clock. */
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

interface Gift {
  readonly id: string;
  readonly amount: Minor;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly isRefunded: boolean;
  readonly paidAt: Date;
  /** The person on its other side; null: a guest. */
  readonly otherId: string | null;
}

interface Payment {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: Minor;
  readonly status: string;
  readonly problem: string | null;
  readonly createdAt: Date;
}

/** What moderation needs of areas that it does not know. */
export interface ModerationDeps {
  /** Where days begin, `Asia/Tashkent`. */
  readonly timeZone: string;
  /** Ends the open streams of a project's widgets when the transaction commits. */
  cutWidgets(tx: Tx, projectId: string): Promise<void>;
  /** Whatever else has to be hidden or shown again together with a person's page. */
  readonly whenBlocked: readonly ((tx: Tx, person: { userId: string; isBlocked: boolean }) => Promise<void>)[];
  giftsOfPerson(
    db: Queryable,
    asked: { kind: 'received' | 'given'; userId: string; projectId: string } & Page,
  ): Promise<{ items: readonly Gift[]; count: number }>;
  giftsByDay(db: Queryable, period: DayPeriod): Promise<readonly DaySum[]>;
  /** Orders that were paid, by the day of the payment. */
  ordersByDay(db: Queryable, period: DayPeriod): Promise<readonly DaySum[]>;
  /** How many orders there are of each status that somebody of the staff has to act on. */
  ordersWaiting(db: Queryable): Promise<readonly { readonly status: number; readonly count: number }[]>;
  paymentsInState(
    db: Queryable,
    asked: {
      state: 'paid' | 'failed' | 'problem';
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
