import { creatorsOf, type Project, stagedOf } from '#app/creators/creators.server.ts';
import { type GivenProductRow, readGivenProducts } from '#app/merch/given-product-store.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor, zero } from '#base/money/money.ts';
import { readHeld } from '../gift/gift-store.server.ts';
import { shownProduct } from '../gift/shown-gift.server.ts';
import { giftLimits } from '../gift-rules.ts';
import type { PieceRefusal } from '../gift-shapes.ts';

export interface PiecesDeps {
  /** Whether anything is drawn on this site. */
  readonly isOn: boolean;
  /** What the dearest open pickup point asks of items of some sum; null: none is open. */
  readonly highestPickUp: (db: Queryable, items: Minor) => Promise<Minor | null>;
}

/** A product whose pieces somebody would give, with what is paid for each of them. */
interface Givable {
  readonly product: GivenProductRow;
  readonly project: Project;
  readonly price: Minor;
  readonly delivery: Minor;
  /** Why none can be given now, but for the stock; null: they can. */
  readonly refusal: PieceRefusal | null;
}

/** A product of an available creator, and what giving it needs; null: there is none. */
export async function givable(
  { isOn, highestPickUp }: PiecesDeps,
  db: Queryable,
  productId: string,
): Promise<Givable | null> {
  const product = (await readGivenProducts(db, [productId])).get(productId);
  if (product === undefined) return null;
  const price = minor(product.price);
  const [creators, highest] = await Promise.all([creatorsOf(db, [product.userId]), highestPickUp(db, price)]);
  const project = creators.get(product.userId)?.project;
  if (!project?.isAvailable) return null;
  const refusals = [
    isOn ? null : 'DrawsOff',
    product.isListed ? null : 'NotSold',
    product.isForMembers ? 'MembersOnly' : null,
    highest === null ? 'NoPickUp' : null,
  ] as const;
  const refusal = refusals.find((one) => one !== null) ?? null;
  return { product, project, price, delivery: highest ?? zero, refusal };
}

/** How many pieces somebody could give: what they hold for an older attempt is let go by a new one. Null: it is made to order. */
export async function stockFor(
  db: Queryable,
  { id, stock }: Pick<GivenProductRow, 'id' | 'stock'>,
  personId: string | null,
): Promise<number | null> {
  if (stock === null || personId === null) return stock;
  return stock + (await readHeld(db, personId, id));
}

/** What whoever gives pieces of a product is shown. */
export async function termsOf(deps: PiecesDeps, productId: string, { db, tag, caller }: CallContext) {
  tag(`product:${productId}`);
  const found = await givable(deps, db, productId);
  // What is not sold may be a draft.
  if (found === null || !found.product.isListed) throw failures.notFound();
  const { product, project, price, delivery, refusal } = found;
  tag(`project:${project.projectId}`);
  const stock = await stockFor(db, product, caller?.userId ?? null);
  const most = Math.min(giftLimits.pieces, stock ?? giftLimits.pieces);
  return {
    product: shownProduct(product, product.price),
    creator: stagedOf(project),
    price,
    delivery,
    most,
    refusal: refusal ?? (most === 0 ? 'OutOfStock' : null),
  };
}
