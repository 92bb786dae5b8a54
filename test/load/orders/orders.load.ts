import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { test } from 'vitest';
import { type Minor, toMain } from '#base/money/money.ts';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { openShop, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';

/** Buyers who all want a product of few pieces at the same moment. Returns what is not as it must be. */
async function sellOut(shop: Shop, buyers: number, stock: number): Promise<string[]> {
  const productId = await shop.product({ stock, sizeIds: [1, 2] });
  const ready: { buyer: SignedIn; orderId: string; total: Minor }[] = [];
  await inParallel(buyers, 20, async (at) => {
    const buyer = await shop.person();
    const line = { productId, sizeId: 1 };
    // Every third buyer wants the same product in two lines.
    ready.push({ buyer, ...(await shop.ready(buyer, at % 3 === 0 ? [line, { productId, sizeId: 2 }] : [line])) });
  });
  const answers = await Promise.all(
    ready.map(({ buyer, orderId, total }) => shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) })),
  );
  const { rows } = await shop.app.db.execute<{ sold: number; orphans: number }>(sql`
    select coalesce(sum(l.quantity) filter (where o.status > 0), 0)::bigint as sold,
      count(*) filter (where (o.status > 0) is distinct from (l.price is not null))
        + (select count(*) from shop_order e where e.status > 0 and not exists (select from order_line n where n.order_id = e.id))
        as orphans
    from order_line l join shop_order o on o.id = l.order_id where l.product_id = ${productId}`);
  const odd = answers.filter(({ status, body }) => status !== 200 && !JSON.stringify(body).includes('"OutOfStock"'));
  const seen = `sold ${rows[0]?.sold}, orphans ${rows[0]?.orphans}, left ${await shop.stockOf(productId)}, other answers ${odd.length}`;
  return seen === `sold ${stock}, orphans 0, left 0, other answers 0` ? [] : [seen];
}

test('7: many buyers of few pieces', async () => {
  const buyers = scaled(1_000, 50);
  const rounds = scaled(20, 2);
  const shop = await openShop({ env: { LOG_LEVEL: 'warn', DATABASE_POOL: '20' } });
  try {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) wrong.push(...(await sellOut(shop, buyers, 10)));
    prove(7, {
      promise: `${buyers} buyers, 10 pieces, ${rounds} rounds, a third with two lines: exactly 10 sold, no orphans`,
      none: { wrong },
      met: { rounds: [rounds, 2] },
    });
  } finally {
    await shop.app.close();
  }
});

/** Pays the shown total; after `PriceChanged` reads the new total and tries again, a few times. Returns how often it had changed. */
async function payShown(shop: Shop, buyer: SignedIn, first: { orderId: string; total: Minor }) {
  const { orderId } = first;
  let { total } = first;
  for (let changes = 0; changes < 4; changes += 1) {
    const { status, body } = await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
    const order = await shop.orderFor(buyer, orderId);
    if (status === 200) {
      const ofLines = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const isTrue = [order.total, order.payment?.amount, ofLines].every((amount) => amount === total);
      return { end: isTrue ? 'placed' : 'wrong', total, changes };
    }
    const isRefused = status === 409 && JSON.stringify(body).includes('"PriceChanged"');
    if (!isRefused || order.statusName !== 'Basket') return { end: 'wrong', total, changes };
    total = order.total;
  }
  return { end: 'given up', total, changes: 4 };
}

test('9: prices that change while people pay', async () => {
  const orders = scaled(500, 30);
  const shop = await openShop({ env: { LOG_LEVEL: 'warn' } });
  const state = { isOver: false };
  try {
    const productId = await shop.product({ price: 100 });
    const changing = (async () => {
      for (let price = 10_000; !state.isOver; price += 100) {
        await shop.app.db.execute(sql`update product set price = ${price} where id = ${productId}`);
        // Sometimes the price stays for a moment, so that a quick buyer can pay it.
        if (price % 1_000 === 0) await pause(50 + Math.random() * 400);
      }
    })();
    const results: Awaited<ReturnType<typeof payShown>>[] = [];
    await inParallel(orders, 10, async () => {
      const buyer = await shop.person();
      results.push(await payShown(shop, buyer, await shop.ready(buyer, [{ productId, quantity: 3 }])));
    });
    state.isOver = true;
    await changing;
    const placed = results.filter(({ end }) => end === 'placed');
    prove(9, {
      promise: `${orders} orders while the price changes without pause: charged is what was shown, or nothing`,
      none: { wrong: results.filter(({ end }) => end === 'wrong') },
      met: {
        'refused with PriceChanged': [results.reduce((sum, { changes }) => sum + changes, 0), 5],
        placed: [placed.length, 5],
        'different totals': [new Set(placed.map(({ total }) => total)).size, 2],
      },
    });
  } finally {
    state.isOver = true;
    await shop.app.close();
  }
});

