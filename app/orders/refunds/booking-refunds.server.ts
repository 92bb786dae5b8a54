import type { DonationOwner } from '#app/donations/donation-owner.server.ts';
import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import { post, providerAccount, reverseRest } from '#app/ledger/ledger.server.ts';
import { returnStock } from '#app/merch/merch.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { LockedOrder } from '../checkout/placing-store.server.ts';
import { reverseDelivery } from '../delivery-money.server.ts';
import { type MovedListener, moveAndAnnounce } from '../moved-order.server.ts';
import type { Mover } from '../moves-store.server.ts';
import { deliveryKindOf, nextOf, returnsStockOnRefund, statusOf } from '../order-status.ts';
import { toStock } from '../taken-stock.ts';
import { endRefund } from './asked-refunds-store.server.ts';
import { piecesLeft } from './refund-rules.ts';
import { accountsOfSale, partKind, readClaims, readRefundableRest, saleKind } from './refundable-rest.server.ts';
import {
  decideRefund,
  type OrderRefund,
  type RefundedLine,
  readBought,
  readRefund,
  readRefundLines,
  readRefunds,
} from './refunds-store.server.ts';
import { chargeOf, entriesOf, sumOfShares } from './sale-shares.server.ts';

/** The kind of a posting that reverses what is left of a sale. */
const refundKind = 'order-refund';

type Donations = Pick<DonationOwner, 'lockWith' | 'whenRefunded'>;
type RefundedPayment = Parameters<PaymentOwner['whenRefunded']>[1];

/** Takes the money of these pieces from the accounts that the sale has credited. */
async function postPart(tx: Tx, { id, orderId }: OrderRefund, lines: readonly RefundedLine[]): Promise<void> {
  const claims = await readClaims(tx, orderId, lines);
  const { holders } = await readRefundableRest(tx, orderId, id);
  const entries = [
    { accountId: providerAccount, amount: sumOfShares(claims) },
    ...entriesOf(chargeOf(claims, holders)),
  ];
  if (!(await post(tx, { kind: partKind, reference: id, entries }))) {
    throw new Error(`the refund ${id} has been posted before`);
  }
}

const moverOf = ({ by, reason }: Pick<OrderRefund, 'by' | 'reason'>): Mover => ({
  by: by === null ? 'payment' : 'staff',
  userId: by,
  reason,
});

/** Books the provider's decision on pieces of a locked order. After the last piece the order is `Refunded`. */
export async function bookPart(
  tx: Tx,
  order: LockedOrder,
  { refundId, state }: { readonly refundId: string; readonly state: 'Done' | 'Refused' },
  announce: MovedListener,
): Promise<void> {
  const refund = await readRefund(tx, refundId);
  if (refund?.orderId !== order.id) throw new Error(`the refund ${refundId} does not belong to order ${order.id}`);
  await decideRefund(tx, refundId, state);
  if (state === 'Refused') return;
  const lines = await readRefundLines(tx, refundId);
  if (refund.returnsStock) await returnStock(tx, toStock(lines));
  await postPart(tx, refund, lines);
  const refunds = await readRefunds(tx, order.id);
  const isAll = piecesLeft(await readBought(tx, order.id)).length === 0 && refunds.every((one) => one.state === 'Done');
  if (isAll) await moveAndAnnounce(tx, order, { to: 'Refunded', mover: moverOf(refund), announce });
}

/** Books a refund of all that was left of a locked order's payment, including the delivery and a donation. */
export async function bookWhole(
  tx: Tx,
  order: LockedOrder,
  payment: RefundedPayment & { readonly providerRefunds: readonly string[] },
  { donations, announce }: { donations: Donations; announce: MovedListener },
): Promise<void> {
  const status = statusOf(order.status);
  const isAllBack = status === 'Refunded';
  if (status === null || !(isAllBack || nextOf(status, deliveryKindOf(order)).includes('Refunded'))) {
    throw new Error(`order ${order.id} cannot be refunded`);
  }
  const refunds = await readRefunds(tx, order.id);
  const open = refunds.filter((one) => one.state === 'Wanted');
  const left = piecesLeft(await readBought(tx, order.id));
  const { refundBy: by, refundReason: reason } = order;
  const last = left.length === 0 ? open.at(-1) : undefined;
  const mover = moverOf(last ?? { by, reason });
  if (!isAllBack) await moveAndAnnounce(tx, order, { to: 'Refunded', mover, announce });
  // Before products, as where a gift takes or returns stock.
  if (order.donationId !== null) await lockProjectTotal(tx, order.donationId);
  const opened = await Promise.all(open.map(async (one) => ({ one, lines: await readRefundLines(tx, one.id) })));
  const back = opened.flatMap(({ one, lines }) => (one.returnsStock ? lines : []));
  await returnStock(tx, toStock([...back, ...(returnsStockOnRefund(status) ? left : [])]));
  if (order.donationId !== null) {
    await donations.lockWith(tx, order.donationId, await accountsOfSale(tx, order.id));
    const donation = { ...payment, reference: order.donationId, amount: minor(order.donationAmount) };
    await donations.whenRefunded(tx, donation, payment.providerRefunds);
  }
  for (const { one, lines } of opened) {
    await decideRefund(tx, one.id, 'Done');
    await postPart(tx, one, lines);
  }
  await endRefund(tx, order.id);
  const references = refunds.map(({ id }) => id);
  await reverseRest(tx, { kind: saleKind, reference: order.id, as: refundKind, parts: { kind: partKind, references } });
  await reverseDelivery(tx, order, references);
}
