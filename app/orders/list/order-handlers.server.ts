import { creatorsOf } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { phonePart, withStoredPhones } from '#base/text/phone.ts';
import { periodOf } from '#base/text/time-zones.ts';
import { readBasket, readOwner } from '../basket/basket-store.server.ts';
import { createBasketHandlers, isStaffCall, viewBasket } from '../basket/baskets.server.ts';
import { type OrderView, orderView } from '../basket/order-view.server.ts';
import { type PayingOptions, pay } from '../checkout/paying.server.ts';
import { moveSeveral } from '../moves/bulk-moves.server.ts';
import { cancelOrder } from '../moves/cancelling.server.ts';
import { changeStatus, choosePickUp, type MovingOptions } from '../moves/moving.server.ts';
import { paymentUnknown } from '../order-failures.ts';
import { recordForeign, recordOf } from '../order-record.server.ts';
import { numberOf } from '../order-status.ts';
import type { ordersCalls } from '../orders.calls.ts';
import { createPromoCodeHandlers } from '../promo-codes/promo-codes.server.ts';
import type { promoCodesCalls } from '../promo-codes.calls.ts';
import { refundLines } from '../refunds/refunding-lines.server.ts';
import { refundOrder, retryRefund } from '../refunds/refunding-orders.server.ts';
import { exportOrders } from './order-export.server.ts';
import { type OrderFilter, readOrder, readPage } from './order-list-store.server.ts';

/** What is typed as the screens write an order's number, «Заказ № 27622781», is looked for as the number alone. */
function numberIn(search: string): string {
  return /^\s*(?:заказ|buyurtma|order)?\s*[№#]?\s*(\d+)(?:\s+buyurtma)?\s*$/iu.exec(search)?.[1] ?? search;
}

type Filters = Omit<CallInput<typeof ordersCalls.orders>['query'], 'Skip' | 'Take'>;

interface ListOptions {
  /** Of days. */
  readonly timeZone: string;
  readonly phoneMask: string;
}

/** One's own orders whatever is asked for; the staff may ask for anybody's. */
function filterOf(query: Filters, context: CallContext, { timeZone, phoneMask }: ListOptions): OrderFilter {
  const { Status, UserId, UserName, BrandUserName, Search, PickupPointId } = query;
  const isForStaff = isStaffCall(context);
  return {
    statuses: Status && [numberOf(Status)],
    userId: isForStaff ? UserId : callerOf(context).userId,
    ...(isForStaff
      ? {
          userName: UserName,
          userPhone: phonePart(UserName ?? '', phoneMask) ?? undefined,
          sellerName: BrandUserName,
          search: Search && withStoredPhones(numberIn(Search), phoneMask),
          phone: phonePart(Search ?? '', phoneMask) ?? undefined,
        }
      : { shownSellerName: BrandUserName, number: Search && numberIn(Search) }),
    pickupPointId: PickupPointId,
    period: periodOf(query, timeZone),
  };
}

async function answerPage(filter: OrderFilter, page: { Skip: number; Take: number }, context: CallContext) {
  const { rows, count } = await readPage(context.db, filter, { skip: page.Skip, take: page.Take });
  const isForStaff = isStaffCall(context);
  return { items: rows.map((row) => orderView(row, isForStaff)), count };
}

/** An order or the basket of that id; 404 for strangers as for an id that nothing has. */
async function answerOrder(
  orderId: string,
  context: CallContext,
  quoteDelivery: PayingOptions['quoteDelivery'],
): Promise<OrderView> {
  const { db } = context;
  const isForStaff = isStaffCall(context);
  const { userId, sessionId } = callerOf(context);
  const row = await readOrder(db, orderId);
  if (row !== null && (isForStaff || row.userId === userId)) return orderView(row, isForStaff);
  const ownerId = row === null ? await readOwner(db, orderId) : null;
  const basket =
    ownerId !== null && (isForStaff || ownerId === userId)
      ? await readBasket(db, { userId: ownerId, sessionId })
      : null;
  if (basket?.id !== orderId) throw failures.notFound();
  return viewBasket(db, basket, { sessionId, quoteDelivery });
}

type PlacedHandlers = Omit<
  Handlers<typeof ordersCalls>,
  keyof ReturnType<typeof createBasketHandlers> | keyof typeof promoCodesCalls
>;

interface OrderOptions extends PayingOptions, MovingOptions, ListOptions {}

function createPlacedHandlers(options: OrderOptions): PlacedHandlers {
  const { payments, quoteDelivery, timeZone, phoneMask } = options;
  return {
    pay: ({ body }, context) => pay(body, context, options),
    ofUser: async ({ query }, context) => {
      const own = callerOf(context).userId;
      const userId = query.userId ?? own;
      if (userId !== own && !isStaffCall(context)) throw failures.notFound();
      const found = await answerPage({ userId }, query, context);
      const isNobody = found.count === 0 && userId !== own && (await creatorsOf(context.db, [userId])).size === 0;
      if (isNobody) throw failures.notFound();
      return found;
    },
    changeStatus: async ({ body }, context) => {
      await changeStatus(context, options, { ...body, record: recordOf(context) });
      return {};
    },
    order: ({ query: { orderId } }, context) => answerOrder(orderId, context, quoteDelivery),
    orders: ({ query }, context) => answerPage(filterOf(query, context, options), query, context),
    cancel: async ({ query: { orderId } }, context) => {
      const isDone = await cancelOrder(context, options, {
        orderId,
        answerBy: null,
        record: (tx, { order, isCancelled }) =>
          recordForeign(tx, context, order, isCancelled ? {} : { isPaymentUnknown: true }),
      });
      if (!isDone) throw paymentUnknown();
      return {};
    },
    payment: async ({ query: { orderId } }, context) => {
      await answerOrder(orderId, context, quoteDelivery);
      const checked = await payments.checkPayment(orderId);
      const { status, payment } = await answerOrder(orderId, context, quoteDelivery);
      const isRefused = await payments.isRefused(context.db, orderId);
      return {
        orderId,
        status,
        payment,
        isChecked: checked === null || checked.isChecked,
        ...(isRefused && { isRefused }),
      };
    },
    choosePickUp: async ({ body }, context) => {
      await choosePickUp(context, body);
      return answerOrder(body.orderId, context, quoteDelivery);
    },
    bulkStatus: ({ body }, context) => moveSeveral(body, context, options),
    refund: async ({ body }, context) => {
      const { announce } = options;
      await refundOrder(context, payments, { ...body, announce, record: recordOf(context) });
      return {};
    },
    refundLines: ({ body }, context) => refundLines(body, context, payments),
    retryRefund: async ({ body: { orderId } }, context) => {
      await retryRefund(context, payments, { orderId, record: recordOf(context) });
      return {};
    },
    export: async ({ query }, context) =>
      exportOrders(context.database, filterOf(query, context, options), {
        timeZone,
        phoneMask,
        language: query.Language,
      }),
    atPickUp: ({ query }, context) => {
      const open = ['AwaitingPayment', 'Paid', 'Processing', 'Shipped', 'ReadyForPickup'] as const;
      const statuses = open.map(numberOf);
      return answerPage({ pickupPointId: query.pickupPointId, statuses }, query, context);
    },
  };
}

/** Answers the calls of orders. */
export function createOrderHandlers(options: OrderOptions): Handlers<typeof ordersCalls> {
  return {
    ...createBasketHandlers(options.quoteDelivery),
    ...createPromoCodeHandlers(options),
    ...createPlacedHandlers(options),
  };
}
