import { type Queryable, statement, type Tx } from '#base/db.server.ts';
import type { Category, Color, Size } from './merch-shapes.ts';

/** In `product_count`: of all creators. */
export const anySeller = '00000000-0000-0000-0000-000000000000';

const select = `
  select k.id, k.name, k.place as "order", coalesce(n.total, 0)::bigint as "productCount"
  from category k
  left join product_count n on n.scope = 0 and n.category_id = k.id and n.user_id = '${anySeller}'`;

const all = statement<Category & Record<string, unknown>>(`${select} order by k.place, k.id`);
const byId = statement<Category & Record<string, unknown>>(`${select} where k.id = $1`);

/** All categories in their order. */
export function readCategories(db: Queryable): Promise<Category[]> {
  return db.run(all, []);
}

export async function readCategory(db: Queryable, id: number): Promise<Category | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

const insert = statement<{ id: number }>(`
  insert into category (name, place) values ($1, coalesce($2, (select coalesce(max(place), 0) + 1 from category)))
  returning id`);

/** `order` null: behind all others. Its name may be taken: unique violation of `category_name`. */
export async function insertCategory(tx: Tx, category: { name: string; order: number | null }): Promise<number> {
  const [row] = await tx.run(insert, [category.name, category.order]);
  if (row === undefined) throw new Error('the new category has no id');
  return row.id;
}

const update = statement<{ id: number }>(`
  update category set name = $2, place = coalesce($3, place) where id = $1 returning id`);

/** False: there is no such category. */
export async function updateCategory(
  tx: Tx,
  category: { id: number; name: string; order: number | null },
): Promise<boolean> {
  return (await tx.run(update, [category.id, category.name, category.order])).length === 1;
}

const lockOne = statement<{ id: number }>('select id from category where id = $1 for update');
const inUse = statement<{ isUsed: boolean }>(`
  select exists (select from product where category_id = $1 and deleted_at is null) as "isUsed"`);
const leave = statement('update product set category_id = null where category_id = $1 and deleted_at is not null');
const remove = statement('delete from category where id = $1');

/** Deletes an empty category; products that are deleted themselves forget it. */
export async function deleteCategory(tx: Tx, id: number): Promise<'deleted' | 'unknown' | 'used'> {
  // Who is adding a product to it waits for this, or this waits for him.
  if ((await tx.run(lockOne, [id])).length === 0) return 'unknown';
  if ((await tx.run(inUse, [id]))[0]?.isUsed) return 'used';
  await tx.run(leave, [id]);
  await tx.run(remove, [id]);
  return 'deleted';
}

const lockAll = statement<{ id: number }>('select id from category order by id for update');
const reorder = statement(`
  update category k set place = wanted.place::integer
  from unnest($1::integer[]) with ordinality as wanted (id, place)
  where k.id = wanted.id and k.place <> wanted.place`);

/** Puts all categories in order; false, and nothing happens, where `ids` are not exactly all of them. */
export async function orderCategories(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const known = (await tx.run(lockAll, [])).map(({ id }) => id);
  const wanted = new Set(ids);
  if (wanted.size !== ids.length || ids.length !== known.length || known.some((id) => !wanted.has(id))) return false;
  await tx.run(reorder, [ids]);
  return true;
}

const sizes = statement<Size & Record<string, unknown>>('select id, name from product_size order by place');
const colors = statement<Color & Record<string, unknown>>('select id, name, hex from product_color order by place');

export function readSizes(db: Queryable): Promise<Size[]> {
  return db.run(sizes, []);
}

export function readColors(db: Queryable): Promise<Color[]> {
  return db.run(colors, []);
}
