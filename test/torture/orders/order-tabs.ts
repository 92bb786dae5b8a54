import { toMain } from '#base/money/money.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { openShop, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';
import { inParallel } from '#test/torture/money/donors.ts';

const tabs = 50;
const env = { LOG_LEVEL: 'warn' };

/** A buyer's baskets and orders in the database as one text: if two texts are equal, nothing has changed. */
async function rowsOf({ app }: Shop, { userId }: SignedIn): Promise<string> {
  const { rows } = await app.db.pool.query<{ text: string | null }>(
    `select string_agg(o::text || coalesce((select string_agg(l::text, ';' order by l.id) from order_line l where l.order_id = o.id), ''),
       E'\\n' order by o.id) as text from shop_order o where o.user_id = $1`,
    [userId],
  );
  return rows[0]?.text ?? '';
}

async function countBaskets({ app }: Shop, { userId }: SignedIn): Promise<{ open: number; all: number }> {
  const { rows } = await app.db.pool.query<{ open: number; all: number }>(
    'select count(*) filter (where status = 0)::int as open, count(*)::int as "all" from shop_order where user_id = $1',
    [userId],
  );
  return rows[0] ?? { open: Number.NaN, all: Number.NaN };
}

type Api = Shop['app']['request'];

/** Plays one buyer. Returns the rules that the basket breaks. */
async function playBuyer(shop: Shop, apis: readonly Api[], round: number): Promise<string[]> {
  const buyer = await shop.person();
  const own = await shop.product();
  const guest = await shop.product();
  const many = await shop.product();
  // A guest basket may hold one product in two lines.
  const items = [
    { productId: guest, quantity: 1 },
    { productId: guest, quantity: 1 },
  ];
  const ask = (at: number, body: unknown, idempotencyKey?: string) =>
    (apis[at % apis.length] ?? shop.app.request)(
      'POST Order/CreateOrder',
      { body },
      {
        token: buyer.token,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    );
  const sync = (at: number) => ask(at, { items, orderId: null }, `guest basket ${round}`);
  const bodies = new Set<string>();
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: tabs }, async (_, at) => {
      const add = {
        items: [
          { productId: own, quantity: 1 },
          { productId: many, quantity: 3 },
        ],
        orderId: null,
      };
      const answers = await Promise.all([ask(at, add), sync(at), sync(at + 1)]);
      for (const { status } of answers) if (status !== 200) faults.push(`answered ${status}`);
      for (const { body } of answers.slice(1)) bodies.add(JSON.stringify(body));
    }),
  );
  if (bodies.size !== 1) faults.push(`${bodies.size} answers to one sync`);
  const expectBasket = async (when: string, wanted: readonly string[]) => {
    const found = (await shop.basketOf(buyer)).items.map(({ productId, quantity }) => `${productId} ${quantity}`);
    if (found.toSorted().join() !== wanted.toSorted().join()) faults.push(`${when}: ${found.join()}`);
    const { open, all } = await countBaskets(shop, buyer);
    if (open !== 1 || all !== 1) faults.push(`${when}: ${open} open baskets of ${all} orders`);
  };
  // An order holds at most 99 of one product.
  await expectBasket('after the tabs', [`${own} ${tabs}`, `${guest} 2`, `${many} 99`]);
  const replay = async (when: string) => {
    const before = await rowsOf(shop, buyer);
    await inParallel(20, 10, async (at) => {
      const { status, body } = await sync(at);
      if (status !== 200 || !bodies.has(JSON.stringify(body))) faults.push(`${when}: answered anew`);
    });
    if ((await rowsOf(shop, buyer)) !== before) faults.push(`${when}: it changed the basket`);
  };
  await replay('a replayed sync');
  const { orderId } = await shop.basketOf(buyer);
  await ask(0, { items: [{ productId: own, quantity: 7 }], orderId });
  await expectBasket('after the items were replaced', [`${own} 7`]);
  await replay('a sync replayed after the basket was changed');
  const { total } = await shop.ready(buyer, []);
  await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
  await replay('a sync replayed after the order was placed');
  const { open, all } = await countBaskets(shop, buyer);
  if (open !== 0 || all !== 1) faults.push(`after it was placed: ${open} open baskets of ${all} orders`);
  return faults;
}

/**
 * Invariant 8: buyers with 50 tabs at two servers add to the basket at once, and each tab syncs the same guest basket twice; then
 * syncs are repeated. Returns for each buyer the rules that the basket breaks.
 */
export async function runTabs(rounds: number): Promise<string[][]> {
  const database = await createTestDatabase();
  const shop = await openShop({ env, databaseUrl: database.url });
  const other = await startApp({ env: { ...env, LIMITS: 'off' }, databaseUrl: database.url });
  try {
    const found: string[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      found.push(await playBuyer(shop, [shop.app.request, other.request], round));
    }
    return found;
  } finally {
    await other.close();
    await shop.app.close();
    await database.drop();
  }
}
