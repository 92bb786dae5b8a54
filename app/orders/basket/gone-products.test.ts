import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { changeProductState } from '#app/merch/catalogue/product-changes.server.ts';
import { openShop, orderOf, type Shop } from '#test/support/shop-fixture.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

/** The part of a basket's items that identifies them. */
async function itemsOf(who: Awaited<ReturnType<Shop['person']>>) {
  return (await shop.basketOf(who)).items.map(({ productId, quantity }) => ({ productId, quantity }));
}

describe('a product that is no longer sold', () => {
  /** The reasons why a product is no longer sold. */
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

  test.each(ways)('is not added to a basket: %s', async (_, withdraw) => {
    const buyer = await shop.person();
    const seller = await shop.person();
    const secret = await shop.product({ name: 'Тайна', seller });
    const sold = await shop.product();
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

  test('stays in a basket that contained it, whatever else is changed', async () => {
    const buyer = await shop.person();
    const gone = await shop.product();
    const other = await shop.product();
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

describe('a size or colour that the product does not have', () => {
  const refusalOf = (line: object) => ({
    status: 409,
    body: { error: { code: 'WrongSize', details: { lines: [{ ...line, state: 'wrongChoice' }] } } },
  });

  test.each([
    ['another size', { sizeId: 9, colorId: 1 }],
    ['another colour', { sizeId: 1, colorId: 9 }],
    ['no size', { sizeId: null, colorId: 1 }],
    ['no colour', { sizeId: 1, colorId: null }],
  ])('is not added to a basket: %s', async (_, choice) => {
    const buyer = await shop.person();
    const productId = await shop.product({ sizeIds: [1, 2], colorIds: [1, 2] });
    const wrong = { productId, ...choice };
    const right = { productId, sizeId: 1, colorId: 1 };
    expect(await shop.fill(buyer, [wrong])).toMatchObject(refusalOf(wrong));
    expect(await shop.fill(buyer, [right, wrong])).toMatchObject(refusalOf(wrong));
    expect(await shop.basketOf(buyer)).toMatchObject({ items: [] });
    const { orderId } = orderOf(await shop.fill(buyer, [right]));
    expect(await shop.fill(buyer, [right, wrong], { orderId })).toMatchObject(refusalOf(wrong));
    const body = { orderId, items: [{ ...wrong, quantity: 1 }] };
    expect(await shop.app.api('PUT Order/Update', { body }, { token: buyer.token })).toMatchObject(refusalOf(wrong));
    expect(await itemsOf(buyer)).toEqual([{ productId, quantity: 1 }]);
  });

  test('stays readable and marked in a basket that contained it, whatever else is changed', async () => {
    const buyer = await shop.person();
    const productId = await shop.product({ sizeIds: [1, 2] });
    const other = await shop.product();
    const { orderId } = orderOf(await shop.fill(buyer, [{ productId, sizeId: 2 }]));
    await shop.app.db.execute(sql`update product set size_ids = '{1}' where id = ${productId}`);
    const items = [
      { productId, sizeId: 2, quantity: 3 },
      { productId: other, quantity: 1 },
    ];
    expect(await shop.fill(buyer, [{ productId: other }])).toMatchObject({ status: 200 });
    for (const path of ['POST Order/CreateOrder', 'PUT Order/Update'] as const) {
      const answer = orderOf(await shop.app.api(path, { body: { orderId, items } }, { token: buyer.token }));
      expect(answer.items.map(({ state, quantity }) => [state, quantity])).toEqual([
        ['wrongChoice', 3],
        ['available', 1],
      ]);
    }
    expect(await shop.fill(await shop.person(), [{ productId, sizeId: 2 }])).toMatchObject({ status: 409 });
  });
});