const tabs = 50;

/** A buyer's baskets and orders in the database as one text: if two texts are equal, nothing has changed. */
async function rowsOf({ app }: Shop, { userId }: SignedIn): Promise<string> {
  const { rows } = await app.db.pool.query<{ text: string | null }>(
    `select string_agg(o::text || coalesce((select string_agg(l::text, ';' order by l.id) from order_line l where l.order_id = o.id), ''),
       E'\\n' order by o.id) as text from shop_order o where o.user_id = $1`,
    [userId],
  );
  return rows[0]?.text ?? '';
}

/** Plays one buyer. Returns the rules that the basket breaks. */
async function playBuyer(shop: Shop, apis: readonly Shop['app']['request'][], round: number): Promise<string[]> {
  const buyer = await shop.person();
  const { token } = buyer;
  const [own, guest, many] = [await shop.product(), await shop.product(), await shop.product()].map(String);
  const ask = (at: number, body: unknown, settings: { idempotencyKey?: string } = {}) =>
    (apis[at % apis.length] ?? shop.app.request)('POST Order/CreateOrder', { body }, { token, ...settings });
  // A guest basket may hold one product in two lines.
  const twice = Array.from({ length: 2 }, () => ({ productId: guest, quantity: 1 }));
  const sync = (at: number) => ask(at, { items: twice, orderId: null }, { idempotencyKey: `guest basket ${round}` });
  const bodies = new Set<string>();
  const faults: string[] = [];
  const items = [
    { productId: own, quantity: 1 },
    { productId: many, quantity: 3 },
  ];
  await inParallel(tabs, tabs, async (at) => {
    const answers = await Promise.all([ask(at, { items, orderId: null }), sync(at), sync(at + 1)]);
    for (const { status } of answers) if (status !== 200) faults.push(`answered ${status}`);
    for (const { body } of answers.slice(1)) bodies.add(JSON.stringify(body));
  });
  if (bodies.size !== 1) faults.push(`${bodies.size} answers to one sync`);
  const expectOrders = async (when: string, wanted: string) => {
    const counted = `select count(*) filter (where status = 0) || ' open of ' || count(*) as seen from shop_order where user_id = $1`;
    const { rows } = await shop.app.db.pool.query<{ seen: string }>(counted, [buyer.userId]);
    if (rows[0]?.seen !== wanted) faults.push(`${when}: ${rows[0]?.seen}`);
  };
  const expectBasket = async (when: string, wanted: readonly string[]) => {
    const found = (await shop.basketOf(buyer)).items.map(({ productId, quantity }) => `${productId} ${quantity}`);
    if (found.toSorted().join() !== wanted.toSorted().join()) faults.push(`${when}: ${found.join()}`);
    await expectOrders(when, '1 open of 1');
  };
  const replay = async (when: string) => {
    const before = await rowsOf(shop, buyer);
    await inParallel(20, 10, async (at) => {
      const { status, body } = await sync(at);
      if (status !== 200 || !bodies.has(JSON.stringify(body))) faults.push(`${when}: answered anew`);
    });
    if ((await rowsOf(shop, buyer)) !== before) faults.push(`${when}: it changed the basket`);
  };
  // An order holds at most 99 of one product.
  await expectBasket('after the tabs', [`${own} ${tabs}`, `${guest} 2`, `${many} 99`]);
  await replay('a replayed sync');
  const { orderId } = await shop.basketOf(buyer);
  await ask(0, { items: [{ productId: own, quantity: 7 }], orderId });
  await expectBasket('after the items were replaced', [`${own} 7`]);
  await replay('a sync replayed after the basket was changed');
  const { total } = await shop.ready(buyer, []);
  await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
  await replay('a sync replayed after the order was placed');
  await expectOrders('after it was placed', '0 open of 1');
  return faults;
}

test('8: one basket from 50 tabs at two servers', async () => {
  const buyers = scaled(20, 2);
  const env = { LOG_LEVEL: 'warn' };
  const database = await createTestDatabase();
  const shop = await openShop({ env, databaseUrl: database.url });
  const other = await startApp({ env: { ...env, LIMITS: 'off' }, databaseUrl: database.url });
  try {
    const faults: string[] = [];
    for (let round = 0; round < buyers; round += 1) {
      faults.push(...(await playBuyer(shop, [shop.app.request, other.request], round)));
    }
    prove(8, {
      promise:
        '50 tabs at two servers add and hand a guest basket over 100 times at once: one open basket; a replayed sync changes nothing',
      none: { faults },
      met: { buyers: [buyers, 2] },
    });
  } finally {
    await other.close();
    await shop.app.close();
    await database.drop();
  }
});
