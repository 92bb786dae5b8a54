import { createHash } from 'node:crypto';
import { displayNameOf } from '#app/creators/public-user.ts';
import type { PickUp } from '#app/delivery/delivery.server.ts';
import type { DeliveryQuote } from '#app/delivery/delivery-rates.ts';
import { memberDiscountOf } from '#app/merch/member-price.ts';
import type { Quote } from '#app/merch/merch.server.ts';
import type { CallResult } from '#base/calls/call.ts';
import { add, type Minor, minor, times, zero } from '#base/money/money.ts';
import type { CustomerRow, OrderRow, PlacedLine } from '../order/order-row-store.server.ts';
import { numberOf, statusOf } from '../order-status.ts';
import type { ordersCalls } from '../orders.calls.ts';
import type { BasketContents, BasketLine, BasketRow } from './basket-store.server.ts';
import { piecesOf } from './merge-lines.ts';

/** An order as handlers return it: money in minor units. */
export type OrderView = CallResult<typeof ordersCalls.order>;

type ItemView = OrderView['items'][number];

/** The id that stands for a basket that does not exist (docs/rules.md#orders). */
const noOrder = '00000000-0000-0000-0000-000000000000';

/** What an order costs, without a donation. */
export interface OrderPrice {
  readonly items: Minor;
  /** Taken off each line. */
  readonly discounts: readonly Minor[];
  readonly discount: Minor;
  /** Whether the promo code takes anything off. */
  readonly isCodeUsed: boolean;
  /** Null: none was chosen. */
  readonly delivery: DeliveryQuote | null;
  readonly total: Minor;
}

/** A line of a basket with the current data of its product. */
export interface QuotedLine {
  readonly line: BasketLine;
  readonly quote: Quote;
  /** What the buyer gets off it as a member of the seller. */
  readonly memberPercent: number;
  /** It is not for members alone, or the buyer is one. */
  readonly mayBuy: boolean;
}

/** The state of a line; the pieces of a product are counted over all its lines. */
export function lineStateOf(
  { line, quote, mayBuy }: QuotedLine,
  pieces: ReadonlyMap<string, number>,
): ItemView['state'] {
  if (quote.state !== 'available') return quote.state;
  if (!mayBuy) return 'membersOnly';
  const isShort = quote.stock !== null && (pieces.get(line.productId) ?? 0) > quote.stock;
  return isShort ? 'short' : 'available';
}

/** The lines in one state, in the form that `ProductUnavailable` and `WrongSize` return. */
export function linesIn(quoted: readonly QuotedLine[], wanted: 'unavailable' | 'wrongChoice') {
  return quoted.flatMap(({ line: { productId, sizeId, colorId }, quote: { state } }) =>
    state === wanted ? [{ productId, sizeId, colorId, state }] : [],
  );
}

/** The sum of all lines at current prices. */
export function quotedTotalOf(quoted: readonly QuotedLine[]) {
  return add(...quoted.map(({ line, quote }) => times(quote.price, line.quantity)));
}

/** The buyer, for the buyer and the staff: both see a name that public pages hide. */
function customerOf(row: CustomerRow): OrderView['customer'] {
  const { userId, userName, phone } = row;
  return { userId, userName, displayName: displayNameOf({ ...row, hideFullName: false }), phone };
}

function itemOf(one: QuotedLine, pieces: ReadonlyMap<string, number>): ItemView {
  const { line, quote, memberPercent } = one;
  const { userId, userName, displayName } = quote.seller;
  return {
    productId: quote.productId,
    productName: quote.name,
    prouductImageUrl: quote.imageUrl,
    productCategoryName: quote.categoryName,
    productDescription: quote.description,
    productUser: { userId, userName, displayName },
    sizeId: line.sizeId,
    sizeName: quote.sizeName,
    colorId: line.colorId,
    colorName: quote.colorName,
    price: quote.price,
    quantity: line.quantity,
    discount: memberDiscountOf({ price: quote.price, quantity: line.quantity, memberPercent }),
    memberPercent,
    state: lineStateOf(one, pieces),
    left: quote.stock,
  };
}

const unplaced = {
  number: null,
  status: numberOf('Basket'),
  statusName: 'Basket',
  payUntil: null,
  isCancelling: false,
  isRefunding: false,
  isRefundStopped: false,
  paymentProblem: null,
  promoCode: null,
  donation: null,
  recipient: null,
  payment: null,
  history: [],
  refunds: [],
} as const satisfies Partial<OrderView>;

/** The open basket at current prices. */
export function basketView(
  row: BasketRow,
  { quoted, pickupPoint, price }: { quoted: readonly QuotedLine[]; pickupPoint: PickUp | null; price: OrderPrice },
): OrderView {
  const pieces = piecesOf(row.lines);
  return {
    ...unplaced,
    history: [],
    refunds: [],
    orderId: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: versionOf(row),
    address: row.address,
    pickupPointId: row.pickupPointId,
    pickupPoint,
    items: quoted.map((one) => itemOf(one, pieces)),
    itemsTotal: price.items,
    discount: price.discount,
    delivery: price.delivery,
    total: price.total,
    customer: customerOf(row),
  };
}

