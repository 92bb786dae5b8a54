import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOf, fillWithout, planOf } from '#test/support/database/query-plan.ts';
import {
  idsQuery,
  type ProductFilter,
  type ProductPage,
  readFirstProducts,
  readProducts,
  readSimilar,
  searchQuery,
  similarText,
} from './product-list-store.server.ts';

const many = Number(process.env.PRODUCT_ROWS ?? 60_000);
const sellers = 300;

const sellerId = (number: number) => `018bcfe5-6800-7000-8000-${number.toString(16).padStart(12, '0')}`;
const people = `
  insert into account (id, kind, name) values ('00000000-0000-7000-8000-00000000ffff', 'platform', 'one for all');
  insert into person (id, phone)
    select ('018bcfe5-6800-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '7' || n from generate_series(1, ${String(sellers)}) n;
  insert into creator (user_id, user_name, types)
    select ('018bcfe5-6800-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'user' || n, '{5}' from generate_series(1, ${String(sellers)}) n;
  insert into project (user_id, account_id) select user_id, '00000000-0000-7000-8000-00000000ffff' from creator;
  insert into category (name, place) select 'Категория ' || n, n from generate_series(1, 8) n;`;
const products = `
  insert into product (name, price, category_id, user_id, is_active, is_top, created_at, size_ids, color_ids)
    select (array['Футболка', 'Худи', 'Кружка', 'Постер'])[n % 4 + 1] || ' ' || md5(n::text), 1000 + (n * 7919::bigint) % 500000,
      (select min(id) from category) + n % 8, ('018bcfe5-6800-7000-8000-' || lpad(to_hex(n % ${String(sellers)} + 1), 12, '0'))::uuid,
      n % 100 <> 0, n % 1000 = 1, now() - n * interval '1 minute', '{2,3}', '{1}'
    from generate_series(1, ${String(many)}) n;`;

const database = await openTestDatabase({ statementTimeoutMs: 0 });
const db = database.db;
await db.execute(raw(people));
await fillWithout(db, ['product_text_search'], products);
await db.execute(raw('vacuum analyze product, product_text'));
afterAll(() => database.close());

async function firstCategory(): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select min(id) as id from category`);
  return rows[0]?.id ?? 0;
}

const first: ProductPage = { audience: 'buyers', priceOrder: null, skip: 0, take: 9 };
const toBuyers = (more: Partial<ProductPage> = {}): ProductPage => ({ ...first, ...more });
const toModerators = (more: Partial<ProductPage> = {}): ProductPage => ({ ...first, audience: 'moderators', ...more });

describe('a list reads a range of an index, already in order', () => {
  test.each<[string, ProductFilter, ProductPage]>([
    ['product_listed', {}, toBuyers()],
    ['product_listed', {}, toBuyers({ skip: 9_000 })],
    ['product_listed_price', {}, toBuyers({ priceOrder: 'up' })],
    ['product_listed_price', {}, toBuyers({ priceOrder: 'down' })],
    ['product_listed_category', { category: 1 }, toBuyers()],
    ['product_listed_category_price', { category: 1 }, toBuyers({ priceOrder: 'up' })],
    ['product_listed_user', { userId: sellerId(7) }, toBuyers()],
    ['product_listed_user_price', { userId: sellerId(7) }, toBuyers({ priceOrder: 'down' })],
    ['product_managed', {}, toModerators()],
    ['product_managed_category', { category: 1 }, toModerators()],
    ['product_managed_price', {}, toModerators({ priceOrder: 'up' })],
    ['product_hidden', { isActive: false }, toModerators()],
    ['product_user', { userId: sellerId(7) }, toModerators()],
  ])('%s: %j %j', async (index, filter, page) => {
    const category = filter.category && (await firstCategory());
    const plan = await planOf(db, idsQuery({ ...filter, ...(category !== undefined && { category }) }, page));
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} on product p`));
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });

  test.each<[ProductFilter, ProductPage]>([
    [{ search: 'футболка 900150983' }, toBuyers()],
    [{ search: '900150983cd' }, toModerators()],
    [{ search: 'кружка 9001', category: 1 }, toBuyers({ priceOrder: 'down' })],
  ])('the search %j reads the index of trigrams', async (filter, page) => {
    const plan = await planOf(db, searchQuery(filter, page));
    expect(plan).toContain('Bitmap Index Scan on product_text_search');
    expect(plan).not.toMatch(/Seq Scan on product /);
  });
});

