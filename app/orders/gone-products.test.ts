import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeProductState } from '#app/merch/product-changes.server.ts';
import { openShop, orderOf, type Shop } from '#test/shop-desk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.app.close());

/** What of a basket's items tells them apart. */
async function itemsOf(who: Awaited<ReturnType<Shop['person']>>) {
  return (await shop.basketOf(who)).items.map(({ productId, quantity }) => ({ productId, quantity }));
}

describe('what is not sold any more', () => {
  /** Ways for a product to be sold no more. */
  const ways: readonly [string, (productId: string, seller: string) => Promise<unknown>][] = [
    ['an inactive product', (id) => shop.app.db.transaction((tx) => changeProductState(tx, id, false))],
    [
      'a deleted product',
      (id) => shop.app.api('DELETE Product/Delete', { query: { id } }, { token: shop.staff.token }),
    ],
    [
      "a blocked seller's product",
      (_, userId) => shop.app.api('PUT Moderator/BlockUser', { query: { userId } }, { token: shop.staff.token }),
    ],
  ];

  test.each(ways)('is not put into a basket: %s', async (_, withdraw) => {
    const [buyer, seller] = [await shop.person(), await shop.person()];
    const [secret, sold] = [await shop.product({ name: 'Тайна', seller }), await shop.product()];
    await withdraw(secret, seller.userId);
    const lines = [{ productId: secret, sizeId: null, colorId: null, state: 'unavailable' }];
    const refusal = { status: 409, body: { error: { code: 'ProductUnavailable', details: { lines } } } };
    const alone = await shop.fill(buyer, [{ productId: secret }]);
    expect(alone).toMatchObject(refusal);
    expect(alone).toMatchObject({ body: { error: { message: 'Этот товар больше не продаётся' } } });
    const among = await shop.fill(buyer, [{ productId: sold }, { productId: secret }]);
    expect(among).toMatchObject(refusal);
    expect(JSON.stringify([alone.body, among.body])).not.toContain('Тайна');
    expect(await shop.basketOf(buyer)).toMatchObject({ items: [] });

    const { orderId } = orderOf(await shop.fill(buyer, [{ productId: sold }]));
    expect(await shop.fill(buyer, [{ productId: secret }], { orderId })).toMatchObject(refusal);
    const body = { orderId, items: [{ productId: secret, quantity: 1 }] };
    expect(await shop.app.api('PUT Order/Update', { body }, { token: buyer.token })).toMatchObject(refusal);
    expect(await itemsOf(buyer)).toMatchObject([{ productId: sold, quantity: 1 }]);
  });

  test('stays in a basket that had it, whatever else is changed', async () => {
    const buyer = await shop.person();
    const [gone, other] = [await shop.product(), await shop.product()];
    const { orderId } = orderOf(await shop.fill(buyer, [{ productId: gone, quantity: 2 }]));
    await shop.app.db.transaction((tx) => changeProductState(tx, gone, false));
    expect(await shop.fill(buyer, [{ productId: other }])).toMatchObject({ status: 200 });
    const items = [
      { productId: gone, quantity: 1 },
      { productId: other, quantity: 3 },
    ];
    for (const answer of [
      await shop.fill(buyer, items, { orderId }),
      await shop.app.api('PUT Order/Update', { body: { orderId, items } }, { token: buyer.token }),
    ]) {
      const now = orderOf(answer).items.map(({ state, quantity }) => ({ state, quantity }));
      expect(now).toEqual([
        { state: 'unavailable', quantity: 1 },
        { state: 'available', quantity: 3 },
      ]);
    }
    expect(await shop.fill(buyer, [{ productId: gone }])).toMatchObject({ status: 200 });
    const rest = { orderId, items: [{ productId: other, quantity: 3 }] };
    await shop.app.api('PUT Order/Update', { body: rest }, { token: buyer.token });
    const again = await shop.app.api('PUT Order/Update', { body: { orderId, items } }, { token: buyer.token });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'ProductUnavailable' } } });
  });
});
