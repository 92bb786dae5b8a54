import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { page } from '#base/calls/call.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { fromMain } from '#base/money/money.ts';
import { newCategory, newPicture, newProduct } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { changeProductState, deleteProduct } from './catalogue/product-changes.server.ts';
import { category as categorySchema, product as productSchema, shownProduct } from './merch-shapes.ts';

const app = await startApp();
const seller = await signIn(app.db, testSecrets.jwt, { userName: 'dilnoza' });
afterAll(() => app.close());

beforeEach(async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`delete from product_image`);
    await tx.execute(sql`delete from product`);
    await tx.execute(sql`delete from category`);
    await dropCached(tx, ['products']);
  });
});

const product = z.strictObject(productSchema.shape);
const listAnswer = z.strictObject({ success: z.literal(true), data: page(product) });
const oneAnswer = z.strictObject({ success: z.literal(true), data: z.strictObject(shownProduct.shape) });
const similarAnswer = z.strictObject({ success: z.literal(true), data: z.array(product) });
const homeAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(z.strictObject({ category: z.strictObject(categorySchema.shape), items: z.array(product) })),
});

async function list(query: Record<string, unknown> = {}, from = app) {
  return listAnswer.parse((await from.api('GET Product/ProductList', { query })).body).data;
}

const namesOf = async (query: Record<string, unknown>) => (await list(query)).items.map(({ name }) => name);
const one = (productId: string) => app.api('GET Product/Product', { query: { productId } });
const sizeChart = [
  ['Размер', 'Грудь, см'],
  ['L', '112'],
];
const missing = { status: 404, body: { error: { code: 'NotFound', message: 'Такого товара нет' } } };

describe('one product', () => {
  test('comes with its creator, category, pictures in their order, sizes and colours', async () => {
    const front = await newPicture(app.db);
    const back = await newPicture(app.db);
    const categoryId = await newCategory(app.db, 'Худи');
    const id = await newProduct(app.db, {
      userId: seller.userId,
      categoryId,
      name: 'Худи «Анор»',
      price: fromMain(289_000.5),
      description: 'Тёплое',
      sizeIds: [4, 2],
      sizeId: 2,
      colorIds: [5],
      colorId: 5,
      stock: 12,
      sizeChart,
      images: [
        { imgUrl: back, colorId: null, order: 7 },
        { imgUrl: front, colorId: 5, order: 1 },
      ],
    });
    const answer = await one(id);
    expect(answer.body).toMatchObject({ data: { price: 289_000.5 } });
    expect(oneAnswer.parse(answer.body).data).toMatchObject({
      id,
      name: 'Худи «Анор»',
      description: 'Тёплое',
      categoryId,
      categoryName: 'Худи',
      stock: 12,
      sizeChart,
      images: [
        { imgUrl: front, colorId: 5, order: 1 },
        { imgUrl: back, colorId: null, order: 7 },
      ],
      sizeId: 2,
      size: { id: 2, name: 'S' },
      sizes: [
        { id: 2, name: 'S' },
        { id: 4, name: 'L' },
      ],
      colorId: 5,
      color: { name: 'Гранатовый', hex: '#C2334D' },
      isActive: true,
      isTop: false,
      user: { userId: seller.userId, userName: 'dilnoza', projectId: seller.projectId, hasProducts: true },
    });
  });

  test('is 404 when it is unknown, hidden or deleted, at once', async () => {
    const hidden = await newProduct(app.db, { userId: seller.userId });
    const deleted = await newProduct(app.db, { userId: seller.userId });
    expect([(await one(hidden)).status, (await one(deleted)).status]).toEqual([200, 200]);
    await app.db.transaction((tx) => changeProductState(tx, hidden, false));
    await app.db.transaction((tx) => deleteProduct(tx, deleted));
    expect(await one(hidden)).toMatchObject(missing);
    expect(await one(deleted)).toMatchObject(missing);
    expect(await one('018bcfe5-6800-7000-8000-000000000000')).toMatchObject(missing);
    expect(await one('1')).toMatchObject({
      status: 400,
      body: { error: { fields: { productId: expect.any(String) } } },
    });
  });
});

