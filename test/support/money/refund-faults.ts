import { z } from 'zod';
import type { Database } from '#base/db/db.server.ts';
import type { Shop } from '#test/support/shop-fixture.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { readLedgerFaults, readTotalFaults } from './money-faults.ts';

const books = z.object({
  payments: z.array(z.object({ id: z.string(), status: z.string(), amount: z.number(), refundedAmount: z.number() })),
});

/** The same of a shop of a test. */
export function readRefundFaults({ app }: Pick<Shop, 'app'>): Promise<string[]> {
  return readRefundFaultsOf(app.db, app.sandbox.url);
}

/** Inconsistencies of the ledger, of partial refunds of orders, and with the provider's books; empty: none. */
export async function readRefundFaultsOf(db: Database, providerUrl: string): Promise<string[]> {
  const ledger = { ...(await readLedgerFaults(db)), ...(await readTotalFaults(db)) };
  const { rows } = await db.pool.query<{ id: string; what: string }>(`
    select o.id, 'more pieces than were bought' as what from shop_order o join order_line l on l.order_id = o.id
      join order_refund_line b on b.line_id = l.id join order_refund r on r.id = b.refund_id and r.state <> 'Refused'
      group by o.id, l.id having sum(b.quantity) > l.quantity or sum(b.amount) > l.quantity * l.price - l.discount or sum(b.commission) > l.commission
    union all select p.id, 'parts do not sum up' from payment p
      where p.refunded <> (select coalesce(sum(r.amount), 0) from payment_refund r where r.payment_id = p.id and r.state = 'Done')
    union all select r.id, 'two books of one part' from payment_refund r full join order_refund o on o.id = r.id
      left join payment y on y.id = r.payment_id
      where (r.state, r.amount) is distinct from (o.state, o.amount) and y.kind is distinct from 'donation'
        and not exists (select from order_late_payment l where l.payment_id = y.id)
    union all select r.id, 'not posted as decided' from order_refund r
      where (r.state = 'Done') is distinct from exists (
        select from posting where kind in ('order-part-refund', 'order-delivery-part-refund', 'donation-part-refund')
            and reference = r.id)`);
  const { rows: owed } = await db.pool.query<{ id: string; paid: number; providerId: string }>(`
    select o.id, p.provider_id as "providerId", -sum(e.amount)::float8 as paid
    from shop_order o join payment p on p.id = o.payment_id
    join posting t on t.reference = o.id or t.reference = o.donation_id or t.reference in (select id from order_refund where order_id = o.id)
    join entry e on e.posting_id = t.id and e.account_id = '00000000-0000-7000-8000-000000000001'
    where o.status > 1 group by o.id, p.provider_id`);
  const answer = await fetch(`${providerUrl}/control/books`, {
    headers: { authorization: `Bearer ${testSecrets.payment}` },
  });
  const theirs = new Map(books.parse(await answer.json()).payments.map((one) => [one.id, one]));
  const differing = owed.flatMap(({ id, paid, providerId }) => {
    const one = theirs.get(providerId);
    const has = one === undefined ? 0 : one.amount - one.refundedAmount;
    return has === paid ? [] : [`order ${id}: ${paid} in the ledger, ${has} at the provider`];
  });
  const wrong = Object.entries(ledger).filter(([, count]) => count !== 0);
  return [
    ...wrong.map(([name, count]) => `${name}: ${count}`),
    ...rows.map(({ id, what }) => `${id}: ${what}`),
    ...differing,
  ];
}
