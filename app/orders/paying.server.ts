import type { CallInput, CallResult } from '#base/call.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { add, type Minor, minor, percentOf, times, toMain, zero } from '#base/money.ts';
import { normalisePhone } from '#base/phone.ts';
import { findPickUp, type PickUp } from '../delivery/delivery.server.ts';
import { insertGift, type NewDonation, readCommissionPercent, readGift } from '../donations/donations.server.ts';
import { takeStock } from '../merch/merch.server.ts';
import type { Payments } from '../payments/payments.server.ts';
import { readBasket } from './basket-store.server.ts';
import { quoteBasket } from './baskets.server.ts';
import { piecesOf } from './merge-lines.ts';
import {
  orderPlaced,
  outOfStock,
  pickUpClosed,
  priceChanged,
  productUnavailable,
  tooManyUnpaid,
  wrongTransition,
} from './order-failures.ts';
import { unpaidMost } from './order-limits.ts';
import { orderKind, requireFewRefusals } from './order-owner.server.ts';
import { statusOf } from './order-status.ts';
import { lineStateOf, type QuotedLine, totalOf } from './order-view.server.ts';
import type { ordersCalls } from './orders.calls.ts';
import {
  countUnpaid,
  type LockedOrder,
  lockOrder,
  type PlacingLine,
  payingUpdate,
  placeOrder,
  writeRecipient,
} from './placing-store.server.ts';

/** What paying needs from the house. */
export interface PayingOptions {
  readonly payments: Payments;
  /** What a normalised phone of the country looks like. */
  readonly phonePattern: RegExp;
}

type Body = CallInput<typeof ordersCalls.pay>['body'];

/** What is to be charged for a placed order. */
interface Due {
  readonly number: string;
  readonly amount: Minor;
}

interface Recipient {
  readonly name: string;
  readonly phone: string;
}

function recipientOf({ recipientName, recipientPhone }: Body, { phonePattern }: PayingOptions): Recipient {
  const phone = normalisePhone(recipientPhone);
  if (phonePattern.test(phone)) return { name: recipientName, phone };
  throw failures.validationFailed.because({ fields: { recipientPhone: 'Введите номер телефона полностью' } });
}

/** 400 before 409: a basket without items or without a delivery is refused first. */
async function deliveryOf(tx: Tx, order: LockedOrder, hasItems: boolean): Promise<PickUp | null> {
  if (!hasItems) throw failures.validationFailed.because({ fields: { items: 'В корзине ничего нет' } });
  if (order.address !== null) return null;
  if (order.pickupPointId === null) {
    const text = 'Выберите пункт выдачи или укажите адрес';
    throw failures.validationFailed.because({ message: text, fields: { pickupPointId: text } });
  }
  const point = await findPickUp(tx, order.pickupPointId);
  if (!point?.isActive) throw pickUpClosed.because();
  return point;
}

/** Nothing may be bought that is not sold, at another price than the one shown, or that is not there. */
async function reserve(tx: Tx, quoted: readonly QuotedLine[], expectedTotal: Minor): Promise<void> {
  const pieces = piecesOf(quoted.map(({ line }) => line));
  const lost = quoted.flatMap((one) => {
    const state = lineStateOf(one, pieces);
    const { productId, sizeId, colorId } = one.line;
    return state === 'unavailable' || state === 'wrongChoice' ? [{ productId, sizeId, colorId, state }] : [];
  });
  if (lost.length > 0) throw productUnavailable.because({ details: { lines: lost } });
  const shortages = await takeStock(
    tx,
    quoted.map(({ line }) => line),
  );
  if (shortages.length > 0) throw outOfStock.because({ details: { lines: shortages } });
  const total = totalOf(quoted);
  if (total !== expectedTotal) throw priceChanged.because({ details: { total: toMain(total) } });
}

function copyOf({ line, quote }: QuotedLine, commissionPercent: number): PlacingLine {
  const { name, imageUrl: image, categoryName, description, sizeName, colorName, price, seller } = quote;
  return {
    ...{ lineId: line.lineId, name, image, categoryName, description, sizeName, colorName, price },
    ...{ sellerId: seller.userId, sellerUserName: seller.userName, sellerName: seller.displayName },
    commission: percentOf(times(price, line.quantity), commissionPercent),
  };
}

