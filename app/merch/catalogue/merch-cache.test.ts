import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { setBlocked } from '#app/creators/creators.server.ts';
import { page } from '#base/calls/call.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { takeStock } from '../merch.server.ts';
import { product as productSchema } from '../merch-shapes.ts';
import { changeProductState, deleteProduct } from './product-changes.server.ts';

const app = await startApp();
afterAll(() => app.close());

/** An answer is cached for 5 s: what has changed before has been invalidated. */
const beforeItExpires = { timeout: 4_000 };

const listAnswer = z.strictObject({ success: z.literal(true), data: page(z.strictObject(productSchema.shape)) });

async function list(query: Record<string, unknown> = {}, from = app) {
  return listAnswer.parse((await from.api('GET Product/ProductList', { query })).body).data;
}

const one = (productId: string) => app.api('GET Product/Product', { query: { productId } });
const missing = { status: 404, body: { error: { code: 'NotFound' } } };
const newSeller = () => signIn(app.db, testSecrets.jwt);

describe('a cached answer is invalidated at once by a change, on every process', () => {
  test('products disappear with a blocked creator and return with an unblocked one', async () => {
    const { userId } = await newSeller();
    const id = await newProduct(app.db, { userId });
    const other = await startApp({ databaseUrl: app.opora.db.pool.options.connectionString ?? '' });
    try {
      const counts = async () =>
        Promise.all([app, other].map(async (from) => (await list({ UserId: userId }, from)).count));
      const home = async () => JSON.stringify((await app.api('GET Product/ProductListByCategory')).body);
      expect([await counts(), (await one(id)).status, (await home()).includes(id)]).toEqual([[1, 1], 200, true]);
      await app.db.transaction((tx) => setBlocked(tx, userId, true));
      await expect.poll(counts, beforeItExpires).toEqual([0, 0]);
      expect(await one(id)).toMatchObject(missing);
      expect(await home()).not.toContain(id);
      await app.db.transaction((tx) => setBlocked(tx, userId, false));
      await expect.poll(counts, beforeItExpires).toEqual([1, 1]);
      expect((await one(id)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('a new product, a sale and a deletion are in the next answer', async () => {
    const { userId } = await newSeller();
    const ofSeller = () => list({ UserId: userId });
    expect(await ofSeller()).toEqual({ items: [], count: 0 });
    const id = await newProduct(app.db, { userId, stock: 5 });
    expect((await ofSeller()).items).toMatchObject([{ id, stock: 5 }]);
    expect((await one(id)).body).toMatchObject({ data: { stock: 5 } });
    await app.db.transaction((tx) => takeStock(tx, [{ productId: id, quantity: 2 }]));
    expect((await ofSeller()).items).toMatchObject([{ id, stock: 3 }]);
    expect((await one(id)).body).toMatchObject({ data: { stock: 3 } });
    await app.db.transaction((tx) => deleteProduct(tx, id));
    expect(await ofSeller()).toEqual({ items: [], count: 0 });
  });

  test('whether a creator has products is true after each change', async () => {
    const { userId } = await newSeller();
    const has = async () => {
      const { body } = await app.api('GET User/Get', { query: { userId } });
      return z.object({ data: z.object({ hasProducts: z.boolean() }) }).parse(body).data.hasProducts;
    };
    expect(await has()).toBe(false);
    const ids = [await newProduct(app.db, { userId }), await newProduct(app.db, { userId })];
    expect(await has()).toBe(true);
    await Promise.all(ids.map((id) => app.db.transaction((tx) => changeProductState(tx, id, false))));
    expect(await has()).toBe(false);
  });
});
