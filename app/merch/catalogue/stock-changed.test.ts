import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '#test/support/shop-fixture.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const answer = z.object({ data: z.object({ stock: z.int().nullable(), revision: z.int() }) });

async function read(productId: string) {
  const { body } = await shop.app.api(
    'GET Moderator/GetProduct',
    { query: { productId } },
    { token: shop.staff.token },
  );
  return answer.parse(body).data;
}

const save = (id: string, change: object) =>
  shop.app.api('PUT Product/Update', { body: { id, ...change } }, { token: shop.staff.token });

const sell = async (productId: string, quantity: number) => shop.placed(await shop.person(), [{ productId, quantity }]);

/** A product that was read with ten pieces, three of which were sold since. */
async function soldSince() {
  const id = await shop.product({ stock: 10 });
  const seen = await read(id);
  const order = await sell(id, 3);
  return { id, seen, order };
}

const stockChanged = (stock: number) => ({
  status: 409,
  body: { error: { code: 'StockChanged', fields: { stock: expect.any(String) }, details: { stock } } },
});

describe('a stock that has changed by sales since it was read', () => {
  test('is not overwritten: 409 with the current number and its revision, with which it can be saved', async () => {
    const { id, seen } = await soldSince();
    const refused = await save(id, { stock: 15, revision: seen.revision });
    expect(refused).toMatchObject(stockChanged(7));
    expect(await shop.stockOf(id)).toBe(7);
    const now = await read(id);
    expect(refused).toMatchObject({ body: { error: { details: { revision: now.revision } } } });
    expect(await save(id, { stock: 15, revision: now.revision })).toMatchObject({
      status: 200,
      body: { data: { stock: 15 } },
    });
  });

  test('is not restored by a form that was read and saved unchanged', async () => {
    const { id, seen } = await soldSince();
    expect(await save(id, { name: 'Худи', stock: 10, revision: seen.revision })).toMatchObject(stockChanged(7));
    expect(await shop.stockOf(id)).toBe(7);
  });

  test('does not prevent other changes or a switch to made to order', async () => {
    const { id, seen } = await soldSince();
    const renamed = await save(id, { name: 'Худи', revision: seen.revision });
    expect(renamed).toMatchObject({ status: 200, body: { data: { stock: 7 } } });
    const last = await read(id);
    await sell(id, 1);
    expect(await save(id, { stock: null, revision: last.revision })).toMatchObject({ status: 200 });
    expect(await shop.stockOf(id)).toBeNull();
  });

  test('counts returned pieces too', async () => {
    const { id, order } = await soldSince();
    const seen = await read(id);
    await shop.app.api('POST Order/Cancel', { query: { orderId: order.orderId } }, { token: shop.staff.token });
    expect(await save(id, { stock: 8, revision: seen.revision })).toMatchObject(stockChanged(10));
  });

  test('is refused even when the new number equals the current one', async () => {
    const { id, order } = await soldSince();
    const seen = await read(id);
    await shop.app.api('POST Order/Cancel', { query: { orderId: order.orderId } }, { token: shop.staff.token });
    expect(await save(id, { stock: 10, revision: seen.revision })).toMatchObject(stockChanged(10));
  });

  test('comes second to a save by another moderator', async () => {
    const { id, seen } = await soldSince();
    expect((await save(id, { name: 'Худи' })).status).toBe(200);
    const changed = { status: 409, body: { error: { code: 'ProductChanged' } } };
    expect(await save(id, { stock: 15, revision: seen.revision })).toMatchObject(changed);
    expect(await save(id, { stock: 15, revision: (await read(id)).revision + 1 })).toMatchObject(changed);
  });
});

test('a counted stock changes with its revision only: 400 without, whatever was sold since', async () => {
  const { id } = await soldSince();
  const required = {
    status: 400,
    body: { error: { code: 'RevisionRequired', fields: { revision: expect.any(String) } } },
  };
  for (const stock of [10, null]) expect(await save(id, { stock })).toMatchObject(required);
  expect(await shop.stockOf(id)).toBe(7);
  expect(await save(id, { name: 'Худи', stock: 7 })).toMatchObject({ status: 200 });
  const toOrder = await shop.product({ stock: null });
  expect(await save(toOrder, { stock: 4 })).toMatchObject({ status: 200, body: { data: { stock: 4 } } });
});

test('deliveries added during sales lose no sale: the stock is the initial one plus deliveries less sold pieces', async () => {
  const id = await shop.product({ stock: 50 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.person()));
  const sold = { pieces: 0 };
  const selling = Promise.all(
    buyers.map(async (buyer) => {
      await shop.placed(buyer, [{ productId: id, quantity: 2 }]);
      sold.pieces += 2;
    }),
  );
  const counts = { delivered: 0, refused: 0 };
  const isSelling = () => sold.pieces < 2 * buyers.length;
  while (isSelling() || counts.delivered === 0) {
    const { stock, revision } = await read(id);
    const { status } = await save(id, { stock: (stock ?? 0) + 10, revision });
    if (status === 200) counts.delivered += 1;
    else counts.refused += 1;
    expect([200, 409]).toContain(status);
  }
  await selling;
  expect(await shop.stockOf(id)).toBe(50 + 10 * counts.delivered - sold.pieces);
});
