import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isDeep, shorterDirection } from '#base/db/deep-paging.server.ts';
import { changesOf, readRemembered } from '#base/db/remembered-search.server.ts';
import { holdsWords, wordsOf } from '#base/db/search.server.ts';
import { anySeller } from './category-store.server.ts';
import { type ProductRow, productRow } from './product-row.server.ts';

/** The filters of a list; `isActive` applies to moderators only. */
export interface ProductFilter {
  readonly category?: number | undefined;
  readonly userId?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly search?: string | undefined;
}

/** A page of a list. `audience`: buyers see listed products, moderators all that are not deleted. */
export interface ProductPage {
  readonly audience: 'buyers' | 'moderators';
  readonly priceOrder: 'up' | 'down' | null;
  readonly skip: number;
  readonly take: number;
  /** `skip` counts from the end of the list. */
  readonly isFromEnd?: boolean;
}

/** The scopes of the counters in `product_count`. */
const scopes = { listed: 0, active: 1, inactive: 2 } as const;

/** The conditions of a list; `product_text` has them too, and no deleted product. */
function narrowed({ category, userId, isActive }: ProductFilter, audience: ProductPage['audience']): Sql[] {
  const conditions = audience === 'buyers' ? [sql`p.is_listed`] : [];
  if (audience === 'moderators' && isActive !== undefined)
    conditions.push(isActive ? sql`p.is_active` : sql`not p.is_active`);
  if (category !== undefined) conditions.push(sql`p.category_id = ${category}`);
  if (userId !== undefined) conditions.push(sql`p.user_id = ${userId}`);
  return conditions;
}

function matching(filter: ProductFilter, audience: ProductPage['audience']): Sql {
  const present = audience === 'buyers' ? [] : [sql`p.deleted_at is null`];
  return join([...present, ...narrowed(filter, audience)], ' and ');
}

/** The products that a search finds, with what they are ordered by, from the table that is made for it. */
function foundQuery(filter: ProductFilter, audience: ProductPage['audience']): Sql {
  const words = holdsWords({ text: sql`p.search_text` }, wordsOf(filter.search ?? ''));
  const conditions = [sql`true`, ...narrowed(filter, audience), ...words];
  return sql`
    select p.id, p.is_top, p.created_at, p.price from product_text p where ${join(conditions, ' and ')}`;
}

function orderOf({ audience, priceOrder }: ProductPage): Sql {
  if (priceOrder === 'up') return sql`p.price, p.id`;
  if (priceOrder === 'down') return sql`p.price desc, p.id desc`;
  return audience === 'buyers' ? sql`p.is_top desc, p.created_at desc, p.id desc` : sql`p.created_at desc, p.id desc`;
}

/** The reversed order of the list. */
function turnedOrderOf({ audience, priceOrder }: ProductPage): Sql {
  if (priceOrder === 'up') return sql`p.price desc, p.id desc`;
  if (priceOrder === 'down') return sql`p.price, p.id`;
  return audience === 'buyers' ? sql`p.is_top, p.created_at, p.id` : sql`p.created_at, p.id`;
}

/** The query of the ids of a page; exported so that a test can explain it. */
export function idsQuery(filter: ProductFilter, page: ProductPage): Sql {
  return sql`
    select p.id from product p where ${matching(filter, page.audience)}
    order by ${page.isFromEnd ? turnedOrderOf(page) : orderOf(page)} limit ${page.take} offset ${page.skip}`;
}

function listQuery(filter: ProductFilter, page: ProductPage): Sql {
  const order = orderOf(page);
  return sql`
    with here as materialized (${idsQuery(filter, page)})
    select ${raw(productRow)}
    from here join product p on p.id = here.id join category k on k.id = p.category_id
    order by ${order}`;
}

function scopesOf({ isActive }: ProductFilter, audience: ProductPage['audience']): readonly number[] {
  if (audience === 'buyers') return [scopes.listed];
  if (isActive === undefined) return [scopes.active, scopes.inactive];
  return [isActive ? scopes.active : scopes.inactive];
}

const storedCounts = statement<{ total: number }>(`
  select coalesce(sum(total), 0)::bigint as total from product_count
  where scope = any($1::smallint[]) and category_id = $2 and user_id = $3`);

/** The number of products in a list without a search, from the stored counts. */
async function countListed(db: Queryable, filter: ProductFilter, { audience }: ProductPage): Promise<number> {
  const [row] = await db.run(storedCounts, [
    scopesOf(filter, audience),
    filter.category ?? 0,
    filter.userId ?? anySeller,
  ]);
  return row?.total ?? 0;
}

