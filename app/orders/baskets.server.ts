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
  changeBasket,
  type DeliveryChoice,
  isTooFull,
  readBasket,
  readCustomer,
  readOwner,
} from './basket-store.server.ts';
import { mergeLines } from './merge-lines.ts';
import { basketFull, orderPlaced } from './order-failures.ts';
import { basketView, noBasketView, type OrderView, type QuotedLine } from './order-view.server.ts';
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

/** The basket as its person sees it, with the prices of now. */
export async function viewBasket(db: Queryable, row: BasketRow): Promise<OrderView> {
  const [quoted, point] = await Promise.all([
    quoteBasket(db, row),
    row.pickupPointId === null ? null : findPickUp(db, row.pickupPointId),
  ]);
  return basketView(row, quoted, point);
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

async function answerBasket(tx: Tx, basket: BasketRow | null): Promise<OrderView> {
  if (basket === null) throw new Error('the basket that has just been written is not there');
  if (isTooFull(basket)) throw basketFull.because();
  return viewBasket(tx, basket);
}

interface Change {
  readonly orderId: string;
  readonly items: CallInput<typeof ordersCalls.updateOrder>['body']['items'];
  readonly delivery: DeliveryChoice;
}

/** Replaces what is given in a basket of the caller; for the staff in anybody's. */
async function change(context: CallContext, { orderId, items, delivery }: Change): Promise<OrderView> {
  await checkDelivery(context.db, delivery);
  const userId = isStaff(context) ? await readOwner(context.db, orderId) : callerOf(context).userId;
  if (userId === null) throw failures.notFound.because();
  const lines = items && mergeLines(items);
  return context.transaction(async (tx) => {
    const { status, basket } = await refusingUnknown(changeBasket(tx, { orderId, userId }, lines, delivery));
    if (status === null) throw failures.notFound.because();
    if (status > 0) throw orderPlaced.because();
    return answerBasket(tx, basket);
  });
}

async function create(
  context: CallContext,
  body: CallInput<typeof ordersCalls.createOrder>['body'],
): Promise<OrderView> {
  const { items, orderId, address, pickupPointId } = body;
  // A guest basket that is handed over says nothing of its delivery: what was chosen before stays.
  const delivery = { address: address ?? undefined, pickupPointId: pickupPointId ?? undefined };
  if (orderId !== null) return change(context, { orderId, items, delivery });
  await checkDelivery(context.db, delivery);
  const { userId } = callerOf(context);
  return context.transaction(async (tx) => {
    const basket = await refusingUnknown(addToBasket(tx, userId, mergeLines(items), delivery));
    return answerBasket(tx, basket);
  });
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
  updateOrder: ({ body: { orderId, items, address, pickupPointId } }, context) =>
    change(context, { orderId, items, delivery: { address, pickupPointId } }),
};
