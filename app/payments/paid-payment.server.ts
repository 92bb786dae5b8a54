import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { type FiscalReceipt, readFiscalReceipts } from './fiscal-receipts-store.server.ts';
import type { PaymentSystemName } from './payment-systems.ts';
import { readByReference } from './settling/payments-store.server.ts';

/** A payment that was received, also where it was refunded later. Amounts in minor units. */
export interface PaidPayment {
  readonly system: PaymentSystemName;
  readonly amount: Minor;
  /** How much has been refunded so far. */
  readonly refunded: Minor;
  /** What the tax service has registered of it, and of its refund; null: nothing that the system has reported. */
  readonly fiscal: FiscalReceipt | null;
  readonly refundFiscal: FiscalReceipt | null;
}

/** The received payment of a donation or an order; null where there is none. */
export async function readPaidPayment(db: Queryable, reference: string): Promise<PaidPayment | null> {
  const [row] = await readByReference(db, reference);
  if (row === undefined || (row.status !== 'Paid' && row.status !== 'Refunded')) return null;
  const amount = minor(row.amount);
  const refunded = row.status === 'Refunded' ? amount : minor(row.refunded);
  const fiscal = await readFiscalReceipts(db, row.id);
  return { system: row.system, amount, refunded, fiscal: fiscal.paid, refundFiscal: fiscal.refunded };
}
