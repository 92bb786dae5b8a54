import type { DonationOwner } from '#app/donations/donation-owner.server.ts';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor, subtract } from '#base/money/money.ts';
import type { LockedOrder } from '../checkout/placing-store.server.ts';
import { postDeliveryPart, readDeliveryRest } from '../delivery-money.server.ts';
import { accountsOfSale, partKind, readRefundableRest } from './refundable-rest.server.ts';
import { insertProviderRefund, readRefunds } from './refunds-store.server.ts';
import { entriesOf, inProportion } from './sale-shares.server.ts';

type ProviderRefund = Parameters<PaymentOwner['whenProviderRefunded']>[1];
type Donations = Pick<DonationOwner, 'lockWith' | 'whenProviderRefunded'>;

/**
 * Books a part of a locked order's payment that the provider refunded on its own. It is not known for which pieces: every account that the
 * sale has credited gives in proportion, the delivery only what the sale does not hold, and the donation what is left then.
 */
export async function postProviderRefund(
  tx: Tx,
  order: LockedOrder,
  refund: ProviderRefund,
  donations: Donations,
): Promise<void> {
  const { refundId, back } = refund;
  const rest = await readRefundableRest(tx, order.id);
  const ofSale = minor(Math.min(back, rest.amount));
  const refunds = (await readRefunds(tx, order.id)).map(({ id }) => id);
  const ofDelivery = minor(Math.min(subtract(back, ofSale), await readDeliveryRest(tx, order, refunds)));
  const ofDonation = subtract(subtract(back, ofSale), ofDelivery);
  await insertProviderRefund(tx, { id: refundId, orderId: order.id, amount: back });
  if (ofDonation > 0) {
    if (order.donationId === null) throw new Error(`more was refunded than order ${order.id} cost`);
    await donations.lockWith(tx, order.donationId, await accountsOfSale(tx, order.id));
    await donations.whenProviderRefunded(tx, { ...refund, reference: order.donationId, back: ofDonation });
  }
  const entries = [{ accountId: providerAccount, amount: ofSale }, ...entriesOf(inProportion(ofSale, rest.holders))];
  if (ofSale > 0 && !(await post(tx, { kind: partKind, reference: refundId, entries }))) {
    throw new Error(`the refund ${refundId} has been posted before`);
  }
  if (ofDelivery > 0) await postDeliveryPart(tx, refundId, ofDelivery);
}
