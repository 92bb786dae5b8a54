import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { setBlocked } from '#app/creators/creators.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import { connectCache } from '#base/events/cache-tags.server.ts';
import type { Listener } from '#base/events/listener.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { newPicture, newProduct } from '#test/support/merch-fixture.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { quoteLines, returnStock, takeStock } from '../merch.server.ts';
import { deleteProduct } from './product-changes.server.ts';

const database = await openTestDatabase();
const db = database.db;
afterAll(() => database.close());

const newSeller = () => db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
const { userId } = await newSeller();

async function stockOf(id: string): Promise<number | null> {
  const { rows } = await db.execute<{ stock: number | null }>(sql`select stock from product where id = ${id}`);
  return rows[0]?.stock ?? null;
}

const take = (lines: Parameters<typeof takeStock>[1]) => db.transaction((tx) => takeStock(tx, lines));

test('100 simultaneous buyers of 10 pieces, each with two lines of one product: five of them get 2, the others none', async () => {
  const productId = await newProduct(db, { userId, stock: 10 });
  const other = await newProduct(db, { userId, stock: 1_000 });
  const lines = [
    { productId, quantity: 1 },
    { productId: other, quantity: 3 },
    { productId, quantity: 1 },
  ];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => take(at % 2 === 0 ? lines : lines.toReversed())),
  );
  const sold = answers.filter(({ shortages }) => shortages.length === 0);
  expect(sold.map(({ counted }) => [...counted].toSorted())).toEqual(
    Array.from({ length: 5 }, () => [productId, other].toSorted()),
  );
  expect(answers.filter(({ shortages }) => shortages.length > 0)).toEqual(
    Array.from({ length: 95 }, () => ({ shortages: [{ productId, left: 0 }], counted: new Set() })),
  );
  expect([await stockOf(productId), await stockOf(other)]).toEqual([0, 985]);
});

test('all or nothing: one short line leaves the others untouched and returns the number left', async () => {
  const [few, many, toOrder] = await Promise.all([
    newProduct(db, { userId, stock: 2 }),
    newProduct(db, { userId, stock: 50 }),
    newProduct(db, { userId, stock: null }),
  ]);
  const wanted = (quantity: number) => [few, many, toOrder].map((productId) => ({ productId, quantity }));
  expect(await take(wanted(3))).toEqual({ shortages: [{ productId: few, left: 2 }], counted: new Set() });
  expect([await stockOf(few), await stockOf(many)]).toEqual([2, 50]);
  expect(await take(wanted(2))).toEqual({ shortages: [], counted: new Set([few, many]) });
  expect([await stockOf(few), await stockOf(many), await stockOf(toOrder)]).toEqual([0, 48, null]);
  await db.transaction((tx) => returnStock(tx, wanted(2)));
  expect([await stockOf(few), await stockOf(many), await stockOf(toOrder)]).toEqual([2, 50, null]);
});

test('unknown products and those no longer sold cannot be taken, even when made to order', async () => {
  const deleted = await newProduct(db, { userId, stock: null });
  const hidden = await newProduct(db, { userId, stock: 5 });
  await db.transaction((tx) => deleteProduct(tx, deleted));
  await db.execute(sql`update product set is_active = false where id = ${hidden}`);
  const unknown = '018bcfe5-6800-7000-8000-000000000000';
  const lines = [deleted, hidden, unknown].map((productId) => ({ productId, quantity: 1 }));
  expect((await take(lines)).shortages).toEqual(
    [deleted, hidden, unknown].map((productId) => ({ productId, left: 0 })),
  );
});

