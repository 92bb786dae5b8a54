import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor, subtract } from '#base/text/money.ts';
import type { LockedOrder } from '../checkout/placing-store.server.ts';
import { insertOutside } from './refunds-store.server.ts';
import { partKind, readSaleRest } from './sale-rest.server.ts';
import { entriesOf, inProportion } from './sale-shares.server.ts';

type OutsideRefund = Parameters<PaymentOwner['whenRefundedOutside']>[1];
type Donations = Pick<PaymentOwner, 'whenRefundedOutside'>;

/**
 * Books a part of a locked order's payment that the provider refunded on its own. It is not known for which pieces: every account that the
 * sale has credited gives in proportion, and the donation paid with the order only what the sale does not hold.
 */
export async function bookOutside(
  tx: Tx,
  order: LockedOrder,
  refund: OutsideRefund,
  donations: Donations,
): Promise<void> {
  const { refundId, back } = refund;
  const rest = await readSaleRest(tx, order.id);
  const ofSale = minor(Math.min(back, rest.amount));
  const ofDonation = subtract(back, ofSale);
  await insertOutside(tx, { id: refundId, orderId: order.id, amount: back });
  // The donation locks its project's rows before accounts are locked, so that no deadlock arises.
  if (ofDonation > 0) {
    if (order.donationId === null) throw new Error(`more was refunded than order ${order.id} cost`);
    await donations.whenRefundedOutside(tx, { ...refund, reference: order.donationId, back: ofDonation });
  }
  const entries = [{ accountId: providerAccount, amount: ofSale }, ...entriesOf(inProportion(ofSale, rest.holders))];
  if (ofSale > 0 && !(await post(tx, { kind: partKind, reference: refundId, entries }))) {
    throw new Error(`the refund ${refundId} has been posted before`);
  }
}
