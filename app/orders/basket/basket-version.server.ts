import { createHash } from 'node:crypto';
import type { BasketContents } from './basket-store.server.ts';

/** A hash of a basket's lines and delivery: equal baskets have equal versions, whatever happened in between. */
export function versionOf({ lines, address, pickupPointId }: BasketContents): string {
  const held = lines.map(({ productId, sizeId, colorId, quantity }) =>
    [productId, sizeId, colorId, quantity].join(' '),
  );
  const text = JSON.stringify([held.toSorted(), address, pickupPointId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
