import type { Logger } from 'pino';
import { creatorsOf } from '#app/creators/creators.server.ts';
import type { DonationOwner } from '#app/donations/donation-owner.server.ts';
import { type Entry, platformAccount, post, providerAccount, reverseRest } from '#app/ledger/ledger.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { add, type Minor, minor, negate, subtract, zero } from '#base/money/money.ts';
import { readOwner } from './basket/basket-store.server.ts';
import { type LockedOrder, lockOrder } from './checkout/placing-store.server.ts';
import { postDelivery } from './delivery-money.server.ts';
import type { GivenOrder } from './given-orders.server.ts';
import { paidFor } from './line-money.ts';
import type { MovedListener } from './moved-order.server.ts';
import { insertLatePayment, isLatePayment, returnLatePayment } from './moves/late-payments-store.server.ts';
import { moveOrder, readSold, type SoldLine } from './moves-store.server.ts';
import { statusOf } from './order-status.ts';
import { resumeAskedRefund } from './refunds/asked-refunds-store.server.ts';
import { bookPart, bookWhole } from './refunds/booking-refunds.server.ts';
import { postProviderRefund } from './refunds/post-provider-refund.server.ts';

/** Kinds of payments and postings of orders. */
export const orderKind = 'order';
const latePaymentKind = 'order-late-payment';
const latePaymentRefundKind = 'order-late-payment-refund';
const latePaymentPartKind = 'order-late-payment-part-refund';

/** An order that has just been paid. Amounts in minor units. */
export interface PaidOrder {
  readonly orderId: string;
  readonly number: string;
  readonly userId: string;
  readonly total: Minor;
  /** Of the gift by which somebody else has paid for it; null: its buyer has. */
  readonly giftId: string | null;
  readonly lines: readonly SoldLine[];
}

/** Runs in the transaction that pays an order; an error undoes all of it. */
type PaidListener = (tx: Tx, order: PaidOrder) => Promise<void>;

export interface OrderOwnerOptions {
  readonly limits: Limits;
  readonly log: Pick<Logger, 'warn'>;
  /** Books and reverses a donation that was paid together with the order, like every donation. */
  readonly donations: Pick<
    DonationOwner,
    'accepts' | 'lockWith' | 'whenPaid' | 'whenRefunded' | 'whenProviderRefunded'
  >;
  /** Refunds a payment of the order at the provider. */
  readonly giveBack: (orderId: string, paymentId: string) => Promise<void>;
}

/** Books orders as their payments move, and notifies the listeners. */
export interface OrderOwner extends PaymentOwner {
  onPaid(listener: PaidListener): void;
  /** Somebody else than its buyer has moved a placed order, other than by paying. */
  onMoved(listener: MovedListener): void;
  /** Notifies the listeners of an order that was paid by a gift. */
  announceGiven(
    tx: Tx,
    placed: { readonly orderId: string; readonly number: string; readonly given: GivenOrder },
  ): Promise<void>;
  /** Notifies the listeners of moves. */
  readonly announce: MovedListener;
}

interface Booking extends OrderOwnerOptions {
  readonly paidListeners: readonly PaidListener[];
  readonly announce: MovedListener;
}

/** The budget of refused cards of one buyer. */
const refusedCards: Budget = {
  name: 'refused-buyer',
  points: 10,
  seconds: 600,
  message:
    'За последние 10 минут было слишком много неудачных оплат. Новая оплата откроется позже; с вашей картой это не связано',
};

/** Throws `TooManyRequests` when too many of a buyer's cards were refused recently. */
export function requireFewRefusals(limits: Limits, userId: string): Promise<void> {
  return limits.require(refusedCards, userId);
}

type PaymentMove = Parameters<PaymentOwner['whenPaid']>[1];
type ProviderRefund = Parameters<PaymentOwner['whenProviderRefunded']>[1];