/** The view of a basket that does not exist. */
export function noBasketView(customer: CustomerRow, now: Date): OrderView {
  const at = now.toISOString();
  return {
    ...unplaced,
    history: [],
    refunds: [],
    orderId: noOrder,
    version: null,
    createdAt: at,
    updatedAt: at,
    address: null,
    pickupPointId: null,
    pickupPoint: null,
    items: [],
    itemsTotal: zero,
    discount: zero,
    delivery: null,
    total: zero,
    customer: customerOf(customer),
  };
}

/** The seller under the current name, or under the name at the sale when the seller no longer exists. */
function placedSellerOf({ sellerId, sellerUserName, sellerName, seller }: PlacedLine): ItemView['productUser'] {
  if (seller === null) return { userId: sellerId, userName: sellerUserName, displayName: sellerName };
  return { userId: sellerId, userName: seller.userName, displayName: displayNameOf(seller) };
}

function placedItemOf(line: PlacedLine): ItemView {
  return {
    productId: line.productId,
    productName: line.name,
    prouductImageUrl: line.image,
    productCategoryName: line.categoryName,
    productDescription: line.description,
    productUser: placedSellerOf(line),
    sizeId: line.sizeId,
    sizeName: line.sizeName,
    colorId: line.colorId,
    colorName: line.colorName,
    price: minor(line.price),
    quantity: line.quantity,
    discount: minor(line.discount),
    memberPercent: 0,
    state: 'available',
    left: null,
  };
}

function donationOf({ donation }: OrderRow): OrderView['donation'] {
  if (donation === null) return null;
  const { id, projectId, amount, name, message, isAnonymous, userName } = donation;
  const creator = { userName, displayName: displayNameOf(donation) };
  return { donationId: id, projectId, amount: minor(amount), name, message, isAnonymous, creator };
}

function refundsOf({ refunds }: OrderRow, isForStaff: boolean): OrderView['refunds'] {
  const shown = (refunds ?? []).filter(({ state }) => isForStaff || state !== 'Refused');
  return shown.map(({ id, at, state, amount, userName, reason, lines }) => ({
    refundId: id,
    at: new Date(at).toISOString(),
    state,
    amount: minor(amount),
    reason,
    userName: isForStaff ? userName : null,
    lines: lines.map((line) => ({ ...line, amount: minor(line.amount) })),
  }));
}

function statusNameOf(status: number): OrderView['statusName'] {
  const name = statusOf(status);
  if (name === null) throw new Error(`an order has the unknown status ${status}`);
  return name;
}

/** A placed order; only staff see which member of staff moved it. */
export function orderView(row: OrderRow, isForStaff: boolean): OrderView {
  const { id, number, status, address, pickupPointId, pickup, isPickUpActive, payment } = row;
  const discount = add(...row.lines.map((line) => minor(line.discount)));
  const isUnpaid = status === numberOf('AwaitingPayment');
  return {
    orderId: id,
    number,
    status,
    statusName: statusNameOf(status),
    createdAt: row.placedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: null,
    payUntil: isUnpaid && !row.isCancelling ? row.payUntil.toISOString() : null,
    isCancelling: isUnpaid && row.isCancelling,
    isRefunding: row.isRefunding,
    isRefundStopped: isForStaff && row.isRefundStopped,
    paymentProblem: isForStaff ? (payment?.problem ?? null) : null,
    address,
    pickupPointId,
    pickupPoint: pickup && { ...pickup, isActive: isPickUpActive ?? false },
    items: row.lines.map(placedItemOf),
    itemsTotal: add(...row.lines.map(({ price, quantity }) => times(minor(price), quantity))),
    discount,
    promoCode: row.promoCode,
    delivery: { price: minor(row.deliveryPrice), from: row.deliveryFrom, to: row.deliveryTo },
    total: minor(row.total),
    ...(row.giftId !== null && { giftId: row.giftId }),
    donation: donationOf(row),
    customer: customerOf(row),
    recipient: { name: row.recipientName, phone: row.recipientPhone },
    payment: payment && {
      id: payment.id,
      status: payment.status,
      amount: minor(payment.amount),
      system: payment.system,
    },
    history: row.steps.map(({ status: step, at, by, userName, reason }) => ({
      status: step,
      statusName: statusNameOf(step),
      at: new Date(at).toISOString(),
      by,
      userName: isForStaff ? userName : null,
      reason,
    })),
    refunds: refundsOf(row, isForStaff),
  };
}

/** A hash of a basket's lines and delivery: equal baskets have equal versions, whatever happened in between. */
export function versionOf({ lines, address, pickupPointId }: BasketContents): string {
  const held = lines.map(({ productId, sizeId, colorId, quantity }) =>
    [productId, sizeId, colorId, quantity].join(' '),
  );
  const text = JSON.stringify([held.toSorted(), address, pickupPointId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
