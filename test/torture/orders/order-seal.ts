import { randomUUID } from 'node:crypto';
import { cancelUnpaid } from '#app/orders/moves/cancelling.server.ts';
import { ordersCalls } from '#app/orders/orders.calls.ts';
import { openedOf, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { isWay } from './order-ways.ts';

const price = 100_000;

interface Sealed {
  readonly shop: Shop;
  readonly buyer: SignedIn;
  readonly orderId: string;
  readonly productId: string;
  readonly status: number;
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
  const { items, total, recipient, payment, statusName, number, address, donation, history } = await shop.orderFor(
    buyer,
    orderId,
  );
  // The seller is shown by the current name.
  const bought = items.map(({ productUser: { userId }, ...item }) => ({ ...item, userId }));
  return JSON.stringify([
    rows,
    bought,
    total,
    recipient,
    payment,
    statusName,
    number,
    address,
    donation?.amount,
    history,
  ]);
}

/** A call that would change the order, under its name in the contract. */
interface Attempt {
  readonly call: keyof typeof ordersCalls;
  readonly input: { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> };
  /** Sent only by callers who are not allowed to: the staff is. */
  readonly onlyStrangers?: boolean;
}

function attempts({ orderId, productId, points, status }: Sealed): Attempt[] {
  const item = { productId, quantity: 5 };
  const pay = { orderId, recipientName: 'Кто-то', recipientPhone: '+998 (90) 999-99-99' };
  const steps = Array.from({ length: 9 }, (_, to) => to).filter((to) => to !== status && !isWay(status, to, 'pickUp'));
  return [
    { call: 'createOrder', input: { body: { orderId, items: [item] } } },
    { call: 'createOrder', input: { body: { orderId, items: [] } } },
    { call: 'createOrder', input: { body: { orderId, items: [item], address: 'Самарканд, Регистан, 1' } } },
    { call: 'updateOrder', input: { body: { orderId, items: [item] } } },
    { call: 'updateOrder', input: { body: { orderId, items: [] } } },
    { call: 'updateOrder', input: { body: { orderId, address: 'Самарканд, Регистан, 1' } } },
    { call: 'updateOrder', input: { body: { orderId, pickupPointId: points[1] } } },
    { call: 'pay', input: { body: { ...pay, expectedTotal: price } } },
    { call: 'pay', input: { body: { ...pay, expectedTotal: 1 } } },
    { call: 'cancel', input: { query: { orderId } } },
    { call: 'choosePickUp', input: { body: { orderId, pickupPointId: points[1] } } },
    { call: 'refund', input: { body: { orderId, reason: 'Просто так' } }, onlyStrangers: true },
    { call: 'refundLines', input: { body: { orderId, lines: [{ productId, quantity: 1 }] } }, onlyStrangers: true },
    ...steps.flatMap((to): Attempt[] => [
      { call: 'changeStatus', input: { body: { orderId, status: to } } },
      { call: 'bulkStatus', input: { body: { orderIds: [orderId], status: to } } },
    ]),
  ];
}

/** Changes by the provider, the clock and everything around the order. */
function surroundings({ shop, orderId, productId, points }: Sealed): readonly [string, () => Promise<unknown>][] {
  const { app } = shop;
  const query = (text: string, values: readonly unknown[] = []) => app.db.pool.query(text, [...values]);
  const send = async (status: 'created' | 'code_required' | 'paid' | 'failed' | 'expired', more: number) => {
    const { rows } = await app.db.pool.query<{ id: string; amount: number }>(
      'select provider_id as id, amount from payment where reference = $1',
      [orderId],
    );
    const { id = '', amount = 0 } = rows[0] ?? {};
    await app.opora.areas.payments
      .settle({ id, reference: orderId, status, amount: amount + more })
      .catch(() => undefined);
  };
  const staff = { token: shop.staff.token };
  return [
    ...(['created', 'code_required', 'paid', 'failed', 'expired'] as const).map(
      (status): [string, () => Promise<unknown>] => [`the provider's message ${status}`, () => send(status, 0)],
    ),
    ['paid with another amount', () => send('paid', 100)],
    [
      'the clock',
      async () => {
        await query(`update shop_order set pay_until = now() - interval '1 hour' where id = $1`, [orderId]);
        await cancelUnpaid(app.db, app.opora.areas.payments);
      },
    ],
    [
      'another product',
      () =>
        query(`update product set name = 'Другое', description = 'Не то', price = price * 2 where id = $1`, [
          productId,
        ]),
    ],
    ['other names', () => query(`update category set name = name || ' ещё'`)],
    [
      'another seller',
      () =>
        query(`update creator set user_name = user_name || '_x', given_name = 'Иной' where user_id = $1`, [
          shop.seller.userId,
        ]),
    ],
    ['another commission', () => query('update donation_settings set commission_percent = commission_percent + 1')],
    ['a hidden product', () => app.api('PUT Product/UpdateState', { query: { id: productId, state: false } }, staff)],
    ['a deleted product', () => app.api('DELETE Product/Delete', { query: { id: productId } }, staff)],
    ['a blocked seller', () => query('update creator set is_blocked = true where user_id = $1', [shop.seller.userId])],
    [
      'a moved pickup point',
      () => query(`update pickup_point set name = 'Иной', address = 'Бухара, Лаби-Хауз, 1' where id = $1`, [points[0]]),
    ],
    ['a closed pickup point', () => app.api('POST PickUp/state', { query: { id: points[0], isActive: false } }, staff)],
    ['a removed pickup point', () => app.api('DELETE PickUp', { query: { id: points[0] } }, staff)],
  ];
}

async function seal(shop: Shop, status: number): Promise<Sealed> {
  const buyer = await shop.person();
  const productId = await shop.product({ price });
  const points = [(await shop.point()).id, (await shop.point('Другой пункт')).id] as const;
  await shop.fill(buyer, [{ productId }], { pickupPointId: points[0] });
  const { orderId } = await shop.basketOf(buyer);
  const donation = { projectId: shop.seller.projectId, amount: 10_000, name: 'Аня', message: 'Спасибо' };
  const { paymentUrl } = openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: price, donation }));
  await shop.charge(paymentUrl);
  await shop.reaches(buyer, orderId, 'Paid');
  await shop.app.db.pool.query('update shop_order set status = $2 where id = $1', [orderId, status]);
  // A new basket beside the order: a change of one must not reach the other.
  await shop.fill(buyer, [{ productId: await shop.product() }]);
  return { shop, buyer, orderId, productId, status, points };
}

