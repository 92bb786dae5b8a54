import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openRefundFixture } from '#test/support/money/refund-fixture.ts';
import { orderJobs } from '../orders.server.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

async function setStock(id: string, stock: number | null): Promise<void> {
  const as = { token: shop.staff.token };
  const { body } = await shop.app.api('GET Moderator/GetProduct', { query: { productId: id } }, as);
  const { revision } = z.object({ data: z.object({ revision: z.int() }) }).parse(body).data;
  const { status } = await shop.app.api('PUT Product/Update', { body: { id, stock, revision } }, as);
  if (status !== 200) throw new Error(`the stock was not set: ${status}`);
}

const cancel = (orderId: string) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: shop.staff.token });

async function expire(orderId: string): Promise<void> {
  await shop.app.db.execute(
    sql`update shop_order set pay_until = now() - interval '1 second' where id = ${orderId} and status = 1`,
  );
  await orderJobs(shop.app.db, shop.app.opora.areas.payments)
    .find(({ name }) => name === 'unpaid orders')
    ?.run();
}

/** The actions that return all four pieces of an order. */
const ways: readonly [string, isPaid: boolean, (orderId: string, productId: string) => Promise<unknown>][] = [
  ['cancelling', false, cancel],
  ['expiring', false, expire],
  ['refunding', true, (orderId) => shop.giveAll(orderId)],
  [
    'refunding all pieces one by one',
    true,
    async (orderId, productId) => {
      for (let piece = 0; piece < 4; piece += 1) await shop.give(orderId, [{ productId, quantity: 1 }]);
    },
  ],
  [
    'refunding some pieces and then the rest',
    true,
    async (orderId, productId) => {
      await shop.give(orderId, [{ productId, quantity: 3 }]);
      await shop.giveAll(orderId);
    },
  ],
];

describe.each(ways)('%s returns exactly the pieces that were taken', (_, isPaid, returnPieces) => {
  async function ordered(stock: number | null) {
    const productId = await shop.product({ stock });
    const items = [{ productId, quantity: 4 }];
    const buyer = await shop.person();
    const { orderId } = await (isPaid ? shop.bought(buyer, items) : shop.placed(buyer, items));
    const end = async () => {
      await returnPieces(orderId, productId);
      const status = await shop.statusOf(buyer, orderId);
      return status === (isPaid ? 'Refunded' : 'Cancelled') ? shop.stockOf(productId) : status;
    };
    return { productId, end };
  }

  test('none, when the product was made to order and is counted now', async () => {
    const { productId, end } = await ordered(null);
    await setStock(productId, 10);
    expect(await end()).toBe(10);
  });

  test('all, when the product was counted and still is', async () => {
    const { productId, end } = await ordered(9);
    expect(await shop.stockOf(productId)).toBe(5);
    expect(await end()).toBe(9);
  });

  test('all, when the product was counted, made to order for a while and is counted again', async () => {
    const { productId, end } = await ordered(9);
    await setStock(productId, null);
    await setStock(productId, 20);
    expect(await end()).toBe(24);
  });

  test('none, when the product is made to order now', async () => {
    const { productId, end } = await ordered(9);
    await setStock(productId, null);
    expect(await end()).toBeNull();
  });
});

test('each line of an order stores its own number of taken pieces', async () => {
  const counted = await shop.product({ stock: 5 });
  const toOrder = await shop.product({ stock: null });
  const items = [counted, toOrder].map((productId) => ({ productId, quantity: 2 }));
  const { orderId } = await shop.bought(await shop.person(), items);
  await setStock(toOrder, 7);
  await shop.give(
    orderId,
    [counted, toOrder].map((productId) => ({ productId, quantity: 1 })),
  );
  expect([await shop.stockOf(counted), await shop.stockOf(toOrder)]).toEqual([4, 7]);
  await shop.giveAll(orderId);
  expect([await shop.stockOf(counted), await shop.stockOf(toOrder)]).toEqual([5, 7]);
});

test('a line placed by the previous version, which stored no number, counts as taken', async () => {
  const productId = await shop.product({ stock: 5 });
  const { orderId } = await shop.placed(await shop.person(), [{ productId, quantity: 2 }]);
  await shop.app.db.execute(sql`update order_line set taken = null where order_id = ${orderId}`);
  await cancel(orderId);
  expect(await shop.stockOf(productId)).toBe(5);
});
