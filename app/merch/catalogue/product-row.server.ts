import type { User } from '#app/creators/creators.calls.ts';
import { creatorsOf } from '#app/creators/creators.server.ts';
import type { TaxItem } from '#app/payments/payment-lines.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { Color, ModeratorProduct, Product, Size } from '../merch-shapes.ts';

/** A product with its category, pictures, sizes and colours, without its creator. */
export interface ProductRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  /** In minor units. */
  readonly price: number;
  readonly description: string;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly userId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly sizes: readonly Size[];
  readonly colors: readonly Color[];
  readonly images: readonly { readonly imgUrl: string; readonly colorId: number | null; readonly order: number }[];
  readonly isActive: boolean;
  readonly isTop: boolean;
  readonly isForMembers: boolean;
  readonly stock: number | null;
  readonly sizeChart: string[][] | null;
  readonly taxItem: TaxItem | null;
  readonly isBlocked: boolean;
  readonly revision: number;
  readonly createdAt: Date;
}

/** The select list of `ProductRow`; `p` is the product, `k` its category. */
export const productRow = `
  p.id, p.name, p.price, p.description, p.category_id as "categoryId", k.name as "categoryName", p.user_id as "userId",
  p.size_id as "sizeId", p.color_id as "colorId", p.is_active as "isActive", p.is_top as "isTop", p.is_for_members as "isForMembers", p.stock, p.size_chart as "sizeChart", p.tax_item as "taxItem",
  p.is_seller_blocked as "isBlocked", p.revision + p.stock_moves as revision, p.created_at as "createdAt",
  case when p.size_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place), '[]')
    from product_size s where s.id = any (p.size_ids)) end as sizes,
  case when p.color_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'hex', c.hex) order by c.place), '[]')
    from product_color c where c.id = any (p.color_ids)) end as colors,
  (select coalesce(json_agg(json_build_object('imgUrl', i.image, 'colorId', i.color_id, 'order', i.place) order by i.place), '[]')
    from product_image i where i.product_id = p.id) as images`;

function publicProductOf(row: ProductRow, user: User): Product {
  const { id, name, price, description, categoryId, categoryName, sizeId, colorId } = row;
  const { sizes, colors, images, isActive, isTop, stock, isForMembers } = row;
  return {
    id,
    name,
    price: minor(price),
    images: [...images],
    categoryId,
    categoryName,
    description,
    user,
    sizeId,
    size: sizes.find((one) => one.id === sizeId) ?? null,
    colorId,
    color: colors.find((one) => one.id === colorId) ?? null,
    sizes: [...sizes],
    colors: [...colors],
    isActive,
    isTop,
    stock,
    ...(isForMembers && { isForMembers }),
  };
}

async function withUsers<Result>(
  db: Queryable,
  rows: readonly ProductRow[],
  make: (row: ProductRow, user: User) => Result,
): Promise<Result[]> {
  if (rows.length === 0) return [];
  const creators = await creatorsOf(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => {
    const creator = creators.get(row.userId);
    if (creator === undefined) throw new Error(`the product ${row.id} has no creator`);
    return make(row, creator.user);
  });
}

/** Products as buyers see them, with their creators. */
export function productsOf(db: Queryable, rows: readonly ProductRow[]): Promise<Product[]> {
  return withUsers(db, rows, publicProductOf);
}

/** Products as moderators see them, with their creators. */
export function moderatorProductsOf(db: Queryable, rows: readonly ProductRow[]): Promise<ModeratorProduct[]> {
  return withUsers(db, rows, (row, user) => {
    const { sizeChart, taxItem, isBlocked, createdAt, revision } = row;
    return {
      ...publicProductOf(row, user),
      sizeChart,
      taxItem,
      isBlocked,
      createdAt: createdAt.toISOString(),
      revision,
    };
  });
}
