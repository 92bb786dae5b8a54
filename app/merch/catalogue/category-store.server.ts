import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Category, Color, Size } from '../merch-shapes.ts';

/** Stands for all creators in `product_count`. */
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

const lockPlaces = statement(`select pg_advisory_xact_lock(hashtextextended('places of categories', 0))`);

/** Those from a place up to the first gap move down by one, at most those before the place that becomes free. */
const makeRoom = statement(`
  update category set place = place + 1 where id in (
    select id from (
      select id, place - row_number() over (order by place, id) as gaps from category
      where place >= $1 and place < coalesce($2, 2147483647)
    ) standing where gaps < $1
  )`);

/** Those between the place that becomes free and the wanted one move up by one. */
const closeUp = statement('update category set place = place - 1 where place > $1 and place <= $2');

/**
 * Adds a category; `order` null: at the end. It gets the place although another has it: that one and those behind it move. Throws a
 * unique violation of `category_name` when the name is taken.
 */
export async function insertCategory(tx: Tx, category: { name: string; order: number | null }): Promise<number> {
  await tx.run(lockPlaces, []);
  if (category.order !== null) await tx.run(makeRoom, [category.order, null]);
  const [row] = await tx.run(insert, [category.name, category.order]);
  if (row === undefined) throw new Error('the new category has no id');
  return row.id;
}

const placeOf = statement<{ place: number }>('select place from category where id = $1 for update');
const update = statement<{ id: number }>(`
  update category set name = $2, place = coalesce($3, place) where id = $1 returning id`);

async function moveOthers(tx: Tx, id: number, to: number): Promise<void> {
  const [row] = await tx.run(placeOf, [id]);
  if (row === undefined || row.place === to) return;
  if (to < row.place) await tx.run(makeRoom, [to, row.place]);
  else await tx.run(closeUp, [row.place, to]);
}

/** Renames or moves a category, as `insertCategory` takes a place; false when it does not exist. */
export async function updateCategory(
  tx: Tx,
  category: { id: number; name: string; order: number | null },
): Promise<boolean> {
  const { id, name, order } = category;
  await tx.run(lockPlaces, []);
  if (order !== null) await moveOthers(tx, id, order);
  return (await tx.run(update, [id, name, order])).length === 1;
}

const lockOne = statement<{ id: number }>('select id from category where id = $1 for update');
const inUse = statement<{ isUsed: boolean }>(`
  select deleted_at is null as "isUsed" from product where category_id = $1 order by deleted_at is null desc limit 1`);
const leave = statement('update product set category_id = null where category_id = $1 and deleted_at is not null');
const remove = statement('delete from category where id = $1');

/** Deletes an empty category; deleted products lose their reference to it. */
export async function deleteCategory(tx: Tx, id: number): Promise<'deleted' | 'unknown' | 'used'> {
  // Waits for transactions that add a product to it; later ones wait for this one.
  if ((await tx.run(lockOne, [id])).length === 0) return 'unknown';
  // Products may be deleted or restored while the update waits for their locks, so the check is repeated after each wait.
  for (;;) {
    const [inside] = await tx.run(inUse, [id]);
    if (inside === undefined) break;
    if (inside.isUsed) return 'used';
    await tx.run(leave, [id]);
  }
  await tx.run(remove, [id]);
  return 'deleted';
}

const lockAll = statement<{ id: number }>('select id from category order by id for update');
const reorder = statement(`
  update category k set place = wanted.place::integer
  from unnest($1::integer[]) with ordinality as wanted (id, place)
  where k.id = wanted.id and k.place <> wanted.place`);

/** Orders all categories; false without a change when `ids` are not exactly all of them. */
export async function orderCategories(tx: Tx, ids: readonly number[]): Promise<boolean> {
  await tx.run(lockPlaces, []);
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