/** The query of a page of a text search; exported so that a test can explain it. */
export function searchQuery(filter: ProductFilter, page: ProductPage): Sql {
  const order = orderOf(page);
  return sql`
    with found as materialized (${foundQuery(filter, page.audience)}), here as (
      select p.id from found p order by ${order} limit ${page.take} offset ${page.skip}
    )
    select (select count(*) from found) as "count", ${raw(productRow)}
    from here join product p on p.id = here.id join category k on k.id = p.category_id
    order by ${order}`;
}

/** A page of a search with its count, all matches read; exported so that a test can run it. */
export async function readFound(db: Queryable, filter: ProductFilter, page: ProductPage) {
  const { rows } = await db.execute<ProductRow & { count: number }>(searchQuery(filter, page));
  const [first] = rows;
  if (first !== undefined) return { rows, count: first.count };
  // Beyond the last page no row has the count.
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*) as count from (${foundQuery(filter, page.audience)}) one`,
  );
  return { rows, count: counted[0]?.count ?? 0 };
}

function searched(db: Queryable, filter: ProductFilter, page: ProductPage) {
  const { audience, priceOrder } = page;
  const search = {
    key: JSON.stringify(['products', filter, audience, priceOrder]),
    mark: changesOf('product_text'),
    found: foundQuery(filter, audience),
    order: orderOf(page),
    turnedOrder: turnedOrderOf(page),
    rowsOf: (ids: readonly string[], mark: Sql) => sql`
      select ${mark} as mark, ${raw(productRow)}
      from unnest(${ids}::uuid[]) with ordinality here (id, place)
      join product p on p.id = here.id join category k on k.id = p.category_id
      order by here.place`,
  };
  return readRemembered<ProductRow>(db, search, page, () => readFound(db, filter, page));
}

/** A page of products and their total number. */
export async function readProducts(
  db: Queryable,
  filter: ProductFilter,
  page: ProductPage,
): Promise<{ rows: readonly ProductRow[]; count: number }> {
  if (filter.search) return searched(db, filter, page);
  if (isDeep(page)) {
    const count = await countListed(db, filter, page);
    const { rows } = await db.execute<ProductRow>(listQuery(filter, { ...page, ...shorterDirection(page, count) }));
    return { rows, count };
  }
  const [{ rows }, count] = await Promise.all([
    db.execute<ProductRow>(listQuery(filter, page)),
    countListed(db, filter, page),
  ]);
  return { rows, count };
}

const firsts = statement<ProductRow>(`
  select ${productRow}
  from category k cross join lateral (
    select f.id from product f where f.is_listed and f.category_id = k.id
    order by f.is_top desc, f.created_at desc, f.id desc limit $1
  ) here join product p on p.id = here.id
  order by k.place, k.id, p.is_top desc, p.created_at desc, p.id desc`);

/** The first products of each category in the order of categories. */
export function readFirstProducts(db: Queryable, most: number): Promise<ProductRow[]> {
  return db.run(firsts, [most]);
}

const best = 'order by p.is_top desc, p.created_at desc, p.id desc limit $2';
const otherListed = 'select p.id from product p where p.is_listed and p.id <> $1';
// Subqueries instead of joins, so that each branch is a range of an index.
const thisCategory = '(select category_id from this)';
const thisSeller = '(select user_id from this)';

/** The text of the query of the products that are shown beside another one; exported so that a test can explain it. */
export const similarText = `
  with this as materialized (select category_id, user_id from product where id = $1), in_stock as materialized (
    select id, 0 as rank from (
      ${otherListed} and not p.is_sold_out and p.category_id = ${thisCategory} ${best}) as of_category
    union all
    select id, 1 from (
      ${otherListed} and not p.is_sold_out and p.user_id = ${thisSeller}
        and p.category_id <> ${thisCategory} ${best}) as of_creator
  ), here as (
    select id, rank from in_stock
    union all
    select id, 2 from (
      ${otherListed} and p.is_sold_out and p.category_id = ${thisCategory}
        and (select count(*) from in_stock) < $2 ${best}) as sold_out
  )
  select ${productRow}
  from here join product p on p.id = here.id join category k on k.id = p.category_id
  order by here.rank, p.is_top desc, p.created_at desc, p.id desc limit $2`;
const similar = statement<ProductRow>(similarText);

/** Other products of the category, then of the creator, then sold-out ones of the category. */
export function readSimilar(db: Queryable, productId: string, take: number): Promise<readonly ProductRow[]> {
  return db.run(similar, [productId, take]);
}

const selectOne = `select ${productRow} from product p join category k on k.id = p.category_id where p.id = $1`;
const listed = statement<ProductRow>(`${selectOne} and p.is_listed`);
const present = statement<ProductRow>(`${selectOne} and p.deleted_at is null`);

/** A product that the audience may see, or null. */
export async function readProduct(
  db: Queryable,
  id: string,
  audience: ProductPage['audience'],
): Promise<ProductRow | null> {
  return (await db.run(audience === 'buyers' ? listed : present, [id]))[0] ?? null;
}