describe('the list', () => {
  async function some(): Promise<{ mugs: number; shirts: number }> {
    const mugs = await newCategory(app.db, 'Кружки');
    const shirts = await newCategory(app.db, 'Футболки');
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
    const drafts = [
      { name: 'Кружка «Анор»', categoryId: mugs, price: fromMain(70_000), createdAt: day(1) },
      { name: 'Кружка 100%', categoryId: mugs, price: fromMain(60_000), createdAt: day(2) },
      { name: 'Футболка «Ёлка»', categoryId: shirts, price: fromMain(120_000), createdAt: day(3), isTop: true },
      { name: 'Футболка под_черк', categoryId: shirts, price: fromMain(110_000), createdAt: day(4) },
      { name: 'Скрытая футболка', categoryId: shirts, isActive: false, createdAt: day(0) },
    ];
    for (const draft of drafts) await newProduct(app.db, { userId: seller.userId, ...draft });
    return { mugs, shirts };
  }

  test('contains what buyers see, top ones first and then the newest, whatever isActive says', async () => {
    await some();
    const names = ['Футболка «Ёлка»', 'Кружка «Анор»', 'Кружка 100%', 'Футболка под_черк'];
    const { items, count } = await list();
    expect([items.map(({ name }) => name), count]).toEqual([names, 4]);
    expect(await namesOf({ isActive: false })).toEqual(names);
    expect(await list({ Skip: 3, Take: 2 })).toMatchObject({ items: [{ name: names[3] }], count: 4 });
    expect(await list({ Skip: 100 })).toEqual({ items: [], count: 4 });
  });

  test('is filtered by category and creator and ordered by price', async () => {
    const { mugs } = await some();
    const other = await signIn(app.db, testSecrets.jwt);
    await newProduct(app.db, { userId: other.userId, categoryId: mugs, name: 'Чужая кружка', price: fromMain(65_000) });
    expect(await namesOf({ CategoryId: mugs })).toEqual(['Чужая кружка', 'Кружка «Анор»', 'Кружка 100%']);
    expect(await namesOf({ CategoryId: mugs, ProductPriceAsc: true })).toEqual([
      'Кружка 100%',
      'Чужая кружка',
      'Кружка «Анор»',
    ]);
    expect(await namesOf({ UserId: other.userId, ProductPriceAsc: false })).toEqual(['Чужая кружка']);
    expect(await list({ UserId: seller.userId, CategoryId: mugs })).toMatchObject({ count: 2 });
    expect(await list({ CategoryId: 2_000_000_000 })).toEqual({ items: [], count: 0 });
  });

  test.each([
    ['100%', ['Кружка 100%']],
    ['%', []],
    ['_', []],
    ['под_ч', ['Футболка под_черк']],
    ['подХч', []],
    ['елка', ['Футболка «Ёлка»']],
    ['KRUJKA', ['Кружка «Анор»', 'Кружка 100%']],
    ['кружка анор', ['Кружка «Анор»']],
    ['ан', []],
    ['фу', ['Футболка «Ёлка»', 'Футболка под_черк']],
    ['\\', []],
  ])('is searched literally: %s', async (Name, names) => {
    await some();
    expect(await list({ Name, Take: 20 })).toMatchObject({ count: names.length });
    expect(await namesOf({ Name })).toEqual(names);
  });

  test.each([{ Skip: -1 }, { Take: 0 }, { Take: 101 }, { CategoryId: 0 }, { UserId: 'x' }, { ProductPriceAsc: 'yes' }])(
    'refuses %j',
    async (query) => {
      expect(await app.api('GET Product/ProductList', { query })).toMatchObject({
        status: 400,
        body: { error: { code: 'ValidationFailed', fields: { [Object.keys(query)[0] ?? '']: expect.any(String) } } },
      });
    },
  );

  test('with any page size: all pages together are the whole list, in the order of prices', async () => {
    const prices = Array.from({ length: 23 }, (_, at) => fromMain(1_000 + ((at * 7) % 5) * 100));
    const categoryId = await newCategory(app.db);
    for (const price of prices) await newProduct(app.db, { userId: seller.userId, categoryId, price });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.boolean(), async (Take, ProductPriceAsc) => {
        const seen = [];
        for (let Skip = 0; Skip < 23; Skip += Take) {
          const { items, count } = await list({ Skip, Take, ProductPriceAsc, CategoryId: categoryId });
          expect(count).toBe(23);
          seen.push(...items);
        }
        expect(new Set(seen.map(({ id }) => id)).size).toBe(23);
        const shown = seen.map(({ price }) => price);
        expect(shown).toEqual(prices.toSorted((a, b) => (ProductPriceAsc ? a - b : b - a)));
      }),
      { numRuns: 20 },
    );
  });
});

