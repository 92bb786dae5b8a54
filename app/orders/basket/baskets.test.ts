import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { changeProductState } from '#app/merch/catalogue/product-changes.server.ts';
import { fromMain } from '#base/money/money.ts';
import { openShop, orderOf, type Shop } from '#test/support/shop-fixture.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const zeroId = '00000000-0000-0000-0000-000000000000';

/** The part of a basket's items that identifies them. */
async function itemsOf(who: Awaited<ReturnType<Shop['person']>>) {
  const { items } = await shop.basketOf(who);
  return items.map(({ productId, sizeId, colorId, quantity }) => ({ productId, sizeId, colorId, quantity }));
}

describe('a basket', () => {
  test('is an order with the zero id until an item is added', async () => {
    const buyer = await shop.person();
    expect(await shop.basketOf(buyer)).toMatchObject({ orderId: zeroId, number: null, status: 0, items: [], total: 0 });
  });

  test('merges lines of equal product, size and colour only', async () => {
    const buyer = await shop.person();
    const productId = await shop.product({ sizeIds: [1, 2], colorIds: [3] });
    await shop.fill(buyer, [
      { productId, sizeId: 1, colorId: 3 },
      { productId: productId.toUpperCase(), sizeId: 1, colorId: 3, quantity: 2 },
      { productId, sizeId: 2, colorId: 3 },
    ]);
    const answer = await shop.fill(buyer, [{ productId: productId.toUpperCase(), sizeId: 1, colorId: 3, quantity: 4 }]);
    expect(orderOf(answer).total).toBe(fromMain(800_000));
    expect(await itemsOf(buyer)).toEqual([
      { productId, sizeId: 1, colorId: 3, quantity: 7 },
      { productId, sizeId: 2, colorId: 3, quantity: 1 },
    ]);
  });

  test('holds at most 99 of an item and at most 100 items', async () => {
    const buyer = await shop.person();
    const productId = await shop.product();
    await shop.fill(buyer, [{ productId, quantity: 60 }]);
    await shop.fill(buyer, [{ productId, quantity: 60 }]);
    expect(await itemsOf(buyer)).toMatchObject([{ quantity: 99 }]);
    const many = Array.from({ length: 100 }, (_, at) => ({ productId, sizeId: at + 1 }));
    const answer = await shop.fill(buyer, many);
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'BasketFull' } } });
    expect(await itemsOf(buyer)).toHaveLength(1);
  });

  test.each([
    [{ quantity: 0 }, 'items.0.quantity'],
    [{ quantity: -1 }, 'items.0.quantity'],
    [{ quantity: 100 }, 'items.0.quantity'],
    [{ quantity: 1.5 }, 'items.0.quantity'],
    [{ price: 1 }, 'items.0.price'],
    [{ productId: "' or 1=1 --" }, 'items.0.productId'],
  ])('refuses %j', async (wrong, field) => {
    const buyer = await shop.person();
    const productId = await shop.product();
    const answer = await shop.fill(buyer, [{ productId, ...wrong }]);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'ValidationFailed' } } });
    expect(answer.body).toHaveProperty(['error', 'fields', field]);
    expect(await shop.basketOf(buyer)).toMatchObject({ orderId: zeroId });
  });

  test('refuses an unknown product', async () => {
    const buyer = await shop.person();
    const unknown = { productId: '019a0000-0000-7000-8000-000000000000' };
    expect(await shop.fill(buyer, [{ productId: await shop.product() }, unknown])).toMatchObject({ status: 404 });
    expect(await shop.basketOf(buyer)).toMatchObject({ orderId: zeroId });
  });

  test('filled from 50 tabs at once is one basket with every piece', async () => {
    const buyer = await shop.person();
    const first = await shop.product();
    const second = await shop.product();
    const tabs = Array.from({ length: 50 }, (_, at) => [
      { productId: at % 2 === 0 ? first : second },
      { productId: first },
    ]);
    const answers = await Promise.all(tabs.map((items) => shop.fill(buyer, items)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => orderOf(answer).orderId)).size).toBe(1);
    const byProduct = new Map((await itemsOf(buyer)).map(({ productId, quantity }) => [productId, quantity]));
    expect(byProduct).toEqual(
      new Map([
        [first, 75],
        [second, 25],
      ]),
    );
    const { rows } = await shop.app.db.execute(sql`select id from shop_order where user_id = ${buyer.userId}`);
    expect(rows).toHaveLength(1);
  });

  test('takes a guest basket over once, with any number of simultaneous tries', async () => {
    const buyer = await shop.person();
    const productId = await shop.product();
    const body = { items: [{ productId, quantity: 3, sizeId: null, colorId: null }], orderId: zeroId };
    const idempotencyKey = `guest-basket-${buyer.userId}`;
    const sync = () => shop.app.api('POST Order/CreateOrder', { body }, { token: buyer.token, idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 10 }, sync));
    answers.push(await sync());
    expect(new Set(answers.map(({ body: answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(await itemsOf(buyer)).toEqual([{ productId, sizeId: null, colorId: null, quantity: 3 }]);
  });
});

describe('a change of the basket', () => {
  test('replaces the given items and leaves the delivery', async () => {
    const buyer = await shop.person();
    const first = await shop.product();
    const second = await shop.product();
    const { orderId } = await shop.ready(buyer, [{ productId: first, quantity: 5 }, { productId: second }]);
    const answer = await shop.fill(buyer, [{ productId: first, quantity: 2 }], { orderId });
    expect(orderOf(answer)).toMatchObject({ orderId, address: 'Ташкент, улица Навои, 12', items: [{ quantity: 2 }] });
    const body = { orderId, items: [] };
    const emptied = await shop.app.api('PUT Order/Update', { body }, { token: buyer.token });
    expect(orderOf(emptied)).toMatchObject({ orderId, items: [], total: 0 });
  });

  test('that chooses one delivery removes the other', async () => {
    const buyer = await shop.person();
    const point = await shop.point();
    const { orderId } = await shop.ready(buyer, [{ productId: await shop.product() }]);
    const update = (body: Record<string, unknown>) =>
      shop.app.api('PUT Order/Update', { body: { orderId, ...body } }, { token: buyer.token });
    const picked = orderOf(await update({ pickupPointId: point.id }));
    expect(picked).toMatchObject({ address: null, pickupPointId: point.id, pickupPoint: { name: point.name } });
    const sent = orderOf(await update({ address: 'Самарканд, Регистан, 1' }));
    expect(sent).toMatchObject({ address: 'Самарканд, Регистан, 1', pickupPointId: null, pickupPoint: null });
    expect(orderOf(await update({ address: null }))).toMatchObject({ address: null, pickupPointId: null });
    expect(await update({ address: 'Самарканд, 1', pickupPointId: point.id })).toMatchObject({ status: 400 });
    expect(await update({ pickupPointId: 2_000_000_000 })).toMatchObject({
      status: 400,
      body: { error: { fields: { pickupPointId: expect.any(String) } } },
    });
  });

  test("of another's basket is the same 404 as of none", async () => {
    const buyer = await shop.person();
    const stranger = await shop.person();
    const productId = await shop.product();
    const { orderId } = await shop.ready(buyer, [{ productId }]);
    const none = '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c';
    const tries = [orderId, none].flatMap((id) => [
      shop.app.api('PUT Order/Update', { body: { orderId: id, items: [] } }, { token: stranger.token }),
      shop.fill(stranger, [{ productId }], { orderId: id }),
      shop.app.api('GET Order/Order', { query: { orderId: id } }, { token: stranger.token }),
    ]);
    const answers = await Promise.all(tries);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(await itemsOf(buyer)).toHaveLength(1);
  });
});

test('a basket shows the current state of its items', async () => {
  const buyer = await shop.person();
  const gone = await shop.product({ name: 'Снят' });
  const repriced = await shop.product({ name: 'Подорожал' });
  const few = await shop.product({ name: 'Мало', stock: 5 });
  const sized = await shop.product({ name: 'Размер', sizeIds: [1, 2, 9] });
  await shop.fill(buyer, [
    { productId: gone },
    { productId: repriced },
    { productId: few, quantity: 3 },
    { productId: sized, sizeId: 2 },
    { productId: sized, sizeId: 9 },
  ]);
  await shop.app.db.transaction((tx) => changeProductState(tx, gone, false));
  await shop.app.db.execute(sql`update product set price = 15000000 where id = ${repriced}`);
  await shop.app.db.execute(sql`update product set stock = 2 where id = ${few}`);
  await shop.app.db.execute(sql`update product set size_ids = '{1,2}' where id = ${sized}`);
  const { items } = await shop.basketOf(buyer);
  expect(items.map(({ productName, state, left, price }) => [productName, state, left, price])).toEqual([
    ['Снят', 'unavailable', null, fromMain(100_000)],
    ['Подорожал', 'available', null, fromMain(150_000)],
    ['Мало', 'short', 2, fromMain(100_000)],
    ['Размер', 'available', null, fromMain(100_000)],
    ['Размер', 'wrongChoice', null, fromMain(100_000)],
  ]);
});
