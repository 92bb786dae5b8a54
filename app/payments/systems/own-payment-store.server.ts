import { type Queryable, statement } from '#base/db/db.server.ts';
import type { PaymentLine } from '../payment-lines.ts';
import type { PaymentStatus } from '../payment-status.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

/** A payment that a system asks us about, by the id that `openHere` has made. `amount` in minor units. */
export interface OwnPayment extends Record<string, unknown> {
  readonly paymentId: string;
  readonly providerId: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  /** Its time is over, by the database's clock. */
  readonly isOver: boolean;
  /** What it pays for; null: it was opened by an earlier version. */
  readonly lines: readonly PaymentLine[] | null;
}

const paymentOf = statement<OwnPayment>(`
  select id as "paymentId", provider_id as "providerId", kind, reference, amount, currency, status,
    expires_at <= clock_timestamp() as "isOver", lines
  from payment where system = $1 and provider_id = $2`);

/** A payment of a system; null: the system has none of this id. */
export async function readOwnPayment(
  db: Queryable,
  system: PaymentSystemName,
  providerId: string,
): Promise<OwnPayment | null> {
  return (await db.run(paymentOf, [system, providerId]))[0] ?? null;
}

interface EarlierRow extends Record<string, unknown> {
  readonly id: string;
  readonly amount: number;
  readonly status: PaymentStatus;
  readonly expiresAt: Date;
  readonly isOver: boolean;
}

const earlierOf = statement<EarlierRow>(`
  select provider_id as id, amount, status, expires_at as "expiresAt", expires_at <= clock_timestamp() as "isOver" from payment
  where reference = $1 and system = $2 order by created_at desc`);

/** The payments that a reference has had at a system, the newest first. */
export async function readEarlier(db: Queryable, system: PaymentSystemName, reference: string): Promise<EarlierRow[]> {
  return db.run(earlierOf, [reference, system]);
}
