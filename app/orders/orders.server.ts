import type { BackgroundJob } from '#base/background.server.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import type { CallInput } from '#base/call.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { failures, isCallFailure } from '#base/errors.ts';
import { minor } from '#base/money.ts';
import { creatorsOf } from '../creators/creators.server.ts';
import type { Payments } from '../payments/payments.server.ts';
import { readBasket, readOwner } from './basket-store.server.ts';
import { basketHandlers, isStaff, viewBasket } from './baskets.server.ts';
import { isPointUsed, readCounts, readPaidByDay, readStrays, readUsedImages } from './moves-store.server.ts';
import { cancelOrder, cancelUnpaid, changeStatus, choosePickUp, noteForeign, refundOrder } from './moving.server.ts';
import { exportOrders } from './order-export.server.ts';
import { type OrderFilter, readOrder, readPage } from './order-list-store.server.ts';
import { createOrderOwner, type PaidOrder } from './order-owner.server.ts';
import { numberOf, type OrderStatus, orderStatuses } from './order-status.ts';
import { type OrderView, orderView } from './order-view.server.ts';
import type { ordersCalls } from './orders.calls.ts';
import { type PayingOptions, pay } from './paying.server.ts';

export { createOrderOwner, type PaidOrder };

/** Whether any order or basket refers to the pickup point: then it is closed and not deleted. */
export function isPickUpUsed(tx: Tx, pickupPointId: number): Promise<boolean> {
  return isPointUsed(tx, pickupPointId);
}

/** How many orders are in each state; flat in their number. */
export async function countsByStatus(db: Queryable): Promise<Record<Exclude<OrderStatus, 'Basket'>, number>> {
  const counts = await readCounts(db);
  const [, ...placed] = orderStatuses;
  const entries = placed.map((status, at) => [status, counts.get(at + 1) ?? 0] as const);
  return Object.assign(emptyCounts(), Object.fromEntries(entries));
}

function emptyCounts() {
  return {
    ...{ AwaitingPayment: 0, Paid: 0, Processing: 0, Shipped: 0 },
    ...{ ReadyForPickup: 0, Completed: 0, Cancelled: 0, Refunded: 0 },
  };
}

/** How many orders wait for the staff to move them on, by the number of their state. */
export async function ordersWaiting(db: Queryable): Promise<{ status: number; count: number }[]> {
  const counts = await readCounts(db);
  const waiting = (['Paid', 'Processing', 'Shipped', 'ReadyForPickup'] as const).map(numberOf);
  return waiting.map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

/** Orders that were paid, by the day of the payment; what was given back later counts too. Amounts in minor units. */
export async function ordersByDay(db: Queryable, period: { from: Date; to: Date; timeZone: string }) {
  const rows = await readPaidByDay(db, period);
  return rows.map(({ day, count, amount }) => ({ day, count, amount: minor(amount) }));
}

/** A person's orders without the basket, newest first, as the staff sees them. */
export async function ordersOf(
  db: Queryable,
  userId: string,
  page: { skip: number; take: number },
): Promise<{ items: OrderView[]; count: number }> {
  const { rows, count } = await readPage(db, { userId }, page);
  return { items: rows.map((row) => orderView(row, true)), count };
}

/** Which of the pictures placed orders show: they must not be swept. */
export async function usedOrderImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await readUsedImages(db, names));
}

const minute = 60_000;

/** One that cannot be given back now holds up no other. */
async function returnStrays(db: Database, payments: Payments): Promise<void> {
  const waiting = await readStrays(db, 20);
  const given = await Promise.allSettled(
    waiting.map(({ orderId, paymentId }) => payments.refundPayment(orderId, paymentId)),
  );
  const failed = given.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** What orders do in the background: unpaid ones are cancelled after 24 hours, payments that came too late go back. */
export function orderJobs(db: Database, payments: Payments): BackgroundJob[] {
  return [
    { name: 'unpaid orders', everyMilliseconds: minute, run: () => cancelUnpaid(db, payments) },
    {
      name: 'payments of cancelled orders',
      everyMilliseconds: minute,
      run: () => returnStrays(db, payments),
    },
  ];
}

/** A day is meant whole: `From` its first moment, `To` the first one after it (UTC). */
function momentOf(text: string | undefined, isEnd: boolean): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (isEnd && /^\d{4}-\d\d-\d\d$/.test(text)) moment.setUTCDate(moment.getUTCDate() + 1);
  return moment;
}

