import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { fromMain, type Minor, times, toMain } from '#base/money.ts';
import { openedOf, openShop, type Shop } from '#test/shop-desk.ts';
import { testSecrets } from '#test/start-app.ts';
import { inParallel } from './donors.ts';

const books = z.object({
  payments: z.array(z.object({ reference: z.string(), status: z.string(), amount: z.number() })),
});
const changed = z.object({ error: z.object({ code: z.string(), details: z.object({ total: z.number() }) }) });

/** What the provider has of each order, in minor units: one text for each payment. */
async function readBooks({ app }: Shop): Promise<ReadonlyMap<string, string[]>> {
  const headers = { authorization: `Bearer ${testSecrets.payment}` };
  const answer = await fetch(`${app.sandbox.url}/control/books`, { headers });
  const { payments } = books.parse(await answer.json());
  const grouped = Map.groupBy(payments, ({ reference }) => reference);
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ status, amount }) => `${status} ${amount}`)]));
}

const newPrice = (other: number) => {
  const price = 10_000 + randomInt(90_000);
  return price === other ? price + 1 : price;
};

/**
 * One order whose price changes in the basket, between the basket and the payment, after it was placed and after it was paid.
 * Answers what does not hold, and what the provider must have in its books.
 */
async function buy(shop: Shop): Promise<{ orderId: string; charged: Minor; wrong: string[] }> {
  const wrong: string[] = [];
  const expect = (what: string, seen: unknown, wanted: unknown) => {
    if (seen !== wanted) wrong.push(`${what}: ${seen} instead of ${wanted}`);
  };
  const [buyer, quantity] = [await shop.person(), 1 + randomInt(9)];
  const first = newPrice(0);
  const productId = await shop.product({ price: first, stock: quantity });
  const setPrice = (main: number) =>
    shop.app.db.pool.query('update product set price = $2 where id = $1', [productId, fromMain(main)]);
  const totalAt = (main: number) => times(fromMain(main), quantity);
  const { orderId, total } = await shop.ready(buyer, [{ productId, quantity }]);
  expect('in the basket', total, totalAt(first));
  const pay = (main: number) => shop.askToPay(buyer, { orderId, expectedTotal: toMain(totalAt(main)) });

  const second = newPrice(first);
  await setPrice(second);
  expect('in the basket, later', (await shop.orderFor(buyer, orderId)).total, totalAt(second));
  for (const [what, main] of [
    ['the old price', first],
    ['a price of his own', 0.01],
  ] as const) {
    const refused = await pay(main);
    const told = changed.safeParse(refused.body).data?.error;
    expect(
      `${what} paid`,
      `${refused.status} ${told?.code} ${told?.details.total}`,
      `409 PriceChanged ${toMain(totalAt(second))}`,
    );
    expect(`the order after ${what}`, await shop.statusOf(buyer, orderId), 'Basket');
    expect(`the stock after ${what}`, await shop.stockOf(productId), quantity);
  }
  const priced = { items: [{ productId, quantity, price: 1 }], orderId };
  const refused = await shop.app.api('POST Order/CreateOrder', { body: priced }, { token: buyer.token });
  expect('an item with a price', refused.status, 400);
  const { paymentUrl, amount } = openedOf(await pay(second));
  expect('opened over', amount, toMain(totalAt(second)));
  expect('the stock when placed', await shop.stockOf(productId), 0);

  const third = newPrice(second);
  await setPrice(third);
  expect('the new price for a placed order', (await pay(third)).status, 409);
  expect('its own price again', openedOf(await pay(second)).paymentUrl, paymentUrl);
  await shop.charge(paymentUrl);
  await shop.reaches(buyer, orderId, 'Paid');
  await setPrice(newPrice(second));
  const order = await shop.orderFor(buyer, orderId);
  expect('paid', order.payment?.amount, totalAt(second));
  expect('the total', order.total, totalAt(second));
  expect('of one piece', order.items.map(({ price }) => price).join(), String(fromMain(second)));
  return { orderId, charged: totalAt(second), wrong };
}

/** Invariant 9: orders whose prices change at every step; what was charged is what the products cost when the order was placed. */
export async function runPriceChanges(count: number): Promise<string[]> {
  const shop = await openShop({ env: { LOG_LEVEL: 'silent' } });
  try {
    const wrong: string[] = [];
    const orders: { orderId: string; charged: Minor }[] = [];
    await inParallel(count, 8, async () => {
      const bought = await buy(shop);
      wrong.push(...bought.wrong);
      orders.push(bought);
    });
    const charged = await readBooks(shop);
    for (const one of orders) {
      const seen = charged.get(one.orderId)?.join(', ');
      if (seen !== `paid ${one.charged}`) wrong.push(`charged ${seen} instead of paid ${one.charged}`);
    }
    return wrong;
  } finally {
    await shop.app.close();
  }
}
