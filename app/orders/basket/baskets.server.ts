import type { PickUp } from '#app/delivery/delivery.server.ts';
import { findPickUp } from '#app/delivery/delivery-store.server.ts';
import { quoteLines } from '#app/merch/merch.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { databaseErrorOf } from '#base/db/database-trouble.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { basketFull, orderPlaced, productUnavailable, wrongSize } from '../order-failures.ts';
import { recordedOf } from '../order-record.server.ts';
import { numberOf } from '../order-status.ts';
import type { ordersCalls } from '../orders.calls.ts';
import type { QuoteDelivery } from '../quote-delivery.server.ts';
import {
  addToBasket,
  type BasketRow,
  type ChangedBasket,
  changeBasket,
  type DeliveryChoice,
  isTooFull,
  type LineChange,
  readBasket,
  readCustomer,
  readOwner,
  writeSeen,
} from './basket-store.server.ts';
import { changedLines, mergeLines } from './merge-lines.ts';
import { priceOrder } from './order-price.server.ts';
import { basketView, linesIn, noBasketView, type OrderView, type QuotedLine, versionOf } from './order-view.server.ts';

/** Whether the caller is staff. */
export function isStaffCall({ caller }: CallContext): boolean {
  return caller?.roles.some((role) => role === 'moderator' || role === 'admin') ?? false;
}

/** The lines of a basket with the current data of their products, and what the buyer gets off them. */
export async function quoteBasket(
  db: Queryable,
  { lines, memberPercents }: Pick<BasketRow, 'lines' | 'memberPercents'>,
): Promise<QuotedLine[]> {
  const quotes = await quoteLines(db, lines);
  return lines.flatMap((line, at) => {
    const quote = quotes[at];
    if (!quote) return [];
    const percent = memberPercents[quote.seller.userId];
    const mayBuy = !quote.isForMembers || percent !== undefined;
    return [{ line, quote, memberPercent: percent ?? 0, mayBuy }];
  });
}

async function quoteAll(db: Queryable, row: BasketRow, quoteDelivery: QuoteDelivery) {
  const { address, pickupPointId } = row;
  const [quoted, pickupPoint] = await Promise.all([
    quoteBasket(db, row),
    pickupPointId === null ? null : findPickUp(db, pickupPointId),
  ]);
  return { quoted, pickupPoint, price: await priceOrder(db, quoted, { address, pickup: pickupPoint }, quoteDelivery) };
}

/** Stores that a session is shown this basket: a payment that names no version pays nothing else. */
async function noteShown(db: Queryable, basket: BasketRow, sessionId: string): Promise<void> {
  const version = versionOf(basket);
  if (basket.seenVersion !== version) await writeSeen(db, sessionId, basket.id, version);
}

/** The basket as its owner sees it, at current prices; `sessionId`: of the session that is shown it. */
export async function viewBasket(
  db: Queryable,
  row: BasketRow,
  { sessionId, quoteDelivery }: { readonly sessionId: string; readonly quoteDelivery: QuoteDelivery },
): Promise<OrderView> {
  const [all] = await Promise.all([quoteAll(db, row, quoteDelivery), noteShown(db, row, sessionId)]);
  return basketView(row, all);
}

/** Refuses an address beside a pickup point, and a point that is closed or unknown. */
async function checkDelivery(db: Queryable, choice: DeliveryChoice): Promise<void> {
  const { address, pickupPointId } = choice;
  const isChosen = pickupPointId !== null && pickupPointId !== undefined;
  if (isChosen && address !== null && address !== undefined) {
    const text = 'Выберите одно: адрес или пункт выдачи';
    throw failures.validationFailed({ fields: { address: text, pickupPointId: text } });
  }
  const point: PickUp | null = isChosen ? await findPickUp(db, pickupPointId) : null;
  if (isChosen && !point?.isActive) {
    throw failures.validationFailed({ fields: { pickupPointId: 'Этот пункт выдачи закрыт. Выберите другой' } });
  }
}

/** Turns the foreign key's error for an unknown product into a 404. */
async function refusingUnknown<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    const cause = databaseErrorOf(error);
    if (cause?.code !== '23503' || cause.constraint !== 'order_line_product_id_fkey') throw error;
    throw failures.notFound({ message: 'Такого товара нет' });
  });
}

/**
 * Refuses new lines whose product is not sold, or not in that size or colour: the answer would reveal unpublished products. Lines that were in
 * the basket before may stay.
 */
