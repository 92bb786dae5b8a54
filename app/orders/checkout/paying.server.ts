import type { PickUp } from '#app/delivery/delivery.server.ts';
import { freeDelivery } from '#app/delivery/delivery-rates.ts';
import { findPickUp } from '#app/delivery/delivery-store.server.ts';
import { checkDonation, readCommissionPercent } from '#app/donations/donation-checks.server.ts';
import { insertDonation, type NewDonation } from '#app/donations/donations-store.server.ts';
import { takeStock } from '#app/merch/merch.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { CallInput, CallResult } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { add, type Minor, minor, percentOf, zero } from '#base/money/money.ts';
import { readerLocale } from '#base/pages/accept-language.server.ts';
import { readBasket } from '../basket/basket-store.server.ts';
import { quoteBasket } from '../basket/baskets.server.ts';
import { piecesOf } from '../basket/merge-lines.ts';
import { priceOrder } from '../basket/order-price.server.ts';
import { lineStateOf, type QuotedLine } from '../basket/order-view.server.ts';
import { paidFor } from '../line-money.ts';
import {
  membersOnly,
  outOfStock,
  pickUpClosed,
  productUnavailable,
  tooManyUnpaid,
  wrongTransition,
} from '../order-failures.ts';
import { unpaidMost } from '../order-limits.ts';
import { readOrderLines } from '../order-lines-store.server.ts';
import { orderKind, requireFewRefusals } from '../order-owner.server.ts';
import { statusOf } from '../order-status.ts';
import type { ordersCalls } from '../orders.calls.ts';
import { spendCodeTry, takeCode, usableCode } from '../promo-codes/promo-codes.server.ts';
import type { QuoteDelivery } from '../quote-delivery.server.ts';
import { type Recipient, recipientOf } from '../recipient.server.ts';
import { payAgain } from './paying-again.server.ts';
import {
  type Due,
  notPayable,
  refuseCancelled,
  refuseOtherTotal,
  refuseUnseen,
  requireTakers,
  sellerGone,
} from './paying-checks.server.ts';
import {
  countUnpaid,
  type LockedOrder,
  lockOrder,
  type PlacingLine,
  payingUpdate,
  placeOrder,
} from './placing-store.server.ts';

/** The dependencies of paying. */
export interface PayingOptions {
  readonly payments: Payments;
  /** Matches a normalised phone of the country. */
  readonly phonePattern: RegExp;
  readonly quoteDelivery: QuoteDelivery;
}

type Body = CallInput<typeof ordersCalls.pay>['body'];

/** Returns the pickup point of the order. A basket without items or delivery is refused first: 400 comes before 409. */
async function chosenPointOf(tx: Tx, order: LockedOrder, hasItems: boolean): Promise<PickUp | null> {
  if (!hasItems) throw failures.validationFailed({ fields: { items: 'В корзине ничего нет' } });
  if (order.address !== null) return null;
  if (order.pickupPointId === null) {
    const text = 'Выберите пункт выдачи или укажите адрес';
    throw failures.validationFailed({ message: text, fields: { pickupPointId: text } });
  }
  const point = await findPickUp(tx, order.pickupPointId);
  if (!point?.isActive) throw pickUpClosed();
  return point;
}

/** Refuses products that are not sold, not as they were chosen, or not to this buyer. */
function refuseUnsold(quoted: readonly QuotedLine[]): void {
  const pieces = piecesOf(quoted.map(({ line }) => line));
  const lines = quoted.map((one) => {
    const { productId, sizeId, colorId } = one.line;
    return { productId, sizeId, colorId, state: lineStateOf(one, pieces) };
  });
  const lost = lines.filter(({ state }) => state === 'unavailable' || state === 'wrongChoice');
  if (lost.length > 0) throw productUnavailable({ details: { lines: lost } });
  const closed = lines.filter(({ state }) => state === 'membersOnly');
  if (closed.length > 0) throw membersOnly({ details: { lines: closed } });
}

/** Takes the pieces from stock and returns the products whose stock is counted. Refuses missing pieces. */
async function reserve(tx: Tx, quoted: readonly QuotedLine[]): Promise<ReadonlySet<string>> {
  const { shortages, counted } = await takeStock(
    tx,
    quoted.map(({ line }) => line),
  );
  if (shortages.length > 0) throw outOfStock({ details: { lines: shortages } });
  return counted;
}

function copyOf(
  { line, quote }: QuotedLine,
  {
    discount,
    commissionPercent,
    counted,
  }: { discount: Minor; commissionPercent: number; counted: ReadonlySet<string> },
): PlacingLine {
  const { name, imageUrl: image, categoryName, description, sizeName, colorName, price, seller } = quote;
  return {
    lineId: line.lineId,
    name,
    image,
    categoryName,
    description,
    sizeName,
    colorName,
    price,
    sellerId: seller.userId,
    sellerUserName: seller.userName,
    sellerName: seller.displayName,
    discount,
    commission: percentOf(paidFor({ price, quantity: line.quantity, discount }), commissionPercent),
    taken: counted.has(line.productId) ? line.quantity : 0,
  };
}

