import { type Queryable, statement } from '#base/db/db.server.ts';

/** A product in a chosen size and colour. */
export interface QuoteRow extends Record<string, unknown> {
  /** The position of the input line, from 1. */
  readonly line: number;
  readonly productId: string;
  readonly name: string;
  /** In minor units. */
  readonly price: number;
  readonly description: string;
  /** Null when the product and its category were deleted. */
  readonly categoryName: string | null;
  readonly userId: string;
  readonly stock: number | null;
  readonly isForMembers: boolean;
  readonly isListed: boolean;
  readonly fitsSize: boolean;
  readonly fitsColor: boolean;
  readonly sizeName: string | null;
  readonly colorName: string | null;
  /** A picture of that colour, or the first one. */
  readonly imageUrl: string | null;
}

// A product without sizes is bought without one; otherwise one of its sizes must be chosen. The same applies to colours.
const quote = statement<QuoteRow>(`
  select l.line::integer as line, p.id as "productId", p.name, p.price, p.description, k.name as "categoryName",
    p.user_id as "userId", p.stock, p.is_for_members as "isForMembers", p.is_listed as "isListed",
    case when p.size_ids = '{}' then l.size_id is null else coalesce(l.size_id = any (p.size_ids), false) end as "fitsSize",
    case when p.color_ids = '{}' then l.color_id is null else coalesce(l.color_id = any (p.color_ids), false) end as "fitsColor",
    (select s.name from product_size s where s.id = l.size_id) as "sizeName",
    (select c.name from product_color c where c.id = l.color_id) as "colorName",
    (select i.image from product_image i where i.product_id = p.id
      order by coalesce(i.color_id = l.color_id, false) desc, i.place limit 1) as "imageUrl"
  from unnest($1::uuid[], $2::integer[], $3::integer[]) with ordinality as l (product_id, size_id, color_id, line)
  join product p on p.id = l.product_id
  left join category k on k.id = p.category_id
  order by l.line`);

/** A row for each line whose product exists, even a deleted one. */
export function readQuotes(
  db: Queryable,
  lines: readonly { productId: string; sizeId: number | null; colorId: number | null }[],
): Promise<QuoteRow[]> {
  return db.run(quote, [
    lines.map(({ productId }) => productId),
    lines.map(({ sizeId }) => sizeId),
    lines.map(({ colorId }) => colorId),
  ]);
}