function refuseGone(quoted: readonly QuotedLine[], added: ReadonlySet<number>): void {
  const fresh = quoted.filter(({ line }) => added.has(line.lineId));
  const gone = linesIn(fresh, 'unavailable');
  const message = added.size === 1 ? 'Этот товар больше не продаётся' : 'Часть товаров больше не продаётся';
  if (gone.length > 0) throw productUnavailable({ message, details: { lines: gone } });
  const unfit = linesIn(fresh, 'wrongChoice');
  if (unfit.length > 0) throw wrongSize({ details: { lines: unfit } });
}

async function answerBasket(
  tx: Tx,
  { basket, added }: ChangedBasket,
  { sessionId, quoteDelivery }: { readonly sessionId: string; readonly quoteDelivery: QuoteDelivery },
): Promise<OrderView> {
  if (basket === null) throw new Error('the basket that has just been written is not there');
  if (isTooFull(basket)) throw basketFull();
  const all = await quoteAll(tx, basket, quoteDelivery);
  refuseGone(all.quoted, added);
  await noteShown(tx, basket, sessionId);
  return basketView(basket, all);
}

type Given = Pick<CallInput<typeof ordersCalls.updateOrder>['body'], 'orderId' | 'items' | 'seen'>;

interface Change extends Given {
  readonly delivery: DeliveryChoice;
  readonly quoteDelivery: QuoteDelivery;
}

/** The lines to write. With `seen`, only the difference is written, so that changes of another device stay. */
function changeOf({ items, seen }: Given): LineChange | undefined {
  if (items === undefined) return undefined;
  const lines = mergeLines(items);
  if (seen === undefined) return { lines, isAll: true };
  return { lines: changedLines(mergeLines(seen), lines), isAll: false };
}

/** Changes the given parts of a person's basket. */
async function change(
  context: CallContext,
  userId: string,
  { delivery, quoteDelivery, ...given }: Change,
): Promise<OrderView> {
  const { orderId } = given;
  const { sessionId } = callerOf(context);
  await checkDelivery(context.db, delivery);
  const lines = changeOf(given);
  return context.transaction(async (tx) => {
    const { status, ...changed } = await refusingUnknown(
      changeBasket(tx, { orderId, userId, sessionId }, lines, delivery),
    );
    if (status === null) throw failures.notFound();
    if (status > 0) throw orderPlaced();
    return answerBasket(tx, changed, { sessionId, quoteDelivery });
  });
}

/** Changes the caller's own basket; staff may change any basket, which is audited. */
async function update(
  context: CallContext,
  { orderId, items, seen, address, pickupPointId }: CallInput<typeof ordersCalls.updateOrder>['body'],
  quoteDelivery: QuoteDelivery,
): Promise<OrderView> {
  const { userId } = callerOf(context);
  const ownerId = isStaffCall(context) ? ((await readOwner(context.db, orderId)) ?? userId) : userId;
  // What is changed is a basket: another status is refused, and nothing is written.
  const basket = { number: null, status: numberOf('Basket') };
  if (ownerId !== userId) context.note({ subject: orderId, details: recordedOf(basket) });
  return change(context, ownerId, { orderId, items, seen, delivery: { address, pickupPointId }, quoteDelivery });
}

async function create(
  context: CallContext,
  body: CallInput<typeof ordersCalls.createOrder>['body'],
  quoteDelivery: QuoteDelivery,
): Promise<OrderView> {
  const { items, seen, orderId, address, pickupPointId } = body;
  // A guest basket that is handed over names no delivery: the chosen one stays.
  const delivery = { address: address ?? undefined, pickupPointId: pickupPointId ?? undefined };
  const { userId, sessionId } = callerOf(context);
  if (orderId !== null) return change(context, userId, { orderId, items, seen, delivery, quoteDelivery });
  await checkDelivery(context.db, delivery);
  return context.transaction(async (tx) => {
    const changed = await refusingUnknown(addToBasket(tx, { userId, sessionId }, mergeLines(items), delivery));
    return answerBasket(tx, changed, { sessionId, quoteDelivery });
  });
}

type BasketHandlers = Pick<Handlers<typeof ordersCalls>, 'basket' | 'createOrder' | 'updateOrder'>;

/** Answers the calls about the open basket. */
export function createBasketHandlers(quoteDelivery: QuoteDelivery): BasketHandlers {
  return {
    basket: async (_, context) => {
      const { userId, sessionId } = callerOf(context);
      const row = await readBasket(context.db, { userId, sessionId });
      if (row !== null) return viewBasket(context.db, row, { sessionId, quoteDelivery });
      return noBasketView(await readCustomer(context.db, userId), new Date());
    },
    createOrder: ({ body }, context) => create(context, body, quoteDelivery),
    updateOrder: ({ body }, context) => update(context, body, quoteDelivery),
  };
}
