import { test } from 'vitest';
import { canMove, numberOf, type OrderStatus, orderStatuses } from '#app/orders/order-status.ts';
import { ordersCalls } from '#app/orders/orders.calls.ts';
import { prove } from '#test/load/prove.ts';
import { openedOf, openShop, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const price = 100_000;

interface Sealed {
  readonly shop: Shop;
  readonly buyer: SignedIn;
  readonly orderId: string;
  readonly productId: string;
  readonly status: OrderStatus;
  /** Open pickup points; the first one is the order's. */
  readonly points: readonly [number, number];
}

/** Everything that belongs to a paid order, in the database and as its buyer sees it, without `updated_at` and requests of the staff. */
async function snapshot({ shop, buyer, orderId }: Sealed): Promise<string> {
  const { rows } = await shop.app.db.pool.query(
    `select o.status, o.number, o.address, o.pickup_point_id, o.pickup, o.recipient_name, o.recipient_phone, o.total, o.donation_id,
       o.donation_amount, o.payment_id, o.placed_at,
       (select json_agg(l order by l.id) from order_line l where l.order_id = o.id) as lines,
       (select json_agg(s order by s.id) from order_step s where s.order_id = o.id) as steps,
       (select json_agg(e order by e.account_id) from posting p join entry e on e.posting_id = p.id
         where p.reference in (o.id, o.donation_id)) as entries,
       (select json_agg(p.status) from payment p where p.reference = o.id) as payments,
       (select json_build_array(d.amount, d.name, d.message, d.paid_at, d.refunded_at) from donation d where d.id = o.donation_id) as donation
     from shop_order o where o.id = $1`,
    [orderId],
  );
  const order = await shop.orderFor(buyer, orderId);
  // The seller is shown by the current name.
  const bought = order.items.map(({ productUser: { userId }, ...item }) => ({ ...item, userId }));
  const { total, recipient, payment, statusName, number, address, history } = order;
  return JSON.stringify([rows, bought, total, recipient, payment, statusName, number, address, history]);
}

/** A call that would change the order, under its name in the contract. */
interface Attempt {
  readonly call: keyof typeof ordersCalls;
  readonly input: { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> };
  /** Sent only by callers who are not allowed to: the staff is. */
  readonly onlyStrangers?: boolean;
}

function attempts({ orderId, productId, points, status }: Sealed): Attempt[] {
  const items = [{ productId, quantity: 5 }];
  const pay = { orderId, recipientName: 'Кто-то', recipientPhone: '+998 (90) 999-99-99' };
  const steps = orderStatuses.filter((to) => to !== status && !canMove(status, to, 'pickUp')).map(numberOf);
  return [
    { call: 'createOrder', input: { body: { orderId, items } } },
    { call: 'createOrder', input: { body: { orderId, items: [], address: 'Самарканд, Регистан, 1' } } },
    { call: 'updateOrder', input: { body: { orderId, items } } },
    { call: 'updateOrder', input: { body: { orderId, items: [] } } },
    { call: 'updateOrder', input: { body: { orderId, address: 'Самарканд, Регистан, 1' } } },
    { call: 'updateOrder', input: { body: { orderId, pickupPointId: points[1] } } },
    { call: 'pay', input: { body: { ...pay, expectedTotal: price } } },
    { call: 'pay', input: { body: { ...pay, expectedTotal: 1 } } },
    { call: 'cancel', input: { query: { orderId } } },
    { call: 'choosePickUp', input: { body: { orderId, pickupPointId: points[1] } } },
    { call: 'refund', input: { body: { orderId, reason: 'Просто так' } }, onlyStrangers: true },
    { call: 'refundLines', input: { body: { orderId, lines: [{ productId, quantity: 1 }] } }, onlyStrangers: true },
    { call: 'retryRefund', input: { body: { orderId } } },
    ...steps.flatMap((to): Attempt[] => [
      { call: 'changeStatus', input: { body: { orderId, status: to } } },
      { call: 'bulkStatus', input: { body: { orderIds: [orderId], status: to } } },
    ]),
  ];
}

async function seal(shop: Shop, status: OrderStatus): Promise<Sealed> {
  const buyer = await shop.person();
  const productId = await shop.product({ price });
  const points = [(await shop.point()).id, (await shop.point('Другой пункт')).id] as const;
  await shop.fill(buyer, [{ productId }], { pickupPointId: points[0] });
  const { orderId } = await shop.basketOf(buyer);
  const donation = { projectId: shop.seller.projectId, amount: 10_000, name: 'Аня', message: 'Спасибо' };
  const { paymentUrl } = openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: price, donation }));
  await shop.charge(paymentUrl);
  await shop.reaches(buyer, orderId, 'Paid');
  await shop.app.db.pool.query('update shop_order set status = $2 where id = $1', [orderId, numberOf(status)]);
  // A new basket beside the order: a change of one must not reach the other.
  await shop.fill(buyer, [{ productId: await shop.product() }]);
  return { shop, buyer, orderId, productId, status, points };
}

test('9: a paid order never changes, and its status only along the table', async () => {
  const shop = await openShop({ env: { LOG_LEVEL: 'silent', DATABASE_POOL: '20' } });
  try {
    const changed: string[] = [];
    const called = new Set<string>();
    let tried = 0;
    const strangers = [await shop.person()];
    const people = [...strangers, shop.staff, await shop.person('admin')];
    for (const status of ['Paid', 'Processing', 'Shipped', 'ReadyForPickup', 'Completed', 'Refunded'] as const) {
      const order = await seal(shop, status);
      const before = await snapshot(order);
      const look = async (what: string) => {
        tried += 1;
        if ((await snapshot(order)) !== before) changed.push(`${status}: ${what}`);
      };
      for (const { call, input, onlyStrangers = false } of attempts(order)) {
        const { method, path } = ordersCalls[call];
        called.add(call);
        for (const { token } of [order.buyer, ...(onlyStrangers ? strangers : people)]) {
          await shop.app.request(`${method} ${path}`, input, { token });
          await look(`${call} ${JSON.stringify(input)}`);
        }
      }
    }
    const writing = Object.entries(ordersCalls).filter(
      ([name, { method }]) => method !== 'GET' && !/PromoCode/.test(name),
    );
    prove(9, {
      promise: 'every call of orders that writes, by everyone: a paid order stays as it was, in each state',
      none: { changed, 'calls not tried': writing.map(([name]) => name).filter((name) => !called.has(name)) },
      met: { tried: [tried, 200] },
    });
  } finally {
    await shop.app.close();
  }
});
