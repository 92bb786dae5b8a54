import type { Logger } from 'pino';
import type { Tx } from '#base/db.server.ts';
import { add, type Minor, minor, negate, subtract, times } from '#base/money.ts';
import type { Budget, Limits } from '#base/rate-limit.server.ts';
import { creatorsOf } from '../creators/creators.server.ts';
import { type Entry, platformAccount, post, providerAccount, reverse } from '../ledger/ledger.server.ts';
import { returnStock } from '../merch/merch.server.ts';
import type { PaymentOwner } from '../payments/payments.server.ts';
import { readOwner } from './basket-store.server.ts';
import { insertStray, moveOrder, readSold, returnStray, type SoldLine } from './moves-store.server.ts';
import { deliveryOf, nextOf, returnsStockOnRefund, statusOf } from './order-status.ts';
import { type LockedOrder, lockOrder } from './placing-store.server.ts';

/** Kinds of payments and postings of orders. */
export const orderKind = 'order';
const refundKind = 'order-refund';
const strayKind = 'order-stray';
const strayRefundKind = 'order-stray-refund';

/** An order that has just been paid. Amounts in minor units. */
export interface PaidOrder {
  readonly orderId: string;
  readonly number: string;
  readonly userId: string;
  readonly total: Minor;
  readonly lines: readonly SoldLine[];
}

/** What others do when an order is paid, in the same transaction; an error undoes all of it. */
type OrderListener = (tx: Tx, order: PaidOrder) => Promise<void>;

export interface OrderOwnerOptions {
  readonly limits: Limits;
  readonly log: Pick<Logger, 'warn'>;
  /** Books and unbooks a gift that was paid together with the order, like every gift. */
  readonly gifts: Pick<PaymentOwner, 'whenPaid' | 'whenRefunded'>;
  /** Gives a payment of the order back at the provider. */
  readonly giveBack: (orderId: string, paymentId: string) => Promise<void>;
  readonly whenPaid: readonly OrderListener[];
}

/** Refused cards of one buyer. */
const refusedCards: Budget = {
  name: 'refused-buyer',
  points: 10,
  seconds: 600,
  message:
    'За последние 10 минут было слишком много неудачных оплат. Новая оплата откроется позже; с вашей картой это не связано',
};

/** Throws `TooManyRequests` where too many of a buyer's cards were refused of late. */
export function requireFewRefusals(limits: Limits, userId: string): Promise<void> {
  return limits.require(refusedCards, userId);
}

type News = Parameters<PaymentOwner['whenPaid']>[1];

/** Buyer → each seller's account less the commission → platform. */
async function postSale(tx: Tx, order: LockedOrder, lines: readonly SoldLine[]): Promise<void> {
  const sellers = await creatorsOf(
    tx,
    lines.map(({ sellerId }) => sellerId),
  );
  const entries = lines.flatMap(({ sellerId, price, quantity, commission }): Entry[] => {
    const accountId = sellers.get(sellerId)?.project.accountId;
    if (accountId === undefined) throw new Error(`the seller ${sellerId} of order ${order.id} is not there`);
    const paid = times(minor(price), quantity);
    const kept = minor(commission);
    return [
      { accountId: providerAccount, amount: negate(paid) },
      { accountId, amount: subtract(paid, kept) },
      { accountId: platformAccount, amount: kept },
    ];
  });
  if (!(await post(tx, { kind: orderKind, reference: order.id, entries }))) {
    throw new Error(`order ${order.id} has been posted before`);
  }
}

function paidOrderOf(order: LockedOrder, lines: readonly SoldLine[]): PaidOrder {
  const { id, number, userId, total } = order;
  if (number === null || total === null) throw new Error(`order ${id} was paid without having been placed`);
  return { orderId: id, number, userId, total: minor(total), lines };
}

async function locked(tx: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  if (order === null) throw new Error(`the order ${orderId} of a payment is not there`);
  return order;
}