/** Postings, entries and balances are append-only: the database refuses every other change. */
const ledgerChanges = [
  `update entry set amount = amount + 1 where account_id = (select account_id from entry limit 1)`,
  'delete from entry',
  'truncate entry',
  `update posting set kind = 'another'`,
  'delete from posting',
  'update account set balance = balance + 1',
  `insert into account (person_id, kind, name, balance) select person_id, 'creator', 'Ещё', 1 from account where person_id is not null limit 1`,
];

async function tryLedger({ app }: Shop): Promise<string[]> {
  const taken: string[] = [];
  for (const text of ledgerChanges) {
    const isTaken = await app.db
      .transaction(async (tx) => {
        await tx.run({ name: randomUUID(), text }, []);
        throw new Error('taken');
      })
      .catch((error: unknown) => error instanceof Error && error.message === 'taken');
    if (isTaken) taken.push(`the database takes: ${text}`);
  }
  return taken;
}

/** Sends every writing call of orders by every kind of caller, then changes everything around: a paid order stays the same in each state. */
export async function trySealedOrders(shop: Shop): Promise<{ tried: number; changed: string[] }> {
  const changed: string[] = [];
  let tried = ledgerChanges.length;
  const people = [await shop.person(), shop.staff, await shop.person('admin')];
  const called = new Set<string>();
  for (const status of [2, 3, 4, 5, 6, 8]) {
    const order = await seal(shop, status);
    const before = await snapshot(order);
    const look = async (what: string) => {
      tried += 1;
      if ((await snapshot(order)) !== before) changed.push(`in state ${status}: ${what}`);
    };
    for (const { call, input, onlyStrangers = false } of attempts(order)) {
      const { method, path } = ordersCalls[call];
      called.add(call);
      for (const who of [order.buyer, ...(onlyStrangers ? people.slice(0, 1) : people)]) {
        await shop.app.request(`${method} ${path}`, input, { token: who.token });
        await look(`${call} ${JSON.stringify(input)}`);
      }
    }
    for (const [what, change] of surroundings(order)) {
      await change();
      await look(what);
    }
    await shop.app.db.pool.query('update creator set is_blocked = false');
  }
  for (const [name, { method }] of Object.entries(ordersCalls)) {
    if (method !== 'GET' && !called.has(name)) changed.push(`nothing tries the call ${name}`);
  }
  changed.push(...(await tryLedger(shop)));
  return { tried, changed };
}
