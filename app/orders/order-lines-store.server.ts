import { deliveryName, donationName, type PaymentLine } from '#app/payments/payment-lines.ts';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';

interface LineRow extends PaymentLine, Record<string, unknown> {}

const lines = statement<LineRow>(`
  with ordered as (
    select 1 as part, l.id as place, 'product' as kind, concat_ws(', ', l.name, l.size_name, l.color_name) as name, l.quantity::integer as quantity,
      l.price, l.discount, p.tax_item as item, c.tax_number as agent
    from order_line l join product p on p.id = l.product_id join creator c on c.user_id = l.seller_id
    where l.order_id = $1
    union all
    select 2, 0, 'delivery', $2, 1, delivery_price, 0, null, null from shop_order where id = $1 and delivery_price > 0
    union all
    select 3, 0, 'donation', $3, 1, o.donation_amount, 0, null, c.tax_number
    from shop_order o join donation d on d.id = o.donation_id join project p on p.id = d.project_id join creator c on c.user_id = p.user_id
    where o.id = $1
  )
  select kind, name, quantity, price, discount, item, agent from ordered order by part, place`);

const commission = statement<{ sum: number }>(`
  select (coalesce((select sum(l.commission) from order_line l where l.order_id = $1), 0)
    + coalesce((select d.commission from shop_order o join donation d on d.id = o.donation_id where o.id = $1), 0))::bigint as sum`);

const withDonation = statement<{ orderId: string; amount: number }>(
  'select id as "orderId", donation_amount as amount from shop_order where donation_id = $1',
);

/** The order whose payment pays for a donation too, and how much of it was given; null: there is none. */
export async function readOrderOfDonation(
  db: Queryable,
  donationId: string,
): Promise<{ readonly orderId: string; readonly given: Minor } | null> {
  const row = (await db.run(withDonation, [donationId]))[0];
  return row === undefined ? null : { orderId: row.orderId, given: minor(row.amount) };
}

/** What the platform keeps of an order and of the donation that is paid with it. */
export async function readOrderCommission(db: Queryable, orderId: string): Promise<Minor> {
  return minor((await db.run(commission, [orderId]))[0]?.sum ?? 0);
}

/** What the payment of a placed order pays for: its products as they were sold, the delivery and the donation. */
export async function readOrderLines(db: Queryable, orderId: string): Promise<PaymentLine[]> {
  return db.run(lines, [orderId, deliveryName, donationName]);
}
