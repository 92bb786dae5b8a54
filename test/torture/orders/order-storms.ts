import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type Minor, toMain } from '#base/money/money.ts';
import { openShop, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

/** The result of many buyers wanting one product at once. */
export interface SaleRound {
  readonly sold: number;
  readonly left: number | null;
  /** Placed orders without a line, or basket lines with a price. */
  readonly orphans: number;
  /** Answers that are neither a payment nor «sold out». */
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
    // Every third buyer wants the same product in two lines.
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

/** Plays rounds in which many buyers want few pieces at the same moment. */
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

interface Paying {
  readonly end: 'placed' | 'wrong' | 'refused';
  readonly total: Minor;
  readonly priceChanged: number;
}

/** Pays the shown total; after `PriceChanged` reads the new total and tries again, a few times. */
async function payShown(shop: Shop, buyer: SignedIn, orderId: string, firstTotal: Minor): Promise<Paying> {
  let total = firstTotal;
  let priceChanged = 0;
  for (let tries = 0; tries < 4; tries += 1) {
    const { status, body } = await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
    const order = await shop.orderFor(buyer, orderId);
    if (status === 200) {
      const ofLines = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const isTrue = [order.total, order.payment?.amount, ofLines].every((amount) => amount === total);
      return { end: isTrue ? 'placed' : 'wrong', total, priceChanged };
    }
    const isRefused = status === 409 && JSON.stringify(body).includes('"PriceChanged"');
    if (!isRefused || order.statusName !== 'Basket') return { end: 'wrong', total, priceChanged };
    priceChanged += 1;
    total = order.total;
  }
  return { end: 'refused', total, priceChanged };
}

export interface PriceStorm {
  readonly placed: number;
  readonly wrong: number;
  /** Buyers who gave up because every shown price had changed. */
  readonly refused: number;
  /** Answers 409 `PriceChanged`. */
  readonly priceChanged: number;
  /** Different totals of the placed orders. */
  readonly totals: number;
}

/** Changes prices without pause while people pay: the charge is the shown price, and stays so. */
export async function runPriceStorm(orders: number): Promise<PriceStorm> {
  const shop = await openShop({ env: { LOG_LEVEL: 'warn' } });
  const state = { isOver: false };
  try {
    const productId = await shop.product({ price: 100 });
    const storm = (async () => {
      for (let price = 10_000; !state.isOver; price += 100) {
        await shop.app.db.execute(sql`update product set price = ${price} where id = ${productId}`);
        // Sometimes the price stays for a moment, so that a quick buyer can pay it.
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
    const count = (what: Paying['end']) => results.filter(({ end }) => end === what).length;
    return {
      placed: count('placed'),
      wrong: count('wrong'),
      refused: count('refused'),
      priceChanged: results.reduce((sum, one) => sum + one.priceChanged, 0),
      totals: new Set(results.flatMap(({ end, total }) => (end === 'placed' ? [total] : []))).size,
    };
  } finally {
    state.isOver = true;
    await shop.app.close();
  }
}
