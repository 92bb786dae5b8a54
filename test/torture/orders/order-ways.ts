import { setTimeout as pause } from 'node:timers/promises';
import { cancelUnpaid } from '#app/orders/moves/cancelling.server.ts';
import { cards } from '#test/support/money/money-fixture.ts';
import { openedOf, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { inParallel } from '#test/torture/money/donors.ts';

/** The transitions of docs/rules.md#orders by the numbers of the states, repeated here so that an error in the product's table is noticed. */
const ways: readonly (readonly number[])[] = [[1], [2, 7], [3, 8], [4, 8], [5, 6, 8], [6, 8], [8], [], []];
const states = ways.map((_, state) => state);

type Delivery = 'pickUp' | 'address';

/** Whether the contract allows this transition. Only orders for pickup wait at a pickup point, and they do not skip that state. */
export function isWay(from: number, to: number, delivery: Delivery): boolean {
  if (from === 4 && (to === 5 || to === 6)) return (to === 5) === (delivery === 'pickUp');
  return ways[from]?.includes(to) ?? false;
}

/** Placing is done by the buyer's payment call, payment by the provider: neither is done by hand. */
const byHand = (from: number, to: number) => from > 0 && to !== 2;

interface Order {
  readonly buyer: SignedIn;
  readonly orderId: string;
  /** Null in a basket. */
  readonly paymentUrl: string | null;
}

/** A person or job that would move an order; `may`: whether the actor is allowed to, if the table has the transition. */
interface Mover {
  readonly name: string;
  readonly to: readonly number[];
  may(from: number, to: number): boolean;
  /** Whether an order in this state is tried with a payment. */
  isPaid(from: number): boolean;
  move(shop: Shop, order: Order, to: number): Promise<unknown>;
}

const isBought = (from: number) => from !== 1 && from !== 7;

async function paymentOf({ app }: Shop, { orderId }: Order) {
  const { rows } = await app.db.pool.query<{ id: string; amount: number; status: string }>(
    'select provider_id as id, amount, status from payment where reference = $1',
    [orderId],
  );
  return rows[0] ?? null;
}

/** Pays at the provider and waits for the server to know of it. */
async function payFor(shop: Shop, order: Order): Promise<void> {
  if (order.paymentUrl === null) return;
  await shop.charge(order.paymentUrl, cards.noCode);
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await pause(20)) {
    const status = (await paymentOf(shop, order))?.status ?? '';
    if (status === 'Paid' || status === 'Refunded') return;
  }
  throw new Error('the server does not know of the payment');
}

const call = (shop: Shop, who: SignedIn, name: string, input: { query?: Record<string, unknown>; body?: unknown }) =>
  shop.app.request(name, input, { token: who.token });

const movers: readonly Mover[] = [
  {
    name: 'the staff',
    to: states,
    may: byHand,
    isPaid: isBought,
    move: (shop, { orderId }, to) => shop.move(shop.staff, orderId, to),
  },
  {
    name: 'the staff, many at once',
    to: states,
    may: (from, to) => byHand(from, to) && to !== 8,
    isPaid: isBought,
    move: (shop, { orderId }, to) =>
      call(shop, shop.staff, 'PUT Order/BulkStatus', { body: { orderIds: [orderId], status: to } }),
  },
  {
    name: 'the buyer',
    to: states,
    may: () => false,
    isPaid: isBought,
    move: (shop, { buyer, orderId }, to) => shop.move(buyer, orderId, to),
  },
  {
    name: 'the buyer who cancels',
    to: [7],
    may: byHand,
    isPaid: isBought,
    move: (shop, { buyer, orderId }) => call(shop, buyer, 'POST Order/Cancel', { query: { orderId } }),
  },
  {
    name: 'the staff who cancel',
    to: [7],
    may: byHand,
    isPaid: isBought,
    move: (shop, { orderId }) => call(shop, shop.staff, 'POST Order/Cancel', { query: { orderId } }),
  },
  {
    name: 'the staff who give back',
    to: [8],
    may: byHand,
    isPaid: isBought,
    move: (shop, { orderId }) =>
      call(shop, shop.staff, 'POST Order/Refund', { body: { orderId, reason: 'Вещь не понравилась' } }),
  },
  {
    name: 'a payment',
    to: [2],
    may: () => true,
    isPaid: () => false,
    move: (shop, order) => payFor(shop, order),
  },
  {
    name: 'money given back',
    to: [8],
    may: () => true,
    isPaid: () => true,
    async move(shop, order) {
      const payment = await paymentOf(shop, order);
      if (payment === null) return;
      const { id, amount } = payment;
      const message = { id, amount, reference: order.orderId, status: 'refunded' as const };
      await shop.app.opora.areas.payments.settle(message).catch(() => undefined);
    },
  },
  {
    name: 'the clock',
    to: [7],
    may: byHand,
    isPaid: isBought,
    async move({ app }, { orderId }) {
      const late = `update shop_order set pay_until = now() - interval '1 minute' where id = $1 and status > 0`;
      await app.db.pool.query(late, [orderId]);
      await cancelUnpaid(app.db, app.opora.areas.payments);
    },
  },
];

