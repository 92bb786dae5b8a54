import type { PaymentStatus } from '#app/payments/payment-status.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';

/** A payment of the demo world that is over. Amount in minor units. */
export interface DemoPayment {
  /** The kind and the id of what it pays for. */
  readonly kind: string;
  readonly reference: string;
  /** Distinguishes it from others for the same. */
  readonly number: number;
  readonly system: PaymentSystemName;
  readonly amount: Minor;
  readonly status: PaymentStatus;
  readonly createdAt: Date;
  /** Null: it was never paid. */
  readonly paidAt: Date | null;
}

const insert = statement(`
  insert into payment (kind, reference, system, provider_id, amount, currency, status, expires_at, paid_at, created_at)
  select kind, reference, system, format('demo-%s-%s', reference, number), amount, $2, status, "createdAt" + interval '15 minutes',
    "paidAt", "createdAt"
  from jsonb_to_recordset($1::jsonb) as payment (
    kind text, reference uuid, number integer, system text, amount bigint, status text, "createdAt" timestamptz, "paidAt" timestamptz)`);

export async function insertPayments(tx: Tx, payments: readonly DemoPayment[], currency: string): Promise<void> {
  await tx.run(insert, [JSON.stringify(payments), currency]);
}
