import type { Queryable } from '#base/db/db.server.ts';
import { add, type Minor, minor, subtract, zero } from '#base/money/money.ts';
import { type FiscalReceipt, readFiscalReceipts } from './fiscal-receipts-store.server.ts';
import type { PaymentLine } from './payment-lines.ts';
import type { PaymentSystemName } from './payment-systems.ts';
import { readDoneParts } from './settling/part-refunds-store.server.ts';
import { readByReference, readPaymentLines } from './settling/payments-store.server.ts';

/** A payment that was received, also where it was refunded later. Amounts in minor units. */
export interface PaidPayment {
  readonly system: PaymentSystemName;
  readonly amount: Minor;
  /** What it pays for; null: it was opened by an earlier version. */
  readonly lines: readonly PaymentLine[] | null;
  /** How much has been refunded so far. */
  readonly refunded: Minor;
  /** What the tax service has registered of it; null: nothing that the system has reported. */
  readonly fiscal: FiscalReceipt | null;
  /** Its refunds, oldest first, with the same of each. */
  readonly refunds: { readonly amount: Minor; readonly fiscal: FiscalReceipt | null }[];
}

/** The received payment of a donation or an order; null where there is none. */
export async function readPaidPayment(db: Queryable, reference: string): Promise<PaidPayment | null> {
  const [row] = await readByReference(db, reference);
  if (row === undefined || (row.status !== 'Paid' && row.status !== 'Refunded')) return null;
  const amount = minor(row.amount);
  const [lines, fiscal, parts] = await Promise.all([
    readPaymentLines(db, row.id),
    readFiscalReceipts(db, row.id),
    readDoneParts(db, row.id),
  ]);
  const rest = subtract(amount, add(zero, ...parts));
  const back = row.status === 'Refunded' && rest > 0 ? [...parts, rest] : parts;
  const refunds = back.map((one, at) => ({ amount: one, fiscal: fiscal.refunded[at] ?? null }));
  return { system: row.system, amount, lines, refunded: add(zero, ...back), fiscal: fiscal.paid, refunds };
}
