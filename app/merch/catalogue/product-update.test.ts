import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newCategory, newPicture } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
const seller = await signIn(app.db, testSecrets.jwt);
const other = await signIn(app.db, testSecrets.jwt);
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
afterAll(() => app.close());

const answer = z.object({
  data: z.looseObject({
    id: z.string(),
    sizes: z.array(z.object({ id: z.int() })),
    colors: z.array(z.object({ id: z.int() })),
    user: z.object({ userId: z.string() }),
  }),
});

type Name = Parameters<TestApp['api']>[0];
const send = (name: Name, body: object) => app.api(name, { body }, { token: moderator.token });

/** The input that writes a product again. */
function written({ body }: { body: unknown }) {
  const { sizes, colors, user, id, ...data } = answer.parse(body).data;
  const choices = ['categoryId', 'sizeId', 'colorId', 'images', 'isActive', 'stock', 'taxItem'];
  const members = ['name', 'price', 'description', ...choices];
  const plain = Object.fromEntries(members.map((member) => [member, data[member]]));
  const ids = { sizeIds: sizes.map((one) => one.id), colorIds: colors.map((one) => one.id) };
  return { id, product: { ...plain, ...ids, userId: user.userId } };
}

/** A hidden product in which every member differs from the default. */
async function whole() {
  const images = [{ imgUrl: await newPicture(app.db), colorId: 1, order: 0 }];
  return {
    name: 'Шопер',
    price: 90_000.5,
    description: 'Плотный',
    categoryId: await newCategory(app.db),
    userId: seller.userId,
    sizeIds: [1, 2],
    sizeId: 2,
    colorIds: [1, 3],
    colorId: 3,
    images,
    isActive: false,
    stock: 7,
    taxItem: { code: '10305008002000001', packageCode: '1501', unit: '', vat: 12 },
  };
}

const read = (productId: string) =>
  app.api('GET Moderator/GetProduct', { query: { productId } }, { token: moderator.token });

describe('a change of a product', () => {
  test('without members changes nothing', async () => {
    const product = await whole();
    const { id } = written(await send('POST Product/Create', product));
    expect(written(await send('PUT Product/Update', { id }))).toEqual({ id, product });
    expect(written(await read(id))).toEqual({ id, product });
    expect((await app.api('GET Product/Product', { query: { productId: id } })).status).toBe(404);
  });

  test.each<[member: string, value: () => Promise<unknown>]>([
    ['name', async () => 'Сумка'],
    ['price', async () => 70_000],
    ['description', async () => ''],
    ['categoryId', () => newCategory(app.db)],
    ['userId', async () => other.userId],
    ['sizeId', async () => null],
    ['colorId', async () => 1],
    ['sizeIds', async () => [2, 3]],
    ['colorIds', async () => [1, 2, 3]],
    ['images', async () => []],
    ['images', async () => [{ imgUrl: await newPicture(app.db), colorId: null, order: 4 }]],
    ['isActive', async () => true],
    ['stock', async () => 0],
    ['stock', async () => null],
  ])('of its %s only changes nothing else', async (member, value) => {
    const product = await whole();
    const { id } = written(await send('POST Product/Create', product));
    const change = { [member]: await value() };
    const changed = { id, product: { ...product, ...change } };
    expect(written(await send('PUT Product/Update', { id, revision: 1, ...change }))).toEqual(changed);
    expect(written(await read(id))).toEqual(changed);
  });

  test.each([
    ['sizeId', { sizeIds: [1] }],
    ['sizeId', { sizeId: 3 }],
    ['colorId', { colorIds: [1] }],
    ['images.0.colorId', { colorIds: [3] }],
  ])('that contradicts unchanged members is refused at its %s: %j', async (field, change) => {
    const product = await whole();
    const { id } = written(await send('POST Product/Create', product));
    expect(await send('PUT Product/Update', { id, ...change })).toMatchObject({
      status: 400,
      body: { error: { code: 'ValidationFailed', fields: { [field]: expect.any(String) } } },
    });
    expect(written(await read(id))).toEqual({ id, product });
  });

  test('of the creator updates which creators have products', async () => {
    const { id } = written(await send('POST Product/Create', { ...(await whole()), isActive: true }));
    const newcomer = await signIn(app.db, testSecrets.jwt);
    const has = async (userId: string) => (await app.api('GET User/Get', { query: { userId } })).body;
    expect(await has(newcomer.userId)).toMatchObject({ data: { hasProducts: false } });
    expect((await send('PUT Product/Update', { id, userId: newcomer.userId })).status).toBe(200);
    expect(await has(newcomer.userId)).toMatchObject({ data: { hasProducts: true } });
  });

  test('of different members at once loses none of them', async () => {
    const product = await whole();
    const { id } = written(await send('POST Product/Create', product));
    const changes = [{ name: 'Сумка' }, { price: 70_000 }, { description: 'Лён' }, { isActive: true }];
    const answers = await Promise.all(changes.map((change) => send('PUT Product/Update', { id, ...change })));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(written(await read(id))).toEqual({ id, product: Object.assign({}, product, ...changes) });
  });

  test('refuses a code that is none at its field, and takes it away', async () => {
    const product = await whole();
    const { id } = written(await send('POST Product/Create', product));
    const taxItem = { ...product.taxItem, code: '1030500800200000' };
    const refused = await send('PUT Product/Update', { id, taxItem });
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: { 'taxItem.code': expect.any(String) } } } });
    expect(written(await send('PUT Product/Update', { id, taxItem: null })).product).toEqual({
      ...product,
      taxItem: null,
    });
  });
});