test('similar products are read from ranges of indexes', async () => {
  const { rows } = await readProducts(db, { category: await firstCategory() }, toBuyers({ take: 1 }));
  const text = similarText.replaceAll('$1', `'${rows[0]?.id ?? ''}'`).replaceAll('$2', '4');
  const plan = await planOf(db, raw(text));
  expect(plan).toMatch(/Index (?:Only )?Scan using product_buyable_category on product p/);
  expect(plan).not.toMatch(/Seq Scan on product /);
});

test('similar products of a category that is nearly sold out cost no more', async () => {
  const category = await firstCategory();
  const { rows } = await readProducts(db, { category }, toBuyers({ take: 1 }));
  await db.execute(sql`
    update product set stock = 0 where category_id = ${category}
      and id not in (select id from product where category_id = ${category} and is_listed order by created_at limit 5)`);
  await db.execute(raw('vacuum analyze product, product_text'));
  const text = similarText.replaceAll('$1', `'${rows[0]?.id ?? ''}'`).replaceAll('$2', '4');
  expect(await blocksOf(db, raw(text))).toBeLessThan(200);
  const similar = await readSimilar(db, rows[0]?.id ?? '', 4);
  expect(similar.map(({ stock }) => stock)).toEqual([null, null, null, null]);
});

describe('the stored counts are right', () => {
  async function counted(condition: Sql): Promise<number> {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*) as count from product where ${condition}`);
    return rows[0]?.count ?? 0;
  }
  const countOf = async (filter: ProductFilter, page: ProductPage) => (await readProducts(db, filter, page)).count;

  /** The counts of the lists, and the counted rows. */
  async function counts(): Promise<{ listed: number[]; counted: number[] }> {
    const category = await firstCategory();
    const userId = sellerId(9);
    const ofCategory = sql`category_id = ${category}`;
    const cases: [ProductFilter, ProductPage, Sql][] = [
      [{}, first, sql`is_listed`],
      [{ category }, first, sql`is_listed and ${ofCategory}`],
      [{ userId }, first, sql`is_listed and user_id = ${userId}`],
      [{ userId, category }, first, sql`is_listed and user_id = ${userId} and ${ofCategory}`],
      [{}, toModerators(), sql`deleted_at is null`],
      [{ isActive: true, category }, toModerators(), sql`deleted_at is null and is_active and ${ofCategory}`],
      [{ isActive: false, userId }, toModerators(), sql`deleted_at is null and not is_active and user_id = ${userId}`],
    ];
    return {
      listed: await Promise.all(cases.map(([filter, page]) => countOf(filter, page))),
      counted: await Promise.all(cases.map(([, , condition]) => counted(condition))),
    };
  }

  test.each([
    ['as they were brought', ''],
    ['creators blocked', `update creator set is_blocked = true where user_name in ('user9', 'user10', 'user11')`],
    ['some hidden and some shown', `update product set is_active = not is_active where right(name, 1) = '7'`],
    ['some deleted', `update product set deleted_at = now() where right(name, 1) = '3'`],
    ['some moved', `update product set user_id = '${sellerId(9)}' where right(name, 2) = '5a'`],
    ['a creator back', `update creator set is_blocked = false where user_name = 'user9'`],
    ['the deleted ones back', `update product set deleted_at = null where right(name, 1) = '3'`],
  ])('%s', async (_what, change) => {
    if (change !== '') await db.execute(raw(change));
    const { listed, counted: found } = await counts();
    expect(listed).toEqual(found);
  });
});

test('top ones come first, then the newest; by price the cheapest or the most expensive', async () => {
  const { rows } = await readProducts(db, {}, toBuyers({ take: 100 }));
  const tops = rows.findIndex(({ isTop }) => !isTop);
  expect(tops).toBeGreaterThan(0);
  expect(rows.slice(tops).some(({ isTop }) => isTop)).toBe(false);
  const times = rows.slice(tops).map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const up = (await readProducts(db, {}, toBuyers({ priceOrder: 'up', take: 100 }))).rows.map(({ price }) => price);
  const down = (await readProducts(db, {}, toBuyers({ priceOrder: 'down', take: 100 }))).rows.map(({ price }) => price);
  expect(up).toEqual(up.toSorted((one, other) => one - other));
  expect(down).toEqual(down.toSorted((one, other) => other - one));
  expect(up[0]).toBeLessThan(down.at(-1) ?? 0);
});

test('the first products of each category are the first of its list', async () => {
  const firsts = await readFirstProducts(db, 4);
  expect(firsts).toHaveLength(32);
  const category = firsts[0]?.categoryId ?? 0;
  const { rows } = await readProducts(db, { category }, toBuyers({ take: 4 }));
  expect(firsts.slice(0, 4).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});
