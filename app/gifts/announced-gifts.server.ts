import { readGivenProducts } from '#app/merch/given-product-store.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { AnnouncedGift } from './announced-gift.ts';
import { leftOf } from './gift-steps.server.ts';
import { readOpenGifts } from './gift-store.server.ts';

/** On the page of a creator at once. */
const mostShown = 3;

/** The gifts for viewers that the page of a creator leads to, newest first. */
export async function announcedGifts(db: Queryable, projectId: string): Promise<readonly AnnouncedGift[]> {
  const open = await readOpenGifts(db, projectId, mostShown);
  const products = await readGivenProducts(
    db,
    open.flatMap(({ productId }) => productId ?? []),
  );
  return open.map((gift) => {
    const { id, kind, productId } = gift;
    const product = productId === null ? null : (products.get(productId)?.name ?? null);
    return { id, kind, left: leftOf(gift), product };
  });
}