async function statusOf({ app }: Shop, orderId: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ status: number }>('select status from shop_order where id = $1', [
    orderId,
  ]);
  return rows[0]?.status ?? Number.NaN;
}

async function makeOrder(shop: Shop, how: { delivery: Delivery; from: number; isPaid: boolean }, goods: Goods) {
  const buyer = await shop.person();
  const items = [{ productId: goods.productId }];
  const choice = how.delivery === 'pickUp' ? { pickupPointId: goods.pointId } : { address: 'Ташкент, улица Навои, 12' };
  await shop.fill(buyer, items, choice);
  const { orderId } = await shop.basketOf(buyer);
  if (how.from === 0) return { buyer, orderId, paymentUrl: null };
  const { paymentUrl } = openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: goods.price }));
  const order: Order = { buyer, orderId, paymentUrl };
  if (how.isPaid) await payFor(shop, order);
  await shop.app.db.pool.query('update shop_order set status = $2 where id = $1', [orderId, how.from]);
  return order;
}

interface Goods {
  readonly productId: string;
  /** Main units. */
  readonly price: number;
  readonly pointId: number;
}

/** Waits for a step that another actor, such as the clock, may have begun at the same moment. */
async function statusAfter(shop: Shop, orderId: string, { from, wanted }: { from: number; wanted: number }) {
  for (const giveUpAt = Date.now() + 10_000; from !== wanted && Date.now() < giveUpAt; await pause(20)) {
    if ((await statusOf(shop, orderId)) !== from) break;
  }
  return statusOf(shop, orderId);
}

/** Tries every transition between all states by every actor. Returns those that were made but are not allowed, and the reverse. */
export async function tryAllWays(shop: Shop): Promise<{ tried: number; moved: number; wrong: string[] }> {
  const price = 100_000;
  const goods = { price, productId: await shop.product({ price }), pointId: (await shop.point()).id };
  const deliveries: readonly Delivery[] = ['pickUp', 'address'];
  const tries = movers.flatMap((mover) =>
    deliveries.flatMap((delivery) => states.flatMap((from) => mover.to.map((to) => ({ mover, delivery, from, to })))),
  );
  const ends = new Map<string, { step: string; wanted: number }>();
  let moved = 0;
  await inParallel(tries.length, 6, async (index) => {
    const one = tries[index];
    if (one === undefined) return;
    const { mover, delivery, from, to } = one;
    const order = await makeOrder(shop, { delivery, from, isPaid: mover.isPaid(from) }, goods);
    await mover.move(shop, order, to);
    const wanted = isWay(from, to, delivery) && mover.may(from, to) ? to : from;
    if ((await statusAfter(shop, order.orderId, { from, wanted })) !== from) moved += 1;
    ends.set(order.orderId, { step: `${mover.name}, ${delivery}: ${from} → ${to} came to`, wanted });
  });
  // Read again at the end, so that late changes are noticed.
  const wrong: string[] = [];
  for (const [orderId, { step, wanted }] of ends) {
    const status = await statusOf(shop, orderId);
    if (status !== wanted) wrong.push(`${step} ${status}`);
  }
  return { tried: tries.length, moved, wrong };
}