test('after any sequence of taking and returning the stock is the initial one less the taken pieces, never below zero', async () => {
  const ids = await Promise.all([7, 12, 30].map((stock) => newProduct(db, { userId, stock })));
  const expected = new Map(ids.map((id, at) => [id, [7, 12, 30][at] ?? 0]));
  const line = fc.record({ productId: fc.constantFrom(...ids), quantity: fc.integer({ min: 1, max: 9 }) });
  const basket = fc.array(line, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(basket, fc.boolean(), async (lines, isReturned) => {
      const total = (id: string) =>
        lines.filter(({ productId }) => productId === id).reduce((sum, { quantity }) => sum + quantity, 0);
      const isEnough = ids.every((id) => total(id) <= (expected.get(id) ?? 0));
      const { shortages } = await take(lines);
      expect(shortages.length === 0).toBe(isEnough);
      if (isEnough && isReturned) await db.transaction((tx) => returnStock(tx, lines));
      if (isEnough && !isReturned) for (const id of ids) expected.set(id, (expected.get(id) ?? 0) - total(id));
      expect(await Promise.all(ids.map(stockOf))).toEqual(ids.map((id) => expected.get(id)));
    }),
    { numRuns: 60 },
  );
});

test('products with changed stock are invalidated, at most a hundred at a time; those made to order are not', async () => {
  const ids = await Promise.all(Array.from({ length: 101 }, () => newProduct(db, { userId, stock: 1 })));
  const toOrder = await newProduct(db, { userId, stock: null });
  const dropped: (readonly string[])[] = [];
  // Receives no events of other processes: its own arrive with the commit, never later.
  const listener: Listener = {
    on: () => undefined,
    onConnection: () => undefined,
    isConnected: true,
    close: async () => undefined,
  };
  const cache = connectCache(listener, { drop: (tags) => void dropped.push(tags), setEnabled: () => undefined }, db);
  const droppedBy = async (change: () => Promise<unknown>) => {
    dropped.length = 0;
    await change();
    const own = dropped.filter((tags) => tags.some((tag) => tag.startsWith('product:')));
    expect(own.every((tags) => tags.length <= 100)).toBe(true);
    return [...new Set(own.flat())].toSorted();
  };
  const lines = [...ids, toOrder].map((productId) => ({ productId, quantity: 1 }));
  const tags = ids.map((id) => `product:${id}`).toSorted();
  expect(await droppedBy(() => take(lines))).toEqual(tags);
  expect(await droppedBy(() => db.transaction((tx) => returnStock(tx, lines)))).toEqual(tags);
  expect(await droppedBy(() => take([{ productId: toOrder, quantity: 1 }]))).toEqual([]);
  cache.disconnect();
});

test('quotes have the price, picture of the colour, names and state of each line, in the order of the lines', async () => {
  const red = await newPicture(db);
  const blue = await newPicture(db);
  const images = [
    { imgUrl: red, colorId: 5, order: 0 },
    { imgUrl: blue, colorId: 15, order: 1 },
  ];
  const choices = { sizeIds: [2, 3], sizeId: 3, colorIds: [5, 15], colorId: 5 };
  const shirt = await newProduct(db, { userId, name: 'Худи', stock: 4, images, ...choices });
  const mug = await newProduct(db, { userId, name: 'Кружка' });
  const quotes = await quoteLines(db, [
    { productId: mug, sizeId: null, colorId: null },
    { productId: shirt, sizeId: 2, colorId: 15 },
    { productId: shirt, sizeId: 1, colorId: 15 },
    { productId: shirt, sizeId: 2, colorId: null },
    { productId: mug, sizeId: 2, colorId: null },
    { productId: '018bcfe5-6800-7000-8000-000000000000', sizeId: null, colorId: null },
  ]);
  expect(quotes).toMatchObject([
    { name: 'Кружка', price: 12_000_000, imageUrl: null, stock: null, state: 'available' },
    { imageUrl: blue, sizeName: 'S', colorName: 'Синий', stock: 4, state: 'available', seller: { userId } },
    { imageUrl: blue, state: 'wrongChoice' },
    { imageUrl: red, state: 'wrongChoice' },
    { state: 'wrongChoice' },
    null,
  ]);
});

test('products of a blocked creator are unavailable until the creator is unblocked', async () => {
  const seller = await newSeller();
  const lines = [{ productId: await newProduct(db, { userId: seller.userId }), sizeId: null, colorId: null }];
  await db.transaction((tx) => setBlocked(tx, seller.userId, true));
  expect(await quoteLines(db, lines)).toMatchObject([{ state: 'unavailable' }]);
  await db.transaction((tx) => setBlocked(tx, seller.userId, false));
  expect(await quoteLines(db, lines)).toMatchObject([{ state: 'available' }]);
});