/**
 * Makes an order of a locked basket: its pieces are taken, and everything shown of it is copied, in one transaction. Fails as
 * the call does.
 */
export async function placeBasket(
  tx: Tx,
  order: LockedOrder,
  asked: { recipient: Recipient; expectedTotal: Minor; gift: NewDonation | null },
): Promise<Due> {
  const { recipient, expectedTotal, gift } = asked;
  const [basket, commissionPercent, unpaid] = await Promise.all([
    readBasket(tx, order.userId),
    readCommissionPercent(tx),
    countUnpaid(tx, order.userId),
  ]);
  const quoted = basket === null ? [] : await quoteBasket(tx, basket);
  const pickup = await deliveryOf(tx, order, quoted.length > 0);
  if (unpaid >= unpaidMost) throw tooManyUnpaid.because();
  await reserve(tx, quoted, expectedTotal);
  if (gift !== null) await insertGift(tx, gift);
  const giftAmount = gift === null ? zero : minor(gift.amount);
  const number = await placeOrder(tx, {
    ...{ orderId: order.id, userId: order.userId, pickup, total: expectedTotal, giftAmount },
    ...{ recipientName: recipient.name, recipientPhone: recipient.phone, giftId: gift?.id ?? null },
    lines: quoted.map((one) => copyOf(one, commissionPercent)),
  });
  return { number, amount: add(expectedTotal, giftAmount) };
}

/** An order that was placed before is paid at the price that it was placed at. */
async function payAgain(tx: Tx, order: LockedOrder, body: Body, recipient: Recipient): Promise<Due> {
  const { number, total, giftAmount } = order;
  if (number === null || total === null) throw new Error(`order ${order.id} was not placed`);
  if (body.expectedTotal !== total) throw priceChanged.because({ details: { total: toMain(minor(total)) } });
  const isSameGift = body.gift === undefined || (body.gift?.amount ?? zero) === giftAmount;
  if (!isSameGift) throw orderPlaced.because({ message: 'Заказ уже оформлен, донат к нему изменить нельзя' });
  await writeRecipient(tx, order.id, recipient);
  return { number, amount: add(minor(total), minor(giftAmount)) };
}

const notPayable = {
  paid: 'Этот заказ уже оплачен',
  cancelled: 'Этот заказ отменён. Соберите корзину ещё раз',
} as const;

/** Places or finds the order that is to be paid: of two tabs one places it, the other finds it placed. */
async function placeOrFind(context: CallContext, body: Body, recipient: Recipient, gift: NewDonation | null) {
  const { userId } = callerOf(context);
  return context.transaction(async (tx) => {
    const order = await lockOrder(tx, body.orderId);
    if (order === null || order.userId !== userId) throw failures.notFound.because();
    const status = statusOf(order.status);
    if (status === 'Basket') return placeBasket(tx, order, { recipient, expectedTotal: body.expectedTotal, gift });
    if (status === 'AwaitingPayment') return payAgain(tx, order, body, recipient);
    const message = status === 'Cancelled' ? notPayable.cancelled : notPayable.paid;
    throw wrongTransition.because({ message, details: { status: order.status } });
  });
}

/** `CreateOrderPayment`: the order first, then its payment, which the provider keeps one of an order open at a time. */
export async function pay(
  body: Body,
  context: CallContext,
  options: PayingOptions,
): Promise<CallResult<typeof ordersCalls.pay>> {
  const recipient = recipientOf(body, options);
  const { orderId } = body;
  await requireFewRefusals(context.limits, callerOf(context).userId);
  const given = body.gift ? await readGift(body.gift, context) : null;
  const { number, amount } = await placeOrFind(context, body, recipient, given?.gift ?? null);
  const asked = { kind: orderKind, reference: orderId, amount, description: `Заказ № ${number}` };
  const opened = await options.payments.openPayment(context.db, asked, { insert: payingUpdate, row: { orderId } });
  const { paymentId, paymentUrl, expiresAt } = opened;
  return { paymentId, paymentUrl, amount: opened.amount, expiresAt: expiresAt.toISOString() };
}