/** The accounts of sellers, by seller. */
async function accountsOfSellers(tx: Tx, lines: readonly SoldLine[]): Promise<ReadonlyMap<string, string>> {
  const sellers = await creatorsOf(
    tx,
    lines.map(({ sellerId }) => sellerId),
  );
  return new Map([...sellers].map(([sellerId, { project }]) => [sellerId, project.accountId]));
}

/** Posts the sale: from the buyer to each seller's account, less the commission, which goes to the platform. */
async function postSale(
  tx: Tx,
  order: LockedOrder,
  { lines, accounts }: { lines: readonly SoldLine[]; accounts: ReadonlyMap<string, string> },
): Promise<void> {
  const entries = lines.flatMap((line): Entry[] => {
    const { sellerId, commission } = line;
    const accountId = accounts.get(sellerId);
    if (accountId === undefined) throw new Error(`the seller ${sellerId} of order ${order.id} does not exist`);
    const paid = paidFor(line);
    const fee = minor(commission);
    return [
      { accountId: providerAccount, amount: negate(paid) },
      { accountId, amount: subtract(paid, fee) },
      { accountId: platformAccount, amount: fee },
    ];
  });
  if (!(await post(tx, { kind: orderKind, reference: order.id, entries }))) {
    throw new Error(`order ${order.id} has been posted before`);
  }
}

function paidOrderOf(order: LockedOrder, lines: readonly SoldLine[]): PaidOrder {
  const { id, number, userId, total } = order;
  if (number === null || total === null) throw new Error(`order ${id} was paid without having been placed`);
  return { orderId: id, number, userId, total: minor(total), giftId: null, lines };
}

async function locked(tx: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  if (order === null) throw new Error(`the order ${orderId} of a payment does not exist`);
  return order;
}

/** Whether an order awaits its payment, and all its sellers and the creator of its donation may take money. */
async function accepts(tx: Tx, orderId: string, { donations }: OrderOwnerOptions): Promise<boolean> {
  const order = await locked(tx, orderId);
  if (statusOf(order.status) !== 'AwaitingPayment' || order.cancelBy !== null) return false;
  const sold = await readSold(tx, orderId);
  const sellers = await creatorsOf(
    tx,
    sold.map(({ sellerId }) => sellerId),
  );
  const canSell = sold.every(({ sellerId }) => sellers.get(sellerId)?.project.isAvailable ?? false);
  return canSell && (order.donationId === null || (await donations.accepts(tx, order.donationId)));
}

/** Books a payment that arrived too late to buy anything, until the provider has refunded it. */
async function takeLatePayment(
  tx: Tx,
  { paymentId, reference, amount }: PaymentMove,
  options: OrderOwnerOptions,
): Promise<void> {
  await insertLatePayment(tx, { paymentId, orderId: reference, amount });
  const entries = [
    { accountId: providerAccount, amount: negate(amount) },
    { accountId: platformAccount, amount },
  ];
  await post(tx, { kind: latePaymentKind, reference: paymentId, entries });
  // Not awaited: the provider's callback waits for this transaction. A background job repeats a refund that fails here.
  tx.afterCommit(() => {
    options.giveBack(reference, paymentId).catch((error: unknown) => {
      options.log.warn({ err: error, orderId: reference }, 'a payment of a cancelled order could not be refunded yet');
    });
  });
}

async function whenPaid(tx: Tx, payment: PaymentMove, options: Booking): Promise<void> {
  const order = await locked(tx, payment.reference);
  if (statusOf(order.status) !== 'AwaitingPayment') return takeLatePayment(tx, payment, options);
  const lines = await readSold(tx, order.id);
  const paid = paidOrderOf(order, lines);
  if (add(paid.total, minor(order.donationAmount)) !== payment.amount)
    throw new Error(`order ${order.id} costs another sum`);
  await moveOrder(tx, order.id, 'Paid', { by: 'payment', userId: null, reason: null, paymentId: payment.paymentId });
  for (const listener of options.paidListeners) await listener(tx, paid);
  const accounts = await accountsOfSellers(tx, lines);
  if (order.donationId !== null) {
    await options.donations.lockWith(tx, order.donationId, accounts.values());
    await options.donations.whenPaid(tx, {
      ...payment,
      reference: order.donationId,
      amount: minor(order.donationAmount),
    });
  }
  await postSale(tx, order, { lines, accounts });
  await postDelivery(tx, order);
}

