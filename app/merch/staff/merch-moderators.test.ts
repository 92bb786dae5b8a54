import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { page } from '#base/calls/call.ts';
import { newCategory, newPicture, newProduct } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { usedProductImages } from '../merch.server.ts';
import { category as categorySchema, moderatorProduct } from '../merch-shapes.ts';

const app = await startApp();
const seller = await signIn(app.db, testSecrets.jwt);
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
afterAll(() => app.close());

const product = z.strictObject(moderatorProduct.shape);
const oneAnswer = z.strictObject({ success: z.literal(true), data: product });
const listAnswer = z.strictObject({ success: z.literal(true), data: page(product) });
const categoriesAnswer = z.object({ data: z.array(categorySchema) });
const unknown = '018bcfe5-6800-7000-8000-000000000000';

type Name = Parameters<TestApp['api']>[0];
const ask = (name: Name, input: Parameters<TestApp['api']>[1] = {}) => app.api(name, input, { token: moderator.token });

async function draft(more: Record<string, unknown> = {}) {
  const categoryId = await newCategory(app.db);
  return { name: 'Шопер', price: 90_000, categoryId, userId: seller.userId, ...more };
}

async function made(more: Record<string, unknown> = {}) {
  return oneAnswer.parse((await ask('POST Product/Create', { body: await draft(more) })).body).data;
}

const refused = (field: string) => ({
  status: 400,
  body: { error: { code: 'ValidationFailed', fields: { [field]: expect.any(String) } } },
});
const missing = { status: 404, body: { error: { code: 'NotFound' } } };

