import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
const seller = await signIn(app.db, testSecrets.jwt);
const { token } = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
afterAll(() => app.close());

const remove = (id: number) => app.api('DELETE Product/DeleteCategory', { query: { id } }, { token });
const restore = (id: string) => app.api('POST Product/Restore', { query: { id } }, { token });
const removeProduct = (id: string) => app.api('DELETE Product/Delete', { query: { id } }, { token });
const codeOf = ({ status, body }: { status: number; body: unknown }) => {
  const refused = z.object({ error: z.object({ code: z.string() }) }).safeParse(body);
  return refused.success ? `${status} ${refused.data.error.code}` : String(status);
};

async function stateOf(productId: string, categoryId: number) {
  const { rows } = await app.db.pool.query<{ hasCategory: boolean; isLive: boolean; isInIt: boolean }>(
    `select exists (select from category where id = $2) as "hasCategory", deleted_at is null as "isLive",
       category_id is not distinct from $2 as "isInIt" from product where id = $1`,
    [productId, categoryId],
  );
  return rows[0];
}

test('deleting a category while its last product is restored: one is refused, nothing fails', async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 25; round += 1) {
    const categoryId = await newCategory(app.db);
    const productId = await newProduct(app.db, { userId: seller.userId, categoryId });
    await removeProduct(productId);
    const [removed, restored] = await Promise.all([remove(categoryId), restore(productId)]);
    const end = [removed, restored].map(codeOf).join(', ');
    ends.add(end);
    const isKept = end === '409 CategoryInUse, 200';
    expect(await stateOf(productId, categoryId)).toEqual({ hasCategory: isKept, isLive: isKept, isInIt: isKept });
  }
  expect([...ends].filter((end) => !['409 CategoryInUse, 200', '200, 409 CategoryGone'].includes(end))).toEqual([]);
});

test('deleting a category while its last product is deleted: nothing fails', async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 25; round += 1) {
    const categoryId = await newCategory(app.db);
    const productId = await newProduct(app.db, { userId: seller.userId, categoryId });
    const [removed, product] = await Promise.all([remove(categoryId), removeProduct(productId)]);
    ends.add([removed, product].map(codeOf).join(', '));
    const isKept = codeOf(removed) !== '200';
    expect(await stateOf(productId, categoryId)).toEqual({ hasCategory: isKept, isLive: false, isInIt: isKept });
  }
  expect([...ends].filter((end) => !['409 CategoryInUse, 200', '200, 200'].includes(end))).toEqual([]);
});

const made = z.object({ data: z.object({ id: z.int(), order: z.int() }) });
const create = (at: number) =>
  app.api('POST Product/CreateCategory', { body: { name: `Сразу ${at} ${Date.now()}` } }, { token });

test('ten categories created at once get ten positions', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => create(at)));
  expect(new Set(answers.map(({ body }) => made.parse(body).data.order)).size).toBe(10);
});

test('a category created while all are ordered gets a position of its own', async () => {
  await app.db.pool.query('update category set place = 0');
  for (let round = 0; round < 8; round += 1) {
    const { rows } = await app.db.pool.query<{ id: number }>('select id from category order by id desc');
    const ids = rows.map(({ id }) => id);
    const [, ...created] = await Promise.all([
      app.api('PUT Product/OrderCategories', { body: { ids } }, { token }),
      create(100 + round),
      create(200 + round),
    ]);
    const fresh = created.map(({ body }) => made.parse(body).data.id);
    const { rows: shared } = await app.db.pool.query<{ id: number }>(
      `select k.id from category k join category other on other.place = k.place and other.id <> k.id where k.id = any ($1)`,
      [fresh],
    );
    expect(shared).toEqual([]);
    await app.db.pool.query('update category set place = 0');
  }
});