/** What is typed as the screens write an order's number, «Заказ № 27622781», is looked for as the number alone. */
function numberIn(search: string): string {
  return /^\s*(?:заказ|buyurtma|order)?\s*[№#]?\s*(\d+)(?:\s+buyurtma)?\s*$/iu.exec(search)?.[1] ?? search;
}

type Filters = Omit<CallInput<typeof ordersCalls.orders>['query'], 'Skip' | 'Take'>;

/** One's own orders whatever is asked for; the staff may ask for anybody's. */
function filterOf(query: Filters, context: CallContext): OrderFilter {
  const { Status, UserId, UserName, BrandUserName, Search, PickupPointId, From, To } = query;
  const isForStaff = isStaff(context);
  return {
    statuses: Status && [numberOf(Status)],
    userId: isForStaff ? UserId : callerOf(context).userId,
    userName: isForStaff ? UserName : undefined,
    ...(isForStaff
      ? { sellerName: BrandUserName, search: Search && numberIn(Search) }
      : { shownSellerName: BrandUserName, number: Search && numberIn(Search) }),
    pickupPointId: PickupPointId,
    from: momentOf(From, false),
    to: momentOf(To, true),
  };
}

async function answerPage(filter: OrderFilter, page: { Skip: number; Take: number }, context: CallContext) {
  const { rows, count } = await readPage(context.db, filter, { skip: page.Skip, take: page.Take });
  const isForStaff = isStaff(context);
  return { items: rows.map((row) => orderView(row, isForStaff)), count };
}

/** An order or the basket of that id; 404 for strangers as for an id that nothing has. */
async function answerOrder(orderId: string, context: CallContext): Promise<OrderView> {
  const { db } = context;
  const isForStaff = isStaff(context);
  const { userId } = callerOf(context);
  const row = await readOrder(db, orderId);
  if (row !== null && (isForStaff || row.userId === userId)) return orderView(row, isForStaff);
  const ownerId = row === null ? await readOwner(db, orderId) : null;
  const basket = ownerId !== null && (isForStaff || ownerId === userId) ? await readBasket(db, ownerId) : null;
  if (basket?.id !== orderId) throw failures.notFound.because();
  return viewBasket(db, basket);
}

/** Moves several orders, each in a transaction of its own; a refusal of one is told and stops none. */
async function moveSeveral(
  { orderIds, status }: { orderIds: readonly string[]; status: OrderStatus },
  context: CallContext,
  payments: Payments,
) {
  const results = [];
  for (const orderId of orderIds) {
    const refusal = await changeStatus(context, payments, { orderId, status }).then(
      () => null,
      (error: unknown) => {
        if (isCallFailure(error)) return error;
        throw error;
      },
    );
    const error = refusal && { code: refusal.code, message: refusal.message };
    results.push({ orderId, isMoved: refusal === null, error });
  }
  return { results };
}

type PlacedHandlers = Omit<Handlers<typeof ordersCalls>, keyof typeof basketHandlers>;

function createPlacedHandlers(options: PayingOptions): PlacedHandlers {
  const { payments } = options;
  return {
    pay: ({ body }, context) => pay(body, context, options),
    ofUser: async ({ query }, context) => {
      const own = callerOf(context).userId;
      const userId = query.userId ?? own;
      if (userId !== own && !isStaff(context)) throw failures.notFound.because();
      const found = await answerPage({ userId }, query, context);
      const isNobody = found.count === 0 && userId !== own && (await creatorsOf(context.db, [userId])).size === 0;
      if (isNobody) throw failures.notFound.because();
      return found;
    },
    changeStatus: async ({ body }, context) => {
      context.note({ subject: body.orderId });
      await changeStatus(context, payments, body);
      return {};
    },
    order: ({ query: { orderId } }, context) => answerOrder(orderId, context),
    orders: ({ query }, context) => answerPage(filterOf(query, context), query, context),
    cancel: async ({ query: { orderId } }, context) => {
      noteForeign(context, await cancelOrder(context, payments, orderId));
      return {};
    },
    payment: async ({ query: { orderId } }, context) => {
      await answerOrder(orderId, context);
      const checked = await payments.checkPayment(orderId);
      const { status, payment } = await answerOrder(orderId, context);
      return { orderId, status, payment, isChecked: checked === null || checked.isChecked };
    },
    choosePickUp: async ({ body }, context) => {
      await choosePickUp(context, body);
      return answerOrder(body.orderId, context);
    },
    bulkStatus: ({ body }, context) => {
      context.note({ details: { orders: body.orderIds.length } });
      return moveSeveral(body, context, payments);
    },
    refund: async ({ body }, context) => {
      context.note({ subject: body.orderId });
      await refundOrder(context, payments, body);
      return {};
    },
    export: async ({ query }, context) =>
      exportOrders(context.database, filterOf(query, context), new Date().toISOString().slice(0, 10)),
    atPickUp: ({ query }, context) => {
      const open = ['AwaitingPayment', 'Paid', 'Processing', 'Shipped', 'ReadyForPickup'] as const;
      const statuses = open.map(numberOf);
      return answerPage({ pickupPointId: query.pickupPointId, statuses }, query, context);
    },
  };
}

/** Answers the calls of orders. */
export function createOrderHandlers(options: PayingOptions): Handlers<typeof ordersCalls> {
  return { ...basketHandlers, ...createPlacedHandlers(options) };
}
