import { type Queryable, statement } from '#base/db/db.server.ts';
import type { Color, Size } from './merch-shapes.ts';

/** A product whose pieces are given to others, even a deleted one. */
export interface GivenProductRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  /** In minor units. */
  readonly price: number;
  readonly userId: string;
  /** The name of its first picture. */
  readonly imageUrl: string | null;
  readonly sizes: readonly Size[];
  readonly colors: readonly Color[];
  /** Null: made to order. */
  readonly stock: number | null;
  readonly isForMembers: boolean;
  readonly isListed: boolean;
}

const byIds = statement<GivenProductRow>(`
  select p.id, p.name, p.price, p.user_id as "userId", p.stock, p.is_for_members as "isForMembers", p.is_listed as "isListed",
    (select i.image from product_image i where i.product_id = p.id order by i.place limit 1) as "imageUrl",
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place), '[]')
      from product_size s where s.id = any (p.size_ids)) as sizes,
    (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'hex', c.hex) order by c.place), '[]')
      from product_color c where c.id = any (p.color_ids)) as colors
  from product p where p.id = any ($1::uuid[])`);

/** Some products by id. */
export async function readGivenProducts(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GivenProductRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await db.run(byIds, [[...new Set(ids)]])).map((row) => [row.id, row]));
}
