import type { Logger } from 'pino';
import type { Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { resumeParts } from './part-refunds-store.server.ts';
import type { PaymentOwners } from './payment-owners.server.ts';
import { flagPayment, type UpdateKey } from './payments-store.server.ts';
import {
  askAboutSoon,
  insertProviderRefund,
  lockPaidPayment,
  readRefundSums,
} from './provider-refunds-store.server.ts';

/** A provider's update about a payment that was partly refunded. */
interface RefundUpdate extends UpdateKey {
  readonly refundedAmount: number;
}

/**
 * Books what the provider has refunded without our request, for example through its support: what the reported sum exceeds our known and
 * requested refunds by. The reported sum only grows, so a late, repeated or out-of-order update books nothing twice. A sum as large as
 * the payment or larger contradicts its state `Paid`: the payment is flagged for an operator.
 */
export async function bookProviderRefund(
  tx: Tx,
  update: RefundUpdate,
  { owners, log }: { readonly owners: PaymentOwners; readonly log: Pick<Logger, 'error'> },
): Promise<void> {
  const row = await lockPaidPayment(tx, update);
  if (row === null) return;
  const sum = update.refundedAmount;
  if (sum >= row.amount) {
    const problem = `RefundOfPaid ${sum} ${row.amount}` as const;
    if (await flagPayment(tx, row.id, problem)) {
      log.error({ paymentId: row.id, problem, reportedAmount: sum }, 'the provider reports an impossible state');
    }
    return;
  }
  const { done, wanted } = await readRefundSums(tx, row.id);
  const beyond = sum - done - wanted;
  if (beyond > 0) {
    const refundId = await insertProviderRefund(tx, row.id, beyond);
    await owners.notifyProviderRefund(tx, row, { refundId, back: minor(beyond) });
    return;
  }
  // The answer to a stopped part decides whether it is in the sum, so no further question about the payment hurries.
  if (wanted > 0 && sum > done && !(await resumeParts(tx, row.id))) await askAboutSoon(tx, row.id);
}
