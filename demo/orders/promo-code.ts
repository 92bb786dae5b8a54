import { insertCode } from '#app/orders/promo-codes/promo-codes-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';

/** Adds the promo code of the demo world: 10 % off everything, for each buyer once. */
export async function addPromoCode(tx: Tx): Promise<void> {
  await insertCode(tx, {
    code: 'ОПОРА10',
    percent: 10,
    amount: null,
    sellerId: null,
    minTotal: 0,
    startsAt: null,
    endsAt: null,
    most: null,
    mostEach: 1,
  });
}
