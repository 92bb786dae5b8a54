import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Minor, toMain } from '#base/money.ts';
import { openShop, type Shop } from '#test/shop-desk.ts';
import type { SignedIn } from '#test/sign-in.ts';

/** What became of the pieces of one product that many wanted at once. */
export interface SaleRound {
  readonly sold: number;
  readonly left: number | null;
  /** Placed orders without a line, or lines of a basket with a price. */
  readonly orphans: number;
  /** Answers that were neither a payment nor «sold out». */
  readonly odd: number;
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
  atOnce = 200,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    const batch = items.slice(from, from + atOnce);
    results.push(...(await Promise.all(batch.map((item, at) => work(item, from + at)))));
  }
  return results;
}

async function sellOut(shop: Shop, buyers: readonly SignedIn[], stock: number): Promise<SaleRound> {
  const productId = await shop.product({ stock, sizeIds: [1, 2] });
  const baskets = await inBatches(buyers, (buyer, at) => {
    const line = { productId, sizeId: 1 };
    // Every third one asks for the same product in two lines.
    return shop.ready(buyer, at % 3 === 0 ? [line, { productId, sizeId: 2 }] : [line]);
  });
  const answers = await inBatches(
    baskets,
    ({ orderId, total }, at) => {
      const buyer = buyers[at];
      if (buyer === undefined) throw new Error('a basket without its buyer');
      return shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
    },
    buyers.length,
  );
  const { rows } = await shop.app.db.execute<{ sold: number; orphans: number }>(sql`
    select coalesce(sum(l.quantity) filter (where o.status > 0), 0)::bigint as sold,
      count(*) filter (where (o.status > 0) is distinct from (l.price is not null))
        + (select count(*) from shop_order e where e.status > 0 and not exists (select from order_line n where n.order_id = e.id))
        as orphans
    from order_line l join shop_order o on o.id = l.order_id where l.product_id = ${productId}`);
  const odd = answers.filter(({ status, body }) => status !== 200 && !JSON.stringify(body).includes('"OutOfStock"'));
  return {
    sold: rows[0]?.sold ?? 0,
    orphans: rows[0]?.orphans ?? 0,
    left: await shop.stockOf(productId),
    odd: odd.length,
  };
}

/** Rounds in which many buyers want few pieces at the same moment. */
export async function runSales(options: { buyers: number; stock: number; rounds: number }): Promise<SaleRound[]> {
  const shop = await openShop({ env: { LOG_LEVEL: 'warn', DATABASE_POOL: '20' } });
  try {
    const rounds: SaleRound[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const buyers = await inBatches(Array.from({ length: options.buyers }), () => shop.person(), 20);
      rounds.push(await sellOut(shop, buyers, options.stock));
    }
    return rounds;
  } finally {
    await shop.app.close();
  }
}

/** Pays what was shown; who is told another total looks at it and tries again, a few times. */
async function payShown(shop: Shop, buyer: SignedIn, orderId: string, firstTotal: Minor) {
  let total = firstTotal;
  for (let tries = 0; tries < 4; tries += 1) {
    const { status } = await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
    const order = await shop.orderFor(buyer, orderId);
    if (status === 200) {
      const ofLines = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const isTrue = [order.total, order.payment?.amount, ofLines].every((amount) => amount === total);
      return isTrue ? 'placed' : 'wrong';
    }
    if (order.statusName !== 'Basket') return 'wrong';
    total = order.total;
  }
  return 'refused';
}

/** Prices that change all the time while people pay: what is charged is what was shown, and stays so. */
export async function runPriceStorm(orders: number): Promise<{ placed: number; wrong: number; refused: number }> {
  const shop = await openShop({ env: { LOG_LEVEL: 'warn' } });
  const state = { isOver: false };
  try {
    const productId = await shop.product({ price: 100 });
    const storm = (async () => {
      for (let price = 10_000; !state.isOver; price += 100) {
        await shop.app.db.execute(sql`update product set price = ${price} where id = ${productId}`);
        // Now and then it stays for a moment: who is quick then pays it.
        if (price % 1_000 === 0) await pause(50 + Math.random() * 400);
      }
    })();
    const results = await inBatches(
      Array.from({ length: orders }),
      async () => {
        const buyer = await shop.person();
        const { orderId, total } = await shop.ready(buyer, [{ productId, quantity: 3 }]);
        return payShown(shop, buyer, orderId, total);
      },
      10,
    );
    state.isOver = true;
    await storm;
    const count = (what: string) => results.filter((result) => result === what).length;
    return { placed: count('placed'), wrong: count('wrong'), refused: count('refused') };
  } finally {
    state.isOver = true;
    await shop.app.close();
  }
}
