import { platformAccount, providerAccount } from '#app/ledger/ledger.server.ts';
import { returnStock } from '#app/merch/merch.server.ts';
import { moveOrder, readSold } from '#app/orders/moves-store.server.ts';
import { orderKind } from '#app/orders/order-owner.server.ts';
import { type OrderStatus, returnsStockOnRefund } from '#app/orders/order-status.ts';
import { toStock } from '#app/orders/taken-stock.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import { insertPayments } from '../payments/payment-rows.ts';
import { insertPostings } from '../posting-rows.ts';
import type { Random } from '../random.ts';

/** A newly placed demo order whose dates will be moved back. Amounts in minor units. */
export interface DemoOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly isPickedUp: boolean;
  readonly placedAt: Date;
  readonly total: Minor;
  /** By which it is paid, if it is. */
  readonly system: PaymentSystemName;
}

/** The same as in real rows. */
const refundKind = 'order-refund';

const minute = 60_000;

/** The states that an order has gone through after it was placed. */
function wayTo({ status, isPickedUp }: DemoOrder): OrderStatus[] {
  if (status === 'AwaitingPayment') return [];
  if (status === 'Cancelled') return ['Cancelled'];
  if (status === 'Refunded') return ['Paid', 'Processing', 'Refunded'];
  const whole: OrderStatus[] = ['Paid', 'Processing', 'Shipped', ...(isPickedUp ? (['ReadyForPickup'] as const) : [])];
  const at = whole.indexOf(status);
  return at === -1 ? [...whole, 'Completed'] : whole.slice(0, at + 1);
}

/** When each state was reached: the payment within minutes, the rest spread over the time since. */
function timesOf({ placedAt }: DemoOrder, way: readonly OrderStatus[], now: Date, random: Random): Date[] {
  const paidAt = placedAt.getTime() + random.between(1, 6) * minute;
  const step = (now.getTime() - paidAt) / (way.length + 1);
  return way.map((status, at) => new Date(status === 'Paid' ? paidAt : paidAt + step * (at + random.next() * 0.6)));
}

const orderSides = statement<{ accountId: string; amount: number }>(`
  select account_id as "accountId", sum(amount)::float8 as amount from (
    select $2::uuid as account_id, -l.price * l.quantity as amount from order_line l where l.order_id = $1
    union all
    select p.account_id, l.price * l.quantity - l.commission
    from order_line l join project p on p.user_id = l.seller_id where l.order_id = $1
    union all
    select $3::uuid, l.commission from order_line l where l.order_id = $1
  ) as side group by account_id`);

/** Posts buyer → sellers less commission → platform; with `sign` -1 the reverse. */
async function writePosting(tx: Tx, { id }: DemoOrder, kind: string, sign: 1 | -1, at: Date): Promise<void> {
  const sides = await tx.run(orderSides, [id, providerAccount, platformAccount]);
  const signed = sides.map(({ accountId, amount }) => ({ accountId, amount: sign * amount }));
  await insertPostings(tx, [{ kind, reference: id, at, sides: signed }]);
}

const linkPayment = statement(`
  update shop_order o set payment_id = p.id from payment p where p.reference = $1 and o.id = $1`);

async function writePayment(tx: Tx, order: DemoOrder, currency: string, paidAt: Date): Promise<void> {
  const { id: reference, system, total: amount, placedAt: createdAt } = order;
  const status = order.status === 'Refunded' ? 'Refunded' : 'Paid';
  const payment = { kind: orderKind, reference, number: 1, system, amount, status, createdAt, paidAt } as const;
  await insertPayments(tx, [payment], currency);
  await tx.run(linkPayment, [reference]);
  await writePosting(tx, order, orderKind, 1, paidAt);
}

const dateSellers = statement('update order_seller set placed_at = $1 where order_id = $2');

const dateOrder = statement(`
  update shop_order set created_at = $1, placed_at = $1, updated_at = $2,
    pay_until = $1::timestamptz + interval '24 hours' where id = $3`);

const dateSteps = statement(`
  update order_step s set at = given.at
  from (select id, row_number() over (order by id) as place from order_step where order_id = $1) as mine,
    jsonb_array_elements_text($2::jsonb) with ordinality as one (text, place),
    lateral (select one.text::timestamptz as at) as given
  where s.id = mine.id and one.place = mine.place`);

/** Moves all dates of an order back to when it would have happened. */
async function writeTimes(tx: Tx, { id, placedAt }: DemoOrder, times: readonly Date[]): Promise<void> {
  const at = placedAt.toISOString();
  const steps = [placedAt, ...times].map((time) => time.toISOString());
  await tx.run(dateSellers, [at, id]);
  await tx.run(dateOrder, [at, steps.at(-1), id]);
  await tx.run(dateSteps, [id, JSON.stringify(steps)]);
}

/** Moves a placed order to its state as if each step had happened at its time. */
export async function moveBack(
  tx: Tx,
  order: DemoOrder,
  { currency, now }: { currency: string; now: Date },
  random: Random,
): Promise<void> {
  const way = wayTo(order);
  const times = timesOf(order, way, now, random);
  let before: OrderStatus = 'AwaitingPayment';
  for (const [at, status] of way.entries()) {
    const time = times[at] ?? now;
    const by = status === 'Paid' ? 'payment' : status === 'Cancelled' ? 'clock' : 'staff';
    const reason = status === 'Refunded' ? 'Покупатель передумал' : null;
    await moveOrder(tx, order.id, status, { by, userId: null, reason });
    if (status === 'Paid') await writePayment(tx, order, currency, time);
    if (status === 'Refunded') await writePosting(tx, order, refundKind, -1, time);
    if (status === 'Cancelled' || (status === 'Refunded' && returnsStockOnRefund(before))) {
      await returnStock(tx, toStock(await readSold(tx, order.id)));
    }
    before = status;
  }
  await writeTimes(tx, order, times);
}
