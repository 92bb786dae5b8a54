import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { fromMain, type Minor, times, toMain } from '#base/money/money.ts';
import { openedOf, openShop, type Shop } from '#test/support/shop-fixture.ts';
import { readBooks } from '#test/torture/fleet/server-fleet.ts';
import { inParallel } from '#test/torture/money/donors.ts';

const changed = z.object({ error: z.object({ code: z.string(), details: z.object({ total: z.number() }) }) });

/** The provider's payments of each order, in minor units: one text for each payment. */
async function readCharges({ app }: Shop): Promise<ReadonlyMap<string, string[]>> {
  const grouped = Map.groupBy(await readBooks(app.sandbox.url), ({ reference }) => reference);
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ status, amount }) => `${status} ${amount}`)]));
}

const newPrice = (other: number) => {
  const price = 10_000 + randomInt(90_000);
  return price === other ? price + 1 : price;
};

/**
 * One order whose price changes in the basket, between the basket and the payment, after it was placed and after it was paid.
 * Returns the rules that do not hold, and the expected books of the provider.
 */
async function buy(shop: Shop): Promise<{ orderId: string; charged: Minor; wrong: string[]; priceChanged: number }> {
  const wrong: string[] = [];
  let priceChanged = 0;
  const expect = (what: string, seen: unknown, wanted: unknown) => {
    if (seen !== wanted) wrong.push(`${what}: ${seen} instead of ${wanted}`);
  };
  const buyer = await shop.person();
  const quantity = 1 + randomInt(9);
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
    const failure = changed.safeParse(refused.body).data?.error;
    if (refused.status === 409 && failure?.code === 'PriceChanged') priceChanged += 1;
    expect(
      `${what} paid`,
      `${refused.status} ${failure?.code} ${failure?.details.total}`,
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
  return { orderId, charged: totalAt(second), wrong, priceChanged };
}

/** Invariant 9: prices change at every step of an order; the charge is the price of the products when the order was placed. */
export async function runPriceChanges(count: number): Promise<{ wrong: string[]; priceChanged: number }> {
  const shop = await openShop({ env: { LOG_LEVEL: 'silent' } });
  try {
    const wrong: string[] = [];
    let priceChanged = 0;
    const orders: { orderId: string; charged: Minor }[] = [];
    await inParallel(count, 8, async () => {
      const bought = await buy(shop);
      wrong.push(...bought.wrong);
      priceChanged += bought.priceChanged;
      orders.push(bought);
    });
    const charged = await readCharges(shop);
    for (const one of orders) {
      const seen = charged.get(one.orderId)?.join(', ');
      if (seen !== `paid ${one.charged}`) wrong.push(`charged ${seen} instead of paid ${one.charged}`);
    }
    return { wrong, priceChanged };
  } finally {
    await shop.app.close();
  }
}
