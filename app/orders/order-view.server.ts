import type { CallResult } from '#base/call.ts';
import { add, minor, times, zero } from '#base/money.ts';
import { displayNameOf } from '../creators/public-user.ts';
import type { PickUp } from '../delivery/delivery.server.ts';
import type { Quote } from '../merch/merch.server.ts';
import type { BasketLine, BasketRow } from './basket-store.server.ts';
import type { CustomerRow } from './customer-columns.server.ts';
import { piecesOf } from './merge-lines.ts';
import type { OrderRow, PlacedLine } from './order-row.server.ts';
import { numberOf, statusOf } from './order-status.ts';
import type { ordersCalls } from './orders.calls.ts';

/** An order as handlers answer it: money in minor units. */
export type OrderView = CallResult<typeof ordersCalls.order>;

type ItemView = OrderView['items'][number];

/** The id of a basket that is not there (specification, point 4). */
const noOrder = '00000000-0000-0000-0000-000000000000';

/** A line of a basket beside what it is and costs now. */
export interface QuotedLine {
  readonly line: BasketLine;
  readonly quote: Quote;
}

/** How a line stands; pieces of one product are counted over all its lines. */
export function lineStateOf({ line, quote }: QuotedLine, pieces: ReadonlyMap<string, number>): ItemView['state'] {
  if (quote.state !== 'available') return quote.state;
  const isShort = quote.stock !== null && (pieces.get(line.productId) ?? 0) > quote.stock;
  return isShort ? 'short' : 'available';
}

/** The lines that are not sold any more, as `ProductUnavailable` names them. */
export function goneOf(quoted: readonly QuotedLine[]) {
  return quoted.flatMap(({ line: { productId, sizeId, colorId }, quote: { state } }) =>
    state === 'unavailable' ? [{ productId, sizeId, colorId, state }] : [],
  );
}

/** The sum of all lines at the prices of now. */
export function totalOf(quoted: readonly QuotedLine[]) {
  return add(...quoted.map(({ line, quote }) => times(quote.price, line.quantity)));
}

function customerOf(row: CustomerRow): OrderView['customer'] {
  const { userId, userName, phone } = row;
  return { userId, userName, displayName: displayNameOf(row), phone };
}

function itemOf(one: QuotedLine, pieces: ReadonlyMap<string, number>): ItemView {
  const { line, quote } = one;
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
    state: lineStateOf(one, pieces),
    left: quote.stock,
  };
}

const unplaced = {
  number: null,
  status: numberOf('Basket'),
  statusName: 'Basket',
  payUntil: null,
  gift: null,
  recipient: null,
  payment: null,
  history: [],
} as const satisfies Partial<OrderView>;

/** The open basket with the prices of now. */
export function basketView(row: BasketRow, quoted: readonly QuotedLine[], pickupPoint: PickUp | null): OrderView {
  const pieces = piecesOf(row.lines);
  return {
    ...unplaced,
    history: [],
    orderId: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    address: row.address,
    pickupPointId: row.pickupPointId,
    pickupPoint,
    items: quoted.map((one) => itemOf(one, pieces)),
    total: totalOf(quoted),
    customer: customerOf(row),
  };
}

/** What stands for a basket that is not there. */
export function noBasketView(customer: CustomerRow, now: Date): OrderView {
  const at = now.toISOString();
  return {
    ...unplaced,
    history: [],
    orderId: noOrder,
    ...{ createdAt: at, updatedAt: at, address: null, pickupPointId: null, pickupPoint: null, items: [], total: zero },
    customer: customerOf(customer),
  };
}

/** Who sold it is told as he is called now; as he was then, where nobody is left to ask. */
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
    state: 'available',
    left: null,
  };
}

function giftOf({ gift }: OrderRow): OrderView['gift'] {
  if (gift === null) return null;
  const { id, projectId, amount, name, message, isAnonymous, userName } = gift;
  const creator = { userName, displayName: displayNameOf(gift) };
  return { donationId: id, projectId, amount: minor(amount), name, message, isAnonymous, creator };
}

function statusNameOf(status: number): OrderView['statusName'] {
  const name = statusOf(status);
  if (name === null) throw new Error(`an order has the unknown status ${status}`);
  return name;
}

/** A placed order; who of the staff moved it is told to the staff alone. */
export function orderView(row: OrderRow, isForStaff: boolean): OrderView {
  const { id, number, status, address, pickupPointId, pickup, isPickUpActive, payment } = row;
  return {
    orderId: id,
    number,
    status,
    statusName: statusNameOf(status),
    createdAt: row.placedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    payUntil: status === numberOf('AwaitingPayment') ? row.payUntil.toISOString() : null,
    address,
    pickupPointId,
    pickupPoint: pickup && { ...pickup, isActive: isPickUpActive ?? false },
    items: row.lines.map(placedItemOf),
    total: minor(row.total),
    gift: giftOf(row),
    customer: customerOf(row),
    recipient: { name: row.recipientName, phone: row.recipientPhone },
    payment: payment && { id: payment.id, status: payment.status, amount: minor(payment.amount) },
    history: row.steps.map(({ status: step, at, by, userName, reason }) => ({
      status: step,
      statusName: statusNameOf(step),
      at: new Date(at).toISOString(),
      by,
      userName: isForStaff ? userName : null,
      reason,
    })),
  };
}
