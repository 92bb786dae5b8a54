import { z } from 'zod';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import { pickUpPoint } from '../delivery/delivery.calls.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { quantityMost } from './order-limits.ts';
import { orderStatuses, statusOf } from './order-status.ts';

const quantity = z.int().min(1).max(quantityMost);

const choiceId = z.int().positive().max(2_147_483_647);

/** A product in a size and a colour, so many times. Prices are the server's: a price in it is refused. */
export const orderLine = z.strictObject({
  productId: wireId,
  quantity,
  sizeId: choiceId.nullish(),
  colorId: choiceId.nullish(),
});

/**
 * Why an item of a basket cannot be bought as it stands: `unavailable`: no longer sold; `wrongChoice`: not in this size or
 * colour any more; `short`: fewer pieces than asked for.
 */
const lineStates = ['available', 'unavailable', 'wrongChoice', 'short'] as const;

/** Who sells a product; `displayName` obeys `HideFullName`. */
const seller = z.object({ userId: wireId, userName: z.string(), displayName: z.string() });

/**
 * An item of a basket or an order (specification, point 3). In a basket everything is as it is now; in an order as it was
 * when it was placed. `price`: of one piece. `left`: how many pieces there are, null: made to order (null in an order too).
 */
const orderItem = z
  .object({
    productId: wireId,
    productName: z.string(),
    prouductImageUrl: z.string().nullable(),
    productCategoryName: z.string(),
    productDescription: z.string(),
    productUser: seller,
    sizeId: z.int().nullable(),
    sizeName: z.string().nullable(),
    colorId: z.int().nullable(),
    colorName: z.string().nullable(),
    price: money,
    quantity: z.int(),
    state: z.enum(lineStates),
    left: z.int().nullable(),
  })
  .meta({ id: 'OrderItem' });

/** Who moved an order: its buyer, the staff, the payment, or the clock. */
const movers = ['buyer', 'staff', 'payment', 'clock'] as const;

const historyStep = z.object({
  status: z.int(),
  statusName: z.enum(orderStatuses),
  at: z.iso.datetime(),
  by: z.enum(movers),
  /** Who of the staff: for the staff's eyes only. */
  userName: z.string().nullable(),
  reason: z.string().nullable(),
});

/** A donation paid together with the order. `amount` in main units. */
const orderGift = z.object({
  donationId: wireId,
  projectId: wireId,
  amount: money,
  name: z.string().nullable(),
  message: z.string().nullable(),
  isAnonymous: z.boolean(),
  creator: z.object({ userName: z.string(), displayName: z.string() }),
});

/** `amount` is what is charged: the items and the gift. */
export const orderPayment = z.object({ id: wireId, status: z.enum(paymentStatuses), amount: money });

/**
 * An order, or the open basket (`status` 0, `number` null; a basket that is not there has the zero id and no items).
 * `total`: the items, without a gift. `recipient` and the pickup point are as they were when the order was placed.
 */
export const order = z
  .object({
    orderId: z.string(),
    number: z.string().nullable(),
    status: z.int().min(0).max(8),
    statusName: z.enum(orderStatuses),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** Until when an unpaid order is kept. */
    payUntil: z.iso.datetime().nullable(),
    address: z.string().nullable(),
    pickupPointId: z.int().nullable(),
    /** `isActive`: whether it is open now; everything else is as it was when the order was placed. */
    pickupPoint: pickUpPoint.nullable(),
    items: z.array(orderItem),
    total: money,
    gift: orderGift.nullable(),
    customer: z.object({ userId: wireId, userName: z.string(), displayName: z.string(), phone: z.string() }),
    recipient: z.object({ name: z.string(), phone: z.string() }).nullable(),
    payment: orderPayment.nullable(),
    history: z.array(historyStep),
  })
  .meta({ id: 'Order' });

/** An order on the wire. */
export type Order = z.input<typeof order>;

/** An item of an order on the wire. */
export type OrderItem = z.input<typeof orderItem>;

/** A state by its number or its word. */
export const statusInput = z.union([z.int().min(0).max(8), z.enum(orderStatuses)]).transform((given, context) => {
  const status = typeof given === 'number' ? statusOf(given) : given;
  if (status !== null) return status;
  context.addIssue({ code: 'custom', message: 'Такого состояния нет' });
  return z.NEVER;
});

/** An id holding `00000000` counts as none (specification, point 4). */
export const maybeOrderId = z
  .string()
  .max(64)
  .nullish()
  .transform((id, context) => {
    if (id === null || id === undefined || id === '' || id.includes('00000000')) return null;
    const { data } = wireId.safeParse(id);
    if (data !== undefined) return data;
    context.addIssue({ code: 'custom', message: 'Такого заказа нет' });
    return z.NEVER;
  });
