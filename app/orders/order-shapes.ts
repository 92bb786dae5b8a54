import { z } from 'zod';
import { pickUpPoint } from '#app/delivery/delivery.calls.ts';
import { paymentStatuses } from '#app/payments/payment-status.ts';
import { paymentSystemNames } from '#app/payments/payment-systems.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { quantityMost } from './order-limits.ts';
import { orderStatuses, statusOf } from './order-status.ts';

const quantity = z.int().min(1).max(quantityMost);

const choiceId = z.int().positive().max(2_147_483_647);

/** A product in a size and a colour, with a quantity. Prices come from the server: a price in the input is refused. */
export const orderLine = z.strictObject({
  productId: wireId,
  quantity,
  sizeId: choiceId.nullish(),
  colorId: choiceId.nullish(),
});

/**
 * Whether an item of a basket can be bought. `unavailable`: it is no longer sold; `wrongChoice`: no longer in this size or
 * colour; `membersOnly`: the buyer does not support its seller monthly; `short`: fewer pieces are in stock than asked for.
 */
const lineStates = ['available', 'unavailable', 'wrongChoice', 'membersOnly', 'short'] as const;

/** The seller of a product; `displayName` respects `HideFullName`. */
const seller = z.object({ userId: wireId, userName: z.string(), displayName: z.string() });

/**
 * An item of a basket or an order (docs/rules.md#orders). A basket shows current data, an order the data of when it was placed.
 * `price`: of one piece. `left`: the pieces in stock; null in an order, or when the product is made to order.
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
    /** Taken off all pieces of the line together; in a basket, what the buyer gets as a member. */
    discount: money,
    /** What the buyer gets off the line as a member of the seller, in per cent; 0 in an order. */
    memberPercent: z.int(),
    state: z.enum(lineStates),
    left: z.int().nullable(),
  })
  .meta({ id: 'OrderItem' });

/** Who changed the status: the buyer, staff, the payment, or a deadline (`clock`). */
const movers = ['buyer', 'staff', 'payment', 'clock'] as const;

const historyStep = z.object({
  status: z.int(),
  statusName: z.enum(orderStatuses),
  at: z.iso.datetime(),
  by: z.enum(movers),
  /** The member of staff; visible to staff only. */
  userName: z.string().nullable(),
  reason: z.string().nullable(),
});

const refundedPieces = z.object({
  productId: wireId,
  sizeId: z.int().nullable(),
  colorId: z.int().nullable(),
  quantity: z.int(),
  amount: money,
});

/** `Wanted`: the provider has not answered yet; `Done`: it has refunded the money; `Refused`: it will not. */
const refundStates = ['Wanted', 'Done', 'Refused'] as const;

/** A refund of some pieces of an order. `userName`: the member of staff, visible to staff only. */
const orderRefund = z.object({
  refundId: wireId,
  at: z.iso.datetime(),
  state: z.enum(refundStates),
  amount: money,
  userName: z.string().nullable(),
  reason: z.string().nullable(),
  lines: z.array(refundedPieces),
});

/** The answer of `RefundLines`; `amount`: the refund in main units. */
export const linesRefund = orderRefund.pick({ refundId: true, state: true, amount: true });

/** A donation paid together with the order. `amount` in main units. */
const orderDonation = z.object({
  donationId: wireId,
  projectId: wireId,
  amount: money,
  name: z.string().nullable(),
  message: z.string().nullable(),
  isAnonymous: z.boolean(),
  creator: z.object({ userName: z.string(), displayName: z.string() }),
});

/** `amount`: the charge for the items, the delivery and the donation. */
export const orderPayment = z.object({
  id: wireId,
  status: z.enum(paymentStatuses),
  amount: money,
  system: z.enum(paymentSystemNames),
});

/** What the delivery costs, and the days in which it is expected; null: no day was promised (docs/rules.md#delivery-prices). */
const orderDelivery = z.object({ price: money, from: z.iso.date().nullable(), to: z.iso.date().nullable() });

/**
 * An order, or the open basket (`status` 0, `number` null). A person without a basket gets one with the zero id and no items.
 * `total`: the items less the discount, with the chosen delivery, without a donation; an order's are those of when it was placed. `recipient` and the pickup point are those of when the order was placed.
 */
export const order = z
  .object({
    orderId: z.string(),
    number: z.string().nullable(),
    status: z.int().min(0).max(8),
    statusName: z.enum(orderStatuses),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** A hash of the basket's items and delivery: equal baskets have equal versions. Null: no basket. */
    version: z.string().nullable(),
    /** When an unpaid order will be cancelled. */
    payUntil: z.iso.datetime().nullable(),
    /** The order is unpaid and will be cancelled once the provider confirms that. */
    isCancelling: z.boolean(),
    /** A refund of the whole order awaits the provider's answer. */
    isRefunding: z.boolean(),
    /** For staff: a refund was not made in all its tries; it waits until they ask again or refund in the provider's cabinet. */
    isRefundStopped: z.boolean(),
    /** For staff: what an operator has to look into, as `Moderator/Payments` has it. */
    paymentProblem: z.string().nullable(),
    address: z.string().nullable(),
    pickupPointId: z.int().nullable(),
    /** `isActive`: whether it is open now; all else is as it was when the order was placed. */
    pickupPoint: pickUpPoint.nullable(),
    items: z.array(orderItem),
    /** The items without the discount. */
    itemsTotal: money,
    /** What is taken off the items; of a basket without the promo code, which is named with the payment. */
    discount: money,
    promoCode: z.string().nullable(),
    /** Null: none was chosen. */
    delivery: orderDelivery.nullable(),
    total: money,
    /** Of the gift by which somebody else has paid for it; then `total` is 0. Absent: its buyer pays. */
    giftId: wireId.optional(),
    donation: orderDonation.nullable(),
    customer: z.object({ userId: wireId, userName: z.string(), displayName: z.string(), phone: z.string() }),
    recipient: z.object({ name: z.string(), phone: z.string() }).nullable(),
    payment: orderPayment.nullable(),
    history: z.array(historyStep),
    /** Refunds of some pieces, the oldest first; those that the provider refused are visible to staff only. */
    refunds: z.array(orderRefund),
  })
  .meta({ id: 'Order' });

/** An order on the wire. */
export type Order = z.input<typeof order>;

/** An item of an order on the wire. */
export type OrderItem = z.input<typeof orderItem>;

/** A status by its number or its name. */
export const statusInput = z.union([z.int().min(0).max(8), z.enum(orderStatuses)]).transform((given, context) => {
  const status = typeof given === 'number' ? statusOf(given) : given;
  if (status !== null) return status;
  context.addIssue({ code: 'custom', message: 'Такого состояния нет' });
  return z.NEVER;
});

/** An id holding `00000000` counts as none (docs/rules.md#orders). */
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