/** The money is here and nothing can be bought with it: it is kept on the books until the provider has given it back. */
async function takeStray(tx: Tx, { paymentId, reference, amount }: News, options: OrderOwnerOptions): Promise<void> {
  await insertStray(tx, { paymentId, orderId: reference, amount });
  const entries = [
    { accountId: providerAccount, amount: negate(amount) },
    { accountId: platformAccount, amount },
  ];
  await post(tx, { kind: strayKind, reference: paymentId, entries });
  // Not waited for: the provider that tells of the payment waits for us. What fails here is done by the background.
  tx.afterCommit(() => {
    options.giveBack(reference, paymentId).catch((error: unknown) => {
      options.log.warn(
        { err: error, orderId: reference },
        'a payment of a cancelled order could not be given back yet',
      );
    });
  });
}

async function whenPaid(tx: Tx, news: News, options: OrderOwnerOptions): Promise<void> {
  const order = await locked(tx, news.reference);
  if (statusOf(order.status) !== 'AwaitingPayment') return takeStray(tx, news, options);
  const lines = await readSold(tx, order.id);
  const paid = paidOrderOf(order, lines);
  if (add(paid.total, minor(order.giftAmount)) !== news.amount) throw new Error(`order ${order.id} costs another sum`);
  await moveOrder(tx, order.id, 'Paid', { by: 'payment', userId: null, reason: null, paymentId: news.paymentId });
  for (const listener of options.whenPaid) await listener(tx, paid);
  // The gift locks its project's rows before the house's accounts are locked: nobody waits for both in a circle.
  if (order.giftId !== null) {
    await options.gifts.whenPaid(tx, { ...news, reference: order.giftId, amount: minor(order.giftAmount) });
  }
  await postSale(tx, order, lines);
}

async function whenRefunded(tx: Tx, news: News, options: OrderOwnerOptions): Promise<void> {
  const order = await locked(tx, news.reference);
  if (await returnStray(tx, news.paymentId)) {
    await reverse(tx, { kind: strayKind, reference: news.paymentId, as: strayRefundKind });
    return;
  }
  const status = statusOf(order.status);
  if (status === null || !nextOf(status, deliveryOf(order)).includes('Refunded'))
    throw new Error(`order ${order.id} cannot be given back`);
  const lines = await readSold(tx, order.id);
  const { refundBy, refundReason } = order;
  await moveOrder(tx, order.id, 'Refunded', {
    by: refundBy === null ? 'payment' : 'staff',
    userId: refundBy,
    reason: refundReason,
  });
  if (returnsStockOnRefund(status)) await returnStock(tx, lines);
  if (order.giftId !== null) {
    await options.gifts.whenRefunded(tx, { ...news, reference: order.giftId, amount: minor(order.giftAmount) });
  }
  await reverse(tx, { kind: orderKind, reference: order.id, as: refundKind });
}

/** Counts refused cards against their buyer, once the transaction that says so is committed. */
async function countRefusals(tx: Tx, limits: Limits, { orderId, cards }: { orderId: string; cards: number }) {
  const userId = await readOwner(tx, orderId);
  if (userId === null) throw new Error(`the order ${orderId} of a payment is not there`);
  tx.afterCommit(() => limits.note(refusedCards, userId, cards));
}

/**
 * What happens to an order when its payment moves: all within the transaction that moves the payment. A failed or expired
 * payment leaves the order awaiting another one.
 */
export function createOrderOwner(options: OrderOwnerOptions): PaymentOwner {
  const { limits } = options;
  return {
    kind: orderKind,
    whenPaid: (tx, news) => whenPaid(tx, news, options),
    async whenFailed(tx, { reference, refusals }) {
      // Where the provider tells of its refused cards, they have been counted one by one.
      if (refusals === 0) await countRefusals(tx, limits, { orderId: reference, cards: 1 });
    },
    whenRefused: (tx, { reference }, cards) => countRefusals(tx, limits, { orderId: reference, cards: cards.length }),
    whenExpired: async () => undefined,
    whenRefunded: (tx, news) => whenRefunded(tx, news, options),
  };
}