async function whenRefunded(
  tx: Tx,
  payment: PaymentMove & { readonly providerRefunds: readonly string[] },
  options: Booking,
): Promise<void> {
  const order = await locked(tx, payment.reference);
  if (await returnLatePayment(tx, payment.paymentId)) {
    const parts = { kind: latePaymentPartKind, references: payment.providerRefunds };
    await reverseRest(tx, { kind: latePaymentKind, reference: payment.paymentId, as: latePaymentRefundKind, parts });
    return;
  }
  await bookWhole(tx, order, payment, options);
}

async function whenProviderRefunded(tx: Tx, refund: ProviderRefund, options: OrderOwnerOptions): Promise<void> {
  const order = await locked(tx, refund.reference);
  if (!(await isLatePayment(tx, refund.paymentId))) return postProviderRefund(tx, order, refund, options.donations);
  const entries = [
    { accountId: providerAccount, amount: refund.back },
    { accountId: platformAccount, amount: negate(refund.back) },
  ];
  await post(tx, { kind: latePaymentPartKind, reference: refund.refundId, entries });
}

/** Counts refused cards against their buyer's budget, once the transaction is committed. */
async function countRefusals(tx: Tx, limits: Limits, { orderId, cards }: { orderId: string; cards: number }) {
  const userId = await readOwner(tx, orderId);
  if (userId === null) throw new Error(`the order ${orderId} of a payment does not exist`);
  tx.afterCommit(async () => {
    await limits.note(refusedCards, userId, cards);
  });
}

/**
 * Moves an order when its payment moves, in the transaction that moves the payment. After a failed or expired payment the order
 * awaits another one.
 */
export function createOrderOwner(options: OrderOwnerOptions): OrderOwner {
  const { limits } = options;
  const paidListeners: PaidListener[] = [];
  const movedListeners: MovedListener[] = [];
  const announce: MovedListener = async (tx, order) => {
    for (const listener of movedListeners) await listener(tx, order);
  };
  const booking = { ...options, paidListeners, announce };
  return {
    kind: orderKind,
    onPaid: (listener) => void paidListeners.push(listener),
    onMoved: (listener) => void movedListeners.push(listener),
    announce,
    async announceGiven(tx, { orderId, number, given: { giftId, userId } }) {
      const order = { orderId, number, userId, total: zero, giftId, lines: await readSold(tx, orderId) };
      for (const listener of paidListeners) await listener(tx, order);
    },
    accepts: (tx, orderId) => accepts(tx, orderId, options),
    whenPaid: (tx, payment) => whenPaid(tx, payment, booking),
    async whenFailed(tx, { reference, refusals }) {
      // When the provider lists the refused cards, `whenRefused` has counted them one by one.
      if (refusals === 0) await countRefusals(tx, limits, { orderId: reference, cards: 1 });
    },
    whenRefused: (tx, { reference }, cards) => countRefusals(tx, limits, { orderId: reference, cards: cards.length }),
    whenExpired: async () => undefined,
    whenRefunded: (tx, payment, providerRefunds = []) => whenRefunded(tx, { ...payment, providerRefunds }, booking),
    whenStillPaid: (tx, { reference, paymentId }) => resumeAskedRefund(tx, { orderId: reference, paymentId }),
    whenProviderRefunded: (tx, refund) => whenProviderRefunded(tx, refund, options),
    whenPartDecided: async (tx, part) => bookPart(tx, await locked(tx, part.reference), part, announce),
  };
}
