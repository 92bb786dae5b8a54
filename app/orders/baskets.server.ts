import type { Handlers } from '#base/bound-call.server.ts';
import type { CallInput } from '#base/call.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import { databaseErrorOf, type Queryable, type Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { findPickUp, type PickUp } from '../delivery/delivery.server.ts';
import { quoteLines } from '../merch/merch.server.ts';
import {
  addToBasket,
  type BasketRow,
  type ChangedBasket,
  changeBasket,
  type DeliveryChoice,
  isTooFull,
  readBasket,
  readCustomer,
  readOwner,
} from './basket-store.server.ts';
import { mergeLines } from './merge-lines.ts';
import { basketFull, orderPlaced, productUnavailable } from './order-failures.ts';
import { basketView, goneOf, noBasketView, type OrderView, type QuotedLine } from './order-view.server.ts';
import type { ordersCalls } from './orders.calls.ts';

/** Whether the caller works here. */
export function isStaff({ caller }: CallContext): boolean {
  return caller?.roles.some((role) => role === 'moderator' || role === 'admin') ?? false;
}

/** The lines of a basket with what each is and costs now. */
export async function quoteBasket(db: Queryable, { lines }: Pick<BasketRow, 'lines'>): Promise<QuotedLine[]> {
  const quotes = await quoteLines(db, lines);
  return lines.flatMap((line, at) => {
    const quote = quotes[at];
    return quote ? [{ line, quote }] : [];
  });
}

async function quoteAll(db: Queryable, row: BasketRow) {
  return Promise.all([quoteBasket(db, row), row.pickupPointId === null ? null : findPickUp(db, row.pickupPointId)]);
}

/** The basket as its person sees it, with the prices of now. */
export async function viewBasket(db: Queryable, row: BasketRow): Promise<OrderView> {
  return basketView(row, ...(await quoteAll(db, row)));
}

/** Address and pickup point exclude each other; a point that is closed or not there is refused. */
async function checkDelivery(db: Queryable, choice: DeliveryChoice): Promise<void> {
  const { address, pickupPointId } = choice;
  const isChosen = pickupPointId !== null && pickupPointId !== undefined;
  if (isChosen && address !== null && address !== undefined) {
    const text = 'Выберите одно: адрес или пункт выдачи';
    throw failures.validationFailed.because({ fields: { address: text, pickupPointId: text } });
  }
  const point: PickUp | null = isChosen ? await findPickUp(db, pickupPointId) : null;
  if (isChosen && !point?.isActive) {
    throw failures.validationFailed.because({ fields: { pickupPointId: 'Этот пункт выдачи закрыт. Выберите другой' } });
  }
}

/** An unknown product is the caller's fault and not the server's. */
async function refusingUnknown<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    const told = databaseErrorOf(error);
    if (told?.code !== '23503' || told.constraint !== 'order_line_product_id_fkey') throw error;
    throw failures.notFound.because({ message: 'Такого товара нет' });
  });
}

/** What is no longer sold may stay in a basket, but nobody puts it in: then it would tell all of what is not published. */
function refuseGone(quoted: readonly QuotedLine[], added: ReadonlySet<number>): void {
  const lines = goneOf(quoted.filter(({ line }) => added.has(line.lineId)));
  if (lines.length === 0) return;
  const message = added.size === 1 ? 'Этот товар больше не продаётся' : 'Часть товаров больше не продаётся';
  throw productUnavailable.because({ message, details: { lines } });
}

async function answerBasket(tx: Tx, { basket, added }: ChangedBasket): Promise<OrderView> {
  if (basket === null) throw new Error('the basket that has just been written is not there');
  if (isTooFull(basket)) throw basketFull.because();
  const [quoted, point] = await quoteAll(tx, basket);
  refuseGone(quoted, added);
  return basketView(basket, quoted, point);
}

interface Change {
  readonly orderId: string;
  readonly items: CallInput<typeof ordersCalls.updateOrder>['body']['items'];
  readonly delivery: DeliveryChoice;
}

/** Replaces what is given in somebody's basket. */
async function change(context: CallContext, userId: string, { orderId, items, delivery }: Change): Promise<OrderView> {
  await checkDelivery(context.db, delivery);
  const lines = items && mergeLines(items);
  return context.transaction(async (tx) => {
    const { status, ...changed } = await refusingUnknown(changeBasket(tx, { orderId, userId }, lines, delivery));
    if (status === null) throw failures.notFound.because();
    if (status > 0) throw orderPlaced.because();
    return answerBasket(tx, changed);
  });
}

/** The caller's own basket, for the staff anybody's: that stands in the trail. */
async function update(
  context: CallContext,
  { orderId, items, address, pickupPointId }: CallInput<typeof ordersCalls.updateOrder>['body'],
): Promise<OrderView> {
  const { userId } = callerOf(context);
  const ownerId = isStaff(context) ? ((await readOwner(context.db, orderId)) ?? userId) : userId;
  if (ownerId !== userId) context.note({ subject: orderId });
  return change(context, ownerId, { orderId, items, delivery: { address, pickupPointId } });
}

async function create(
  context: CallContext,
  body: CallInput<typeof ordersCalls.createOrder>['body'],
): Promise<OrderView> {
  const { items, orderId, address, pickupPointId } = body;
  // A guest basket that is handed over says nothing of its delivery: what was chosen before stays.
  const delivery = { address: address ?? undefined, pickupPointId: pickupPointId ?? undefined };
  const { userId } = callerOf(context);
  if (orderId !== null) return change(context, userId, { orderId, items, delivery });
  await checkDelivery(context.db, delivery);
  return context.transaction(async (tx) =>
    answerBasket(tx, await refusingUnknown(addToBasket(tx, userId, mergeLines(items), delivery))),
  );
}

/** Answers the calls about the open basket. */
export const basketHandlers: Pick<Handlers<typeof ordersCalls>, 'basket' | 'createOrder' | 'updateOrder'> = {
  basket: async (_, context) => {
    const { userId } = callerOf(context);
    const row = await readBasket(context.db, userId);
    if (row !== null) return viewBasket(context.db, row);
    return noBasketView(await readCustomer(context.db, userId), new Date());
  },
  createOrder: ({ body }, context) => create(context, body),
  updateOrder: ({ body }, context) => update(context, body),
};
