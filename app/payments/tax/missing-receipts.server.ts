import type { PaymentDeps } from '../payment-deps.server.ts';
import { takeUnnamed } from './receipts-due-store.server.ts';

const atOnce = 200;

/** Names in the log each payment and refund that is missing its fiscal receipt: once, whichever process does. */
export async function nameMissingReceipts({
  db,
  receiptHours,
  log,
}: Pick<PaymentDeps, 'db' | 'receiptHours'> & { readonly log: Pick<PaymentDeps['log'], 'warn'> }): Promise<number> {
  let named = 0;
  for (;;) {
    const rows = await takeUnnamed(db, receiptHours, atOnce);
    for (const { paymentId, kind, isReported } of rows) {
      log.warn({ payment: paymentId, kind, isReported }, 'a fiscal receipt has not come in time');
    }
    named += rows.length;
    if (rows.length < atOnce) return named;
  }
}