describe('a product', () => {
  test('is created, seen by moderators, changed and read again', async () => {
    const picture = await newPicture(app.db);
    const images = [{ imgUrl: picture, colorId: 1, order: 0 }];
    const product = await made({ sizeIds: [1, 2], sizeId: 2, colorIds: [1], colorId: 1, images, stock: 7 });
    expect(product).toMatchObject({ name: 'Шопер', price: 9_000_000, images, stock: 7, isActive: true, revision: 1 });
    const none = { images: [], sizeIds: [], sizeId: null, colorIds: [], colorId: null };
    const changed = { ...(await draft(none)), id: product.id, name: 'Шопер 2', isActive: false, revision: 1 };
    const answer = await ask('PUT Product/Update', { body: changed });
    expect(oneAnswer.parse(answer.body).data).toMatchObject({
      name: 'Шопер 2',
      images: [],
      sizes: [],
      sizeId: null,
      stock: 7,
      isActive: false,
      revision: 2,
    });
    const read = await ask('GET Moderator/GetProduct', { query: { productId: product.id } });
    expect(oneAnswer.parse(read.body).data).toMatchObject({ name: 'Шопер 2', isBlocked: false });
    expect((await app.api('GET Product/Product', { query: { productId: product.id } })).status).toBe(404);
  });

  test('that another moderator has saved meanwhile is not overwritten', async () => {
    const { id } = await made();
    const body = { ...(await draft()), id, revision: 1 };
    const answers = await Promise.all([1, 2, 3].map(() => ask('PUT Product/Update', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await ask('PUT Product/Update', { body })).toMatchObject({
      status: 409,
      body: { error: { code: 'ProductChanged' } },
    });
    expect(await ask('PUT Product/Update', { body: { ...body, revision: undefined } })).toMatchObject({ status: 200 });
  });

  test.each<[string, Record<string, unknown>]>([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['price', { price: 0 }],
    ['price', { price: -1 }],
    ['price', { price: 10.005 }],
    ['price', { price: 1e12 }],
    ['description', { description: 'x'.repeat(4_001) }],
    ['categoryId', { categoryId: 2_000_000_000 }],
    ['userId', { userId: unknown }],
    ['sizeIds', { sizeIds: [999] }],
    ['sizeIds', { sizeIds: [1, 1] }],
    ['colorIds', { colorIds: [999] }],
    ['sizeId', { sizeId: 1, sizeIds: [2] }],
    ['colorId', { colorId: 1, colorIds: [2] }],
    ['images', { images: [{ imgUrl: 'AAAAAAAAAAAAAAAAAAAAAA', colorId: null, order: 0 }] }],
    ['images.0.imgUrl', { images: [{ imgUrl: '../../etc/passwd', colorId: null, order: 0 }] }],
    ['images.0.imgUrl', { images: [{ imgUrl: 'javascript:alert(1)', colorId: null, order: 0 }] }],
    ['stock', { stock: -1 }],
    ['stock', { stock: 1.5 }],
    ['isTop', { isTop: true }],
  ])('is refused for its %s: %j', async (field, more) => {
    expect(await ask('POST Product/Create', { body: await draft(more) })).toMatchObject(refused(field));
    expect(await ask('PUT Product/Update', { body: { id: unknown, ...(await draft(more)) } })).toMatchObject(
      refused(field),
    );
  });

  test('that does not exist is 404 for every change, after its input was validated', async () => {
    const { id: gone } = await made();
    await ask('DELETE Product/Delete', { query: { id: gone } });
    for (const id of [gone, unknown]) {
      expect(await ask('PUT Product/Update', { body: { ...(await draft()), id } })).toMatchObject(missing);
      expect(await ask('DELETE Product/Delete', { query: { id } })).toMatchObject(missing);
      expect(await ask('PUT Product/UpdateState', { query: { id, state: true } })).toMatchObject(missing);
      expect(await ask('POST Product/UpdateTopState', { query: { id, isTop: true } })).toMatchObject(missing);
      expect(await ask('GET Moderator/GetProduct', { query: { productId: id } })).toMatchObject(missing);
    }
    expect(await ask('PUT Product/UpdateState', { query: { id: unknown, state: 'perhaps' } })).toMatchObject(
      refused('state'),
    );
    expect(await ask('POST Product/Restore', { query: { id: unknown } })).toMatchObject(missing);
  });

  test('is hidden, shown, made a top one, deleted and restored; its picture is never swept', async () => {
    const picture = await newPicture(app.db);
    const { id } = await made({ images: [{ imgUrl: picture, colorId: null, order: 0 }] });
    const statusNow = async () => (await app.api('GET Product/Product', { query: { productId: id } })).status;
    const steps: [Name, Record<string, unknown>, number][] = [
      ['PUT Product/UpdateState', { state: false }, 404],
      ['PUT Product/UpdateState', { state: true }, 200],
      ['POST Product/UpdateTopState', { isTop: true }, 200],
      ['DELETE Product/Delete', {}, 404],
      ['POST Product/Restore', {}, 200],
      ['DELETE Product/Delete', {}, 404],
    ];
    for (const [name, query, status] of steps) {
      expect(await ask(name, { query: { id, ...query } })).toMatchObject({ status: 200, body: { data: {} } });
      expect(await statusNow(), name).toBe(status);
    }
    expect(await usedProductImages(app.db, [picture, 'BBBBBBBBBBBBBBBBBBBBBB'])).toEqual(new Set([picture]));
  });

  test('every change is written to the audit trail with its subject', async () => {
    const { id } = await made();
    await ask('PUT Product/Update', { body: { ...(await draft()), id, revision: 1 } });
    await ask('PUT Product/UpdateState', { query: { id, state: false } });
    await ask('POST Product/UpdateTopState', { query: { id, isTop: true } });
    await ask('DELETE Product/Delete', { query: { id } });
    await ask('POST Product/Restore', { query: { id } });
    const { rows } = await app.db.execute(sql`select call, details from audit where subject = ${id} order by id`);
    // Where the input has no name, it is noted.
    const details = { name: 'Шопер' };
    expect(rows).toEqual([
      { call: 'POST Product/Create', details: null },
      { call: 'PUT Product/Update', details: null },
      { call: 'PUT Product/UpdateState', details },
      { call: 'POST Product/UpdateTopState', details },
      { call: 'DELETE Product/Delete', details },
      { call: 'POST Product/Restore', details },
    ]);
  });
});

test('the list of moderators contains inactive products and those of blocked creators, filtered and ordered', async () => {
  const { userId } = await signIn(app.db, testSecrets.jwt);
  const categoryId = await newCategory(app.db);
  const ids = [];
  for (const isActive of [true, false, true]) ids.push(await newProduct(app.db, { userId, categoryId, isActive }));
  await app.db.execute(sql`update creator set is_blocked = true where user_id = ${userId}`);
  const list = async (query: Record<string, unknown>) =>
    listAnswer.parse((await ask('GET Moderator/GetProductsList', { query: { UserId: userId, ...query } })).body).data;
  const all = await list({});
  expect(all.items.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(all).toMatchObject({ count: 3, items: [{ isBlocked: true }, { isActive: false }, {}] });
  expect(await list({ isActive: false })).toMatchObject({ count: 1, items: [{ id: ids[1] }] });
  expect(await list({ isActive: true, CategoryId: categoryId, ProductPriceAsc: true, Take: 1 })).toMatchObject({
    count: 2,
  });
  expect(await list({ Name: 'футб' })).toMatchObject({ count: 3 });
  expect((await app.api('GET Product/ProductList', { query: { UserId: userId } })).body).toMatchObject({
    data: { count: 0 },
  });
});

describe('a category', () => {
  const named = (name: string, more: Record<string, unknown> = {}) =>
    ask('POST Product/CreateCategory', { body: { name, ...more } });
  const idOf = (answer: { body: unknown }) => z.object({ data: categorySchema }).parse(answer.body).data.id;

  test('is created, renamed, and cannot take the name of another one, regardless of case', async () => {
    const id = idOf(await named('Стикеры'));
    expect(await named('сТИКЕРЫ')).toMatchObject({ status: 409, body: { error: { code: 'CategoryNameTaken' } } });
    const other = idOf(await named('Значки'));
    const rename = (body: Record<string, unknown>) => ask('PUT Product/UpdateCategory', { body });
    expect(await rename({ id: other, name: 'Стикеры' })).toMatchObject({ status: 409 });
    expect(await rename({ id, name: ' Наклейки ' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Наклейки' } },
    });
    expect(await rename({ id: 2_000_000_000, name: 'Никто' })).toMatchObject(missing);
    expect(await rename({ id, name: '' })).toMatchObject(refused('name'));
    const { body } = await app.api('GET Product/CategoryList');
    expect(categoriesAnswer.parse(body).data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Наклейки', 'Значки']),
    );
  });

  test('takes the place that it is given, and the others make room', async () => {
    const shown = async () => categoriesAnswer.parse((await app.api('GET Product/CategoryList')).body).data;
    const a = idOf(await named('Первая', { order: 900_001 }));
    const b = idOf(await named('Вторая', { order: 900_001 }));
    const c = idOf(await named('Третья', { order: 900_002 }));
    const order = async () => (await shown()).filter(({ id }) => [a, b, c].includes(id)).map(({ id }) => id);
    const move = (id: number, place: number) =>
      ask('PUT Product/UpdateCategory', { body: { id, name: `Категория ${id}`, order: place } });
    expect(await order()).toEqual([b, c, a]);
    await move(a, 900_001);
    expect(await order()).toEqual([a, b, c]);
    await move(a, 900_002);
    expect(await order()).toEqual([b, a, c]);
    await Promise.all([move(c, 900_001), move(b, 900_001), move(a, 900_001)]);
    expect(new Set((await shown()).map(({ order: place }) => place)).size).toBe((await shown()).length);
  });

  test('is deleted only without products; its deleted products lose it and cannot be restored', async () => {
    const id = idOf(await named('На время'));
    const product = await made({ categoryId: id });
    const remove = () => ask('DELETE Product/DeleteCategory', { query: { id } });
    expect(await remove()).toMatchObject({ status: 409, body: { error: { code: 'CategoryInUse' } } });
    await ask('DELETE Product/Delete', { query: { id: product.id } });
    expect(await remove()).toMatchObject({ status: 200, body: { data: {} } });
    expect(await remove()).toMatchObject(missing);
    expect(await ask('POST Product/Restore', { query: { id: product.id } })).toMatchObject({
      status: 409,
      body: { error: { code: 'CategoryGone' } },
    });
  });

  test('that is being deleted takes no product with it: one of the two requests wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await newCategory(app.db);
      const body = await draft({ categoryId: id });
      const answers = await Promise.all([
        ask('POST Product/Create', { body }),
        ask('DELETE Product/DeleteCategory', { query: { id } }),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual(answers.map(({ status }) => status));
    }
  });

  test('is ordered with all others at once', async () => {
    const before = categoriesAnswer.parse((await app.api('GET Product/CategoryList')).body).data.map(({ id }) => id);
    const order = (ids: number[]) => ask('PUT Product/OrderCategories', { body: { ids } });
    const answer = await order(before.toReversed());
    expect(categoriesAnswer.parse(answer.body).data.map(({ id }) => id)).toEqual(before.toReversed());
    const stale = { status: 409, body: { error: { code: 'CategoriesChanged' } } };
    expect(await order(before.slice(1))).toMatchObject(stale);
    expect(await order([...before.slice(1), before[1] ?? 0])).toMatchObject(stale);
    const { body } = await app.api('GET Product/CategoryList');
    expect(categoriesAnswer.parse(body).data.map(({ id }) => id)).toEqual(before.toReversed());
  });
});
