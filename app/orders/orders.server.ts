import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';

import { type OrderView, orderView } from './basket/order-view.server.ts';
import { type GivenOrder, placeGivenOrder } from './given-orders.server.ts';
import { createOrderHandlers } from './list/order-handlers.server.ts';
import { readNumbers, readOrder, readPage, readSellers } from './list/order-list-store.server.ts';
import type { MovedListener } from './moved-order.server.ts';
import { cancelUnpaid } from './moves/cancelling.server.ts';
import { returnLatePayments } from './moves/late-payments.server.ts';
import { isPickUpUsed, readCounts, readPaidByDay, readUsedImages } from './moves-store.server.ts';
import { createOrderOwner, type OrderOwnerOptions } from './order-owner.server.ts';
import { numberOf, type OrderStatus, orderStatuses } from './order-status.ts';
import { ordersCalls } from './orders.calls.ts';
import type { QuoteDelivery } from './quote-delivery.server.ts';
import { finishRefunds } from './refunds/refunding-orders.server.ts';

/** Counts the orders in each state, at a cost that does not grow with their number. */
export async function countsByStatus(db: Queryable): Promise<Record<Exclude<OrderStatus, 'Basket'>, number>> {
  const counts = await readCounts(db);
  const [, ...placed] = orderStatuses;
  const entries = placed.map((status, at) => [status, counts.get(at + 1) ?? 0] as const);
  return Object.assign(emptyCounts(), Object.fromEntries(entries));
}

function emptyCounts() {
  return {
    AwaitingPayment: 0,
    Paid: 0,
    Processing: 0,
    Shipped: 0,
    ReadyForPickup: 0,
    Completed: 0,
    Cancelled: 0,
    Refunded: 0,
  };
}

/** Counts the orders that wait for the staff, by the number of their state. */
async function ordersWaiting(db: Queryable): Promise<{ status: number; count: number }[]> {
  const counts = await readCounts(db);
  const waiting = (['Paid', 'Processing', 'Shipped', 'ReadyForPickup'] as const).map(numberOf);
  return waiting.map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

/** The creators whose products are in some orders, by order. */
async function sellersOf(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>(orderIds.map((id) => [id, []]));
  for (const { orderId, sellerId } of await readSellers(db, orderIds)) found.get(orderId)?.push(sellerId);
  return found;
}

/** Paid orders by the day of their payment, including orders refunded later. Amounts in minor units. */
export async function ordersByDay(db: Queryable, period: { from: Date; to: Date; timeZone: string }) {
  const rows = await readPaidByDay(db, period);
  return rows.map(({ day, count, amount }) => ({ day, count, amount: minor(amount) }));
}

/** A user's orders without the basket, newest first, as the staff sees them. */
export async function ordersOf(
  db: Queryable,
  userId: string,
  page: { skip: number; take: number },
): Promise<{ items: OrderView[]; count: number }> {
  const { rows, count } = await readPage(db, { userId }, page);
  return { items: rows.map((row) => orderView(row, true)), count };
}

/** A placed order as its buyer sees it; null where there is none. */
export async function placedOrder(db: Queryable, orderId: string): Promise<OrderView | null> {
  const row = await readOrder(db, orderId);
  return row && orderView(row, false);
}

/** Returns the pictures that placed orders show, which must not be deleted. */
async function usedImages(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await readUsedImages(db, names));
}

/** The titles of orders in account statements, by reference. */
async function describePostings(
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = postings.filter(({ kind }) => kind.startsWith('order')).map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  return new Map((await readNumbers(db, ids)).map(({ id, number }) => [id, `№ ${number}`]));
}

const minute = 60_000;

/**
 * The background jobs of orders: cancel orders that were not paid within 24 hours or that wait to be cancelled, refund late payments, and
 * finish refunds.
 */
export function orderJobs(db: Database, payments: Payments, announce?: MovedListener): BackgroundJob[] {
  return [
    { name: 'unpaid orders', everyMilliseconds: minute / 6, run: () => cancelUnpaid(db, payments, announce) },
    { name: 'payments of cancelled orders', everyMilliseconds: minute, run: () => returnLatePayments(db, payments) },
    { name: 'refunds of orders', everyMilliseconds: 5_000, run: () => finishRefunds(db, payments) },
  ];
}

interface OrdersOptions {
  readonly db: Database;
  readonly country: Pick<CountryProfile, 'phonePattern' | 'phoneMask' | 'timeZone'>;
  readonly limits: Limits;
  readonly payments: Payments;
  readonly quoteDelivery: QuoteDelivery;
  /** Posts a donation that is paid together with an order. */
  readonly donations: OrderOwnerOptions['donations'];
  readonly log: Logger;
}

/** The running area. */
export type Orders = ReturnType<typeof createOrders>;

/** Creates the area. */
export function createOrders({ db, country, limits, payments, quoteDelivery, donations, log }: OrdersOptions) {
  const owner = createOrderOwner({
    limits,
    log,
    donations,
    giveBack: async (orderId, paymentId) => void (await payments.refundPayment(orderId, paymentId)),
  });
  const { announce } = owner;
  return {
    calls: bindCalls(ordersCalls, createOrderHandlers({ ...country, payments, announce, quoteDelivery })),
    jobs: orderJobs(db, payments, announce),
    /** Posts orders when their payments change state. */
    owner,
    /** Places what somebody else has paid for, and notifies those who listen to paid orders. */
    async placeGiven(tx: Tx, given: GivenOrder) {
      const placed = await placeGivenOrder(tx, given);
      await owner.announceGiven(tx, { ...placed, given });
      return placed;
    },
    onPaid: owner.onPaid,
    onMoved: owner.onMoved,
    /** For the staff: paid orders by day, orders that wait for the staff, and their sellers. */
    overview: { ordersByDay, ordersWaiting, sellersOf },
    describePostings,
    usedImages,
    isPickUpUsed,
  } satisfies Area & Record<string, unknown>;
}
