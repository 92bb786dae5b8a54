import type { PickUp } from '#app/delivery/delivery.server.ts';
import type { PaymentStatus } from '#app/payments/payment-status.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';

/** The buyer of an order. */
export interface CustomerRow extends Record<string, unknown> {
  readonly userId: string;
  readonly userName: string;
  readonly givenName: string | null;
  readonly surName: string | null;
  readonly hideFullName: boolean;
  readonly phone: string;
}

/** The columns of a `CustomerRow`, for a statement that selects from `shop_order o` with `customerJoin`. */
export const customerColumns = `o.user_id as "userId", c.user_name as "userName", c.given_name as "givenName",
  c.sur_name as "surName", c.hide_full_name as "hideFullName", p.phone`;

export const customerJoin = `join creator c on c.user_id = o.user_id join person p on p.id = o.user_id`;

/** The data that is copied into a line when its order is placed. Amounts in minor units. */
export interface LineCopy {
  readonly name: string;
  readonly image: string | null;
  readonly categoryName: string;
  readonly description: string;
  readonly sellerId: string;
  readonly sellerUserName: string;
  readonly sellerName: string;
  readonly sizeName: string | null;
  readonly colorName: string | null;
  readonly price: number;
  /** Taken off all pieces together. */
  readonly discount: number;
  readonly commission: number;
}

/** The names of a person. */
interface NamedRow {
  readonly userName: string;
  readonly givenName: string | null;
  readonly surName: string | null;
  readonly hideFullName: boolean;
}

/** A line of a placed order, as it was then, with the current names of the seller. */
export interface PlacedLine extends LineCopy {
  /** Null when the seller no longer exists. */
  readonly seller: NamedRow | null;
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly quantity: number;
}

/** A step of an order's history. */
interface StepRow {
  readonly status: number;
  readonly at: string;
  readonly by: 'buyer' | 'staff' | 'payment' | 'clock';
  readonly userName: string | null;
  readonly reason: string | null;
}

/** A refund of some pieces. */
interface RefundRow {
  readonly id: string;
  readonly at: string;
  readonly state: 'Wanted' | 'Done' | 'Refused';
  readonly amount: number;
  readonly userName: string | null;
  readonly reason: string | null;
  readonly lines: readonly {
    readonly productId: string;
    readonly sizeId: number | null;
    readonly colorId: number | null;
    readonly quantity: number;
    readonly amount: number;
  }[];
}

interface DonationRow extends NamedRow {
  readonly id: string;
  readonly projectId: string;
  readonly amount: number;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
}

/** A placed order with all data of its screens. Amounts in minor units. */
export interface OrderRow extends CustomerRow {
  readonly id: string;
  readonly number: string;
  readonly status: number;
  readonly address: string | null;
  readonly pickupPointId: number | null;
  readonly pickup: PickUp | null;
  readonly isPickUpActive: boolean | null;
  readonly recipientName: string;
  readonly recipientPhone: string;
  readonly total: number;
  readonly giftId: string | null;
  readonly promoCode: string | null;
  readonly deliveryPrice: number;
  readonly deliveryFrom: string | null;
  readonly deliveryTo: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly placedAt: Date;
  readonly payUntil: Date;
  readonly isCancelling: boolean;
  readonly isRefunding: boolean;
  /** The tries of a refund, whole or of pieces, have ended before it was made. */
  readonly isRefundStopped: boolean;
  readonly payment: {
    readonly id: string;
    readonly status: PaymentStatus;
    readonly amount: number;
    readonly system: PaymentSystemName;
    /** What an operator has to look into; null: nothing. */
    readonly problem: string | null;
  } | null;
  readonly donation: DonationRow | null;
  readonly lines: readonly PlacedLine[];
  readonly steps: readonly StepRow[];
  /** Null: none. */
  readonly refunds: readonly RefundRow[] | null;
}

