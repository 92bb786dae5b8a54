import type { PaymentDeps } from '../payment-deps.server.ts';
import { takeUnnamed } from './receipts-due-store.server.ts';
import { receiptHours } from './tax-rules.ts';

const atOnce = 200;

/** Names in the log each payment and refund that has had no fiscal receipt for a day: once, whichever process does. */
export async function nameMissingReceipts({
  db,
  log,
}: Pick<PaymentDeps, 'db'> & { readonly log: Pick<PaymentDeps['log'], 'warn'> }): Promise<number> {
  let named = 0;
  for (;;) {
    const rows = await takeUnnamed(db, receiptHours, atOnce);
    for (const { paymentId, kind } of rows) {
      log.warn({ payment: paymentId, kind }, 'a fiscal receipt has not come within a day');
    }
    named += rows.length;
    if (rows.length < atOnce) return named;
  }
}
