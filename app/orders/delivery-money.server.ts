import { platformAccount, post, providerAccount, readRest, reverse, reverseRest } from '#app/ledger/ledger.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type Minor, minor, negate, zero } from '#base/money/money.ts';
import type { LockedOrder } from './checkout/placing-store.server.ts';

/** Kinds of postings: what was paid for a delivery, its refund, and a part that the provider refunded on its own. */
export const deliveryKind = 'order-delivery';
const refundKind = 'order-delivery-refund';
const partKind = 'order-delivery-part-refund';

/** What the delivery of a given piece costs its creator, and its return. */
export const givenDeliveryKind = 'order-gift-delivery';
const givenRefundKind = 'order-gift-delivery-refund';

type Delivered = Pick<LockedOrder, 'id' | 'deliveryPrice'>;

const isFree = ({ deliveryPrice }: Delivered) => deliveryPrice === 0;

const postingOf = ({ id }: Delivered, refunds: readonly string[]) => ({
  kind: deliveryKind,
  reference: id,
  parts: { kind: partKind, references: refunds },
});

/** Posts what the buyer paid for the delivery: all of it is the platform's, apart from the sale, which sellers share. */
export async function postDelivery(tx: Tx, order: Delivered): Promise<void> {
  if (isFree(order)) return;
  const price = minor(order.deliveryPrice);
  const entries = [
    { accountId: providerAccount, amount: negate(price) },
    { accountId: platformAccount, amount: price },
  ];
  if (!(await post(tx, { kind: deliveryKind, reference: order.id, entries }))) {
    throw new Error(`the delivery of order ${order.id} has been posted before`);
  }
}

/**
 * Posts what the delivery of a given piece costs: its donor has paid for it with the donation, so it is the creator's, who passes it on to the platform.
 */
export async function postGivenDelivery(
  tx: Tx,
  { orderId, accountId, price }: { readonly orderId: string; readonly accountId: string; readonly price: Minor },
): Promise<void> {
  const entries = [
    { accountId, amount: negate(price) },
    { accountId: platformAccount, amount: price },
  ];
  if (!(await post(tx, { kind: givenDeliveryKind, reference: orderId, entries }))) {
    throw new Error(`the delivery of order ${orderId} has been posted before`);
  }
}

/** Gives what the delivery of a given piece has cost back to its creator. */
export async function reverseGivenDelivery(tx: Tx, orderId: string): Promise<void> {
  await reverse(tx, { kind: givenDeliveryKind, reference: orderId, as: givenRefundKind });
}

/** What is left of the money for a delivery after the refunds that the provider made on its own. */
export async function readDeliveryRest(tx: Tx, order: Delivered, refunds: readonly string[]): Promise<Minor> {
  if (isFree(order)) return zero;
  const rest = await readRest(tx, postingOf(order, refunds));
  return rest.find(({ accountId }) => accountId === platformAccount)?.amount ?? zero;
}

/** Takes a part of the money for a delivery back from the platform. */
export async function postDeliveryPart(tx: Tx, refundId: string, amount: Minor): Promise<void> {
  const entries = [
    { accountId: providerAccount, amount },
    { accountId: platformAccount, amount: negate(amount) },
  ];
  if (!(await post(tx, { kind: partKind, reference: refundId, entries }))) {
    throw new Error(`the refund ${refundId} has been posted before`);
  }
}

/** Reverses what is left of the money for a delivery. */
export async function reverseDelivery(tx: Tx, order: Delivered, refunds: readonly string[]): Promise<void> {
  if (!isFree(order)) await reverseRest(tx, { ...postingOf(order, refunds), as: refundKind });
}
