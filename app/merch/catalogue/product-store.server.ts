import type { TaxItem } from '#app/payments/payment-lines.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { SizeChart } from '../size-chart.ts';

/** The columns of a product that are written. `stock` null or omitted: made to order. */
export interface WrittenProduct {
  readonly name: string;
  readonly price: Minor;
  readonly description: string;
  readonly categoryId: number;
  readonly userId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly sizeIds: readonly number[];
  readonly colorIds: readonly number[];
  readonly isActive: boolean;
  readonly stock?: number | null | undefined;
  readonly sizeChart?: SizeChart | null | undefined;
  /** Null or omitted: as the site's products are called. */
  readonly taxItem?: TaxItem | null | undefined;
  /** Only those who support its creator monthly may buy it. */
  readonly isForMembers: boolean;
}

/** The columns of a picture that are written. */
export interface WrittenImage {
  readonly imgUrl: string;
  readonly colorId: number | null;
  readonly order: number;
}

const insert = statement<{ id: string }>(`
  insert into product (name, price, description, category_id, user_id, size_id, color_id, size_ids, color_ids, is_active, stock,
    size_chart, tax_item, is_for_members, is_top, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, coalesce($16::timestamptz, now()))
  returning id`);

function valuesOf(product: WrittenProduct): unknown[] {
  const { name, price, description, categoryId, userId, sizeId, colorId, sizeIds, colorIds, isActive, isForMembers } =
    product;
  const { stock = null, sizeChart = null, taxItem = null } = product;
  const chart = sizeChart && JSON.stringify(sizeChart);
  const item = taxItem && JSON.stringify(taxItem);
  const choices = [sizeId, colorId, sizeIds, colorIds];
  return [name, price, description, categoryId, userId, ...choices, isActive, stock, chart, item, isForMembers];
}

/** `createdAt` null: now. */
export async function insertProduct(
  tx: Tx,
  product: WrittenProduct & { isTop: boolean; createdAt: Date | null },
): Promise<string> {
  const [row] = await tx.run(insert, [...valuesOf(product), product.isTop, product.createdAt]);
  if (row === undefined) throw new Error('the new product has no id');
  return row.id;
}

const update = statement(`
  update product set name = $2, price = $3, description = $4, category_id = $5, user_id = $6, size_id = $7, color_id = $8,
    size_ids = $9, color_ids = $10, is_active = $11, stock = $12, size_chart = $13, tax_item = $14, is_for_members = $15,
    revision = revision + 1
  where id = $1`);

export async function updateProduct(tx: Tx, id: string, product: WrittenProduct): Promise<void> {
  await tx.run(update, [id, ...valuesOf(product)]);
}

const written = statement<WrittenProduct & { readonly images: readonly WrittenImage[] }>(`
  select name, price, description, category_id as "categoryId", user_id as "userId", size_id as "sizeId",
    color_id as "colorId", to_jsonb(size_ids) as "sizeIds", to_jsonb(color_ids) as "colorIds", is_active as "isActive", stock,
    size_chart as "sizeChart", tax_item as "taxItem", is_for_members as "isForMembers",
    (select coalesce(jsonb_agg(jsonb_build_object('imgUrl', i.image, 'colorId', i.color_id, 'order', i.place)), '[]')
      from product_image i where i.product_id = p.id) as images
  from product p where id = $1 and deleted_at is null`);

/** The written columns of a product; null when it is unknown or deleted. */
export async function readWritten(
  db: Queryable,
  id: string,
): Promise<(WrittenProduct & { readonly images: readonly WrittenImage[] }) | null> {
  return (await db.run(written, [id]))[0] ?? null;
}

const clearImages = statement('delete from product_image where product_id = $1');
const insertImages = statement(`
  insert into product_image (product_id, image, color_id, place)
  select $1, image, color_id, place from unnest($2::text[], $3::integer[], $4::integer[]) as one (image, color_id, place)`);

/** Replaces the pictures of a product. */
export async function writeImages(tx: Tx, productId: string, images: readonly WrittenImage[]): Promise<void> {
  await tx.run(clearImages, [productId]);
  if (images.length === 0) return;
  await tx.run(insertImages, [
    productId,
    images.map(({ imgUrl }) => imgUrl),
    images.map(({ colorId }) => colorId),
    images.map(({ order }) => order),
  ]);
}

/** The facts that are checked before a product is changed. */
export interface ProductFacts extends Record<string, unknown> {
  readonly name: string;
  readonly userId: string;
  readonly stock: number | null;
  /** Increases with each edit and with each stock change by orders. */
  readonly revision: number;
  /** The revision after the last edit. */
  readonly editedRevision: number;
  readonly categoryId: number | null;
  readonly isDeleted: boolean;
}

const selectFacts = `
  select name, user_id as "userId", stock, revision + stock_moves as revision, revision + moves_before_edit as "editedRevision", category_id as "categoryId", deleted_at is not null as "isDeleted"
  from product where id = $1`;
const facts = statement<ProductFacts>(selectFacts);
const lockedFacts = statement<ProductFacts>(`${selectFacts} for no key update`);

/** Reads the facts of a product, also of a deleted one. */
export async function readFacts(db: Queryable, id: string): Promise<ProductFacts | null> {
  return (await db.run(facts, [id]))[0] ?? null;
}

/** Reads the facts and locks the product until the transaction ends. */
export async function lockProduct(tx: Tx, id: string): Promise<ProductFacts | null> {
  return (await tx.run(lockedFacts, [id]))[0] ?? null;
}

const setActive = statement('update product set is_active = $2 where id = $1');
const setTop = statement('update product set is_top = $2 where id = $1');
const setDeleted = statement('update product set deleted_at = case when $2 then now() end where id = $1');

export async function writeActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await tx.run(setActive, [id, isActive]);
}

export async function writeTop(tx: Tx, id: string, isTop: boolean): Promise<void> {
  await tx.run(setTop, [id, isTop]);
}

export async function writeDeleted(tx: Tx, id: string, isDeleted: boolean): Promise<void> {
  await tx.run(setDeleted, [id, isDeleted]);
}

const active = statement<{ has: boolean }>(`
  select exists (select from product where user_id = $1 and is_active and deleted_at is null) as has`);

/** Whether a creator has active products. */
export async function readHasActive(db: Queryable, userId: string): Promise<boolean> {
  return (await db.run(active, [userId]))[0]?.has ?? false;
}

const holdCategory = statement<{ id: number }>('select id from category where id = $1 for key share');

/** Whether the category exists; it cannot be deleted until the transaction ends. */
export async function holdsCategory(tx: Tx, id: number): Promise<boolean> {
  return (await tx.run(holdCategory, [id])).length === 1;
}

const knownSizes = statement<{ id: number }>('select id from product_size where id = any($1::integer[])');
const knownColors = statement<{ id: number }>('select id from product_color where id = any($1::integer[])');

/** Whether all of these sizes and colours are known. */
export async function readKnownChoices(
  db: Queryable,
  ids: { sizeIds: readonly number[]; colorIds: readonly number[] },
): Promise<{ sizes: boolean; colors: boolean }> {
  const [sizes, colors] = await Promise.all([db.run(knownSizes, [ids.sizeIds]), db.run(knownColors, [ids.colorIds])]);
  return { sizes: sizes.length === ids.sizeIds.length, colors: colors.length === ids.colorIds.length };
}

const used = statement<{ name: string }>(
  'select distinct image as name from product_image where image = any($1::text[])',
);

/** The pictures among `names` that products show, including deleted products, which orders show. */
export async function readUsedImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(used, [names])).map(({ name }) => name);
}