/**
 * Places a locked basket as an order: takes its pieces from stock and copies what was shown of them, in one transaction. Throws the
 * failures of the call.
 */
export async function placeBasket(
  tx: Tx,
  order: LockedOrder,
  asked: Pick<Body, 'expectedTotal' | 'version' | 'promoCode'> & {
    readonly sessionId: string | null;
    readonly recipient: Recipient;
    readonly donation: NewDonation | null;
  },
  quoteDelivery: QuoteDelivery,
): Promise<Due> {
  const { recipient, expectedTotal, version, donation, sessionId } = asked;
  const [basket, commissionPercent, unpaid] = await Promise.all([
    readBasket(tx, { userId: order.userId, sessionId }),
    readCommissionPercent(tx),
    countUnpaid(tx, order.userId),
  ]);
  const quoted = basket === null ? [] : await quoteBasket(tx, basket);
  const pickup = await chosenPointOf(tx, order, quoted.length > 0);
  if (basket !== null) refuseUnseen(basket, version ?? basket.seenVersion);
  if (unpaid >= unpaidMost) throw tooManyUnpaid();
  const code = asked.promoCode ? await usableCode(tx, asked.promoCode, order.userId) : null;
  const price = await priceOrder(tx, quoted, { address: order.address, pickup, terms: code }, quoteDelivery);
  refuseUnsold(quoted);
  // Before the stock, since whoever changes a product locks its creator first.
  const lines = quoted.map(({ line, quote }) => ({ ...line, sellerId: quote.seller.userId }));
  await requireTakers(tx, { lines, projectId: donation?.project_id ?? null, message: sellerGone.basket });
  const counted = await reserve(tx, quoted);
  refuseOtherTotal(price, expectedTotal);
  const used = price.isCodeUsed ? code : null;
  if (donation !== null) await insertDonation(tx, donation);
  const donationAmount = donation === null ? zero : minor(donation.amount);
  const number = await placeOrder(tx, {
    orderId: order.id,
    userId: order.userId,
    pickup,
    total: price.total,
    donationAmount,
    delivery: price.delivery ?? freeDelivery,
    promoCode: used?.code ?? null,
    recipientName: recipient.name,
    recipientPhone: recipient.phone,
    donationId: donation?.id ?? null,
    lines: quoted.map((one, at) => copyOf(one, { discount: price.discounts[at] ?? zero, commissionPercent, counted })),
  });
  // Last, since the code's row is locked until the end, and many may use one code at once.
  if (used !== null) await takeCode(tx, { codeId: used.id, orderId: order.id, userId: order.userId });
  return { number, amount: add(price.total, donationAmount) };
}

type GivenDonation = Awaited<ReturnType<typeof checkDonation>> | null;

/** Places the order, or finds it already placed by another tab. */
async function placeOrFind(
  context: CallContext,
  body: Body,
  { recipient, given, quoteDelivery }: { recipient: Recipient; given: GivenDonation; quoteDelivery: QuoteDelivery },
) {
  const { userId, sessionId } = callerOf(context);
  return context.transaction(async (tx) => {
    const id = await context.claim(tx);
    const order = await lockOrder(tx, body.orderId);
    if (order === null || order.userId !== userId) throw failures.notFound();
    const status = statusOf(order.status);
    const donation = given === null ? null : { ...given.donation, id };
    if (status === 'Basket') return placeBasket(tx, order, { ...body, sessionId, recipient, donation }, quoteDelivery);
    refuseCancelled(order);
    if (status === 'AwaitingPayment') {
      const asked = body.donation === undefined ? undefined : donation;
      return payAgain(tx, order, body, { recipient, sessionId, donation: asked });
    }
    throw wrongTransition({ message: notPayable.paid, details: { status: order.status } });
  });
}

/** Answers `CreateOrderPayment`: places the order, then opens its payment. An order has one open payment at a time. */
export async function pay(
  body: Body,
  context: CallContext,
  options: PayingOptions,
): Promise<CallResult<typeof ordersCalls.pay>> {
  const recipient = recipientOf(body, options.phonePattern);
  const { orderId } = body;
  await requireFewRefusals(context.limits, callerOf(context).userId);
  if (body.promoCode) await spendCodeTry(context);
  const given = body.donation ? await checkDonation(body.donation, context) : null;
  const { quoteDelivery } = options;
  const { number, amount } = await placeOrFind(context, body, { recipient, given, quoteDelivery });
  const asked = {
    kind: orderKind,
    reference: orderId,
    amount,
    lines: await readOrderLines(context.db, orderId),
    description: `Заказ № ${number}`,
    returnPath: `/order/${orderId}`,
    system: body.system ?? undefined,
    language: readerLocale(context.request.headers),
  };
  const write = await options.payments.openPayment(asked, { insert: payingUpdate, row: { orderId } });
  return context.conclude(async (tx) => {
    const order = await lockOrder(tx, orderId);
    // It may have been cancelled while the provider was asked.
    if (order !== null) refuseCancelled(order);
    const { expiresAt, ...opened } = await write(tx);
    return { ...opened, expiresAt: expiresAt.toISOString() };
  });
}
