import { afterAll, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { openShop } from '#test/support/shop-fixture.ts';

const rounds = 15;
const buyersAtOnce = 4;

const shop = await openShop();
afterAll(() => shop.app.close());

test('sellers are ranked anew while orders of several of them are placed, without a deadlock', async () => {
  const sellers = await Promise.all(Array.from({ length: 8 }, () => shop.person()));
  const products = await Promise.all(sellers.map((seller) => shop.product({ seller, stock: null })));
  const rank = (call: 'Order' | 'OrderMerchant', ids: readonly string[]) =>
    shop.app.api(
      `POST User/CreateUser${call}List`,
      { body: { items: ids.map((userId, at) => ({ userId, order: at + 1 })) } },
      { token: shop.staff.token },
    );
  const before = await countDeadlocks(shop.app.db);
  const answered = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const ids = sellers.map(({ userId }) => userId).toSorted(() => Math.random() - 0.5);
    const buyers = await Promise.all(Array.from({ length: buyersAtOnce }, () => shop.person()));
    const baskets = await Promise.all(
      buyers.map((buyer) =>
        shop.ready(
          buyer,
          products.map((productId) => ({ productId })),
        ),
      ),
    );
    const placing = baskets.map(({ orderId, total }, at) => {
      const buyer = buyers[at];
      if (buyer === undefined) throw new Error('a basket without a buyer');
      return shop.askToPay(buyer, { orderId, expectedTotal: Number(total) / 100 });
    });
    const ranking = [rank('Order', ids), rank('OrderMerchant', ids.toReversed()), rank('Order', ids.toReversed())];
    for (const { status } of await Promise.all([...placing, ...ranking])) answered.add(status);
  }
  expect(await countDeadlocks(shop.app.db)).toBe(before);
  expect([...answered]).toEqual([200]);
});