const lines = `(
  select json_agg(json_build_object('productId', l.product_id, 'sizeId', l.size_id, 'colorId', l.color_id,
    'quantity', l.quantity, 'name', l.name, 'image', l.image, 'categoryName', l.category_name,
    'description', l.description, 'sellerId', l.seller_id, 'sellerUserName', l.seller_user_name,
    'sellerName', l.seller_name, 'sizeName', l.size_name, 'colorName', l.color_name, 'price', l.price, 'discount', l.discount,
    'commission', l.commission, 'seller', case when lc.user_id is not null then json_build_object(
      'userName', lc.user_name, 'givenName', lc.given_name, 'surName', lc.sur_name, 'hideFullName', lc.hide_full_name)
    end) order by l.id)
  from order_line l left join creator lc on lc.user_id = l.seller_id where l.order_id = o.id
)`;

const steps = `(
  select json_agg(json_build_object('status', s.status, 'at', s.at, 'by', s.by, 'reason', s.reason,
    'userName', sc.user_name) order by s.id)
  from order_step s left join creator sc on sc.user_id = s.user_id where s.order_id = o.id
)`;

const refunds = `(
  select json_agg(json_build_object('id', r.id, 'at', r.created_at, 'state', r.state, 'amount', r.amount, 'reason', r.reason,
    'userName', rc.user_name, 'lines', (
      select coalesce(json_agg(json_build_object('productId', bl.product_id, 'sizeId', bl.size_id, 'colorId', bl.color_id,
        'quantity', b.quantity, 'amount', b.amount) order by bl.id), '[]')
      from order_refund_line b join order_line bl on bl.id = b.line_id where b.refund_id = r.id
    )) order by r.created_at, r.id)
  from order_refund r left join creator rc on rc.user_id = r.by where r.order_id = o.id
)`;

const isRefundStopped = `(
  coalesce(o.refund_next_at = 'infinity', false) or exists (
    select from order_refund r join payment_refund part on part.id = r.id
    where r.order_id = o.id and r.state = 'Wanted' and part.next_try_at = 'infinity')
)`;

// The paid payment, else the newest: the same choice as that of `Payments`.
const payment = `(
  select json_build_object('id', pay.id, 'status', pay.status, 'amount', pay.amount, 'system', pay.system,
    'problem', pay.problem)
  from payment pay where pay.reference = o.id
  order by pay.status = 'Paid' desc, pay.status = 'Refunded' desc, pay.created_at desc limit 1
)`;

const donation = `(
  select json_build_object('id', d.id, 'projectId', d.project_id, 'amount', d.amount, 'name', d.name,
    'message', d.message, 'isAnonymous', d.is_anonymous, 'userName', gc.user_name, 'givenName', gc.given_name,
    'surName', gc.sur_name, 'hideFullName', gc.hide_full_name)
  from donation d join project gp on gp.id = d.project_id join creator gc on gc.user_id = gp.user_id
  where d.id = o.donation_id
)`;

/** The columns of an `OrderRow`, for a statement that selects from `shop_order o` with `orderJoins`. */
export const orderColumns = `o.id, ${customerColumns}, o.number, o.status, o.address,
  o.pickup_point_id as "pickupPointId", o.pickup, pp.is_active as "isPickUpActive",
  o.recipient_name as "recipientName", o.recipient_phone as "recipientPhone", o.total, o.gift_id as "giftId", o.created_at as "createdAt",
  o.promo_code as "promoCode", o.delivery_price as "deliveryPrice", o.delivery_from::text as "deliveryFrom", o.delivery_to::text as "deliveryTo",
  o.updated_at as "updatedAt", o.placed_at as "placedAt", o.pay_until as "payUntil",
  o.cancel_by is not null as "isCancelling", o.refund_next_at is not null as "isRefunding",
  ${isRefundStopped} as "isRefundStopped", ${refunds} as refunds,
  ${payment} as payment, ${donation} as donation, ${lines} as lines, ${steps} as steps`;

export const orderJoins = `${customerJoin} left join pickup_point pp on pp.id = o.pickup_point_id`;