test('the home page gets the first products of each category with products, in the order of categories', async () => {
  const second = await newCategory(app.db);
  const first = await newCategory(app.db);
  const empty = await newCategory(app.db);
  await app.db.execute(sql`update category set place = case id when ${first} then 1 when ${second} then 2 else 0 end`);
  for (let at = 0; at < 6; at += 1) {
    await newProduct(app.db, { userId: seller.userId, categoryId: first, name: `Стикер ${String(at)}` });
  }
  await newProduct(app.db, { userId: seller.userId, categoryId: second, name: 'Кепка' });
  const { body } = await app.api('GET Product/ProductListByCategory');
  const groups = homeAnswer.parse(body).data;
  expect(
    groups.map(({ category, items }) => [category.id, category.productCount, items.map(({ name }) => name)]),
  ).toEqual([
    [first, 6, ['Стикер 5', 'Стикер 4', 'Стикер 3', 'Стикер 2']],
    [second, 1, ['Кепка']],
  ]);
  const taking = (Take: number) => app.api('GET Product/ProductListByCategory', { query: { Take } });
  expect(homeAnswer.parse((await taking(100)).body).data[0]?.items).toHaveLength(6);
  expect([(await taking(21)).status, (await taking(0)).status, (await taking(101)).status]).toEqual([200, 400, 400]);
  const { body: categories } = await app.api('GET Product/CategoryList');
  expect(categories).toMatchObject({ data: [{ id: empty, productCount: 0 }, { id: first }, { id: second }] });
});

test('beside a product stand others of its category in stock, then of its creator, then sold-out ones', async () => {
  const mugs = await newCategory(app.db);
  const shirts = await newCategory(app.db);
  const other = await signIn(app.db, testSecrets.jwt);
  const add = (name: string, categoryId: number, more: { stock?: number; userId?: string; isActive?: boolean } = {}) =>
    newProduct(app.db, { userId: other.userId, name, categoryId, ...more });
  const id = await add('Кружка', mugs, { userId: seller.userId });
  await add('Кружка без ручки', mugs, { stock: 0 });
  await add('Футболка', shirts, { userId: seller.userId });
  await add('Распроданная футболка', shirts, { userId: seller.userId, stock: 0 });
  await add('Чужая футболка', shirts);
  await add('Спрятанная кружка', mugs, { isActive: false });
  await add('Кружка с крышкой', mugs, { stock: 1 });
  const similar = async (query: Record<string, unknown>) =>
    similarAnswer.parse((await app.api('GET Product/Similar', { query })).body).data.map(({ name }) => name);
  expect(await similar({ productId: id })).toEqual(['Кружка с крышкой', 'Футболка', 'Кружка без ручки']);
  expect(await similar({ productId: id, Take: 1 })).toEqual(['Кружка с крышкой']);
  for (let more = 0; more < 4; more += 1) await add(`Стакан ${String(more)}`, mugs);
  expect(await similar({ productId: id })).toEqual(['Стакан 3', 'Стакан 2', 'Стакан 1', 'Стакан 0']);
  expect(await similar({ productId: '018bcfe5-6800-7000-8000-000000000000' })).toEqual([]);
});

test('sizes and colours are the initial ones', async () => {
  const sizes = await app.api('GET Attribute/SizeList');
  const colors = await app.api('GET Attribute/ColorList');
  expect(sizes.body).toMatchObject({ data: expect.arrayContaining([{ id: 3, name: 'M' }]) });
  expect(colors.body).toMatchObject({ data: expect.arrayContaining([{ id: 4, name: 'Чёрный', hex: '#1C1A1B' }]) });
});
