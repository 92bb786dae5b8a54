import { lockProducts, returnStock, takeLeft, takeStock } from '#app/merch/merch.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { isOver, leftOf } from '../gift/gift-steps.server.ts';
import { type GiftRow, lockHeldGifts, saveGift } from '../gift/gift-store.server.ts';
import { countWins } from '../gift/pieces-store.server.ts';
import { piecesShort } from '../gift-failures.ts';
import { giftLimits } from '../gift-rules.ts';

const minute = 60_000;

/** How many pieces of a locked gift somebody waits for: whoever pays in time, whoever gets them, or has got them and not ordered yet. */
async function owedOf(tx: Tx, gift: GiftRow): Promise<number> {
  if (gift.openedAt === null) return gift.heldUntil === null ? 0 : gift.months;
  const { open } = await countWins(tx, gift.id);
  return open + (isOver(gift) ? 0 : leftOf(gift));
}

/**
 * Returns to stock what a locked gift holds and owes nobody. Everything that changes what is owed calls it, and saves the gift that it returns. Products
 * are locked after gifts.
 */
export async function settleStock(tx: Tx, gift: GiftRow): Promise<GiftRow> {
  const { productId, stocked } = gift;
  if (productId === null) return gift;
  const owed = stocked === 0 ? 0 : await owedOf(tx, gift);
  const rest = stocked - Math.min(stocked, owed);
  if (rest > 0) await returnStock(tx, [{ productId, quantity: rest }]);
  const isHeld = gift.heldUntil !== null && gift.openedAt === null;
  return { ...gift, stocked: stocked - rest, heldUntil: isHeld ? gift.heldUntil : null };
}

/** Lets go of the pieces that a locked gift holds for a payment. */
export const letGo = (tx: Tx, gift: GiftRow): Promise<GiftRow> => settleStock(tx, { ...gift, heldUntil: null });

/**
 * Takes the pieces of a gift that begins from stock, for a while; the older gifts of the same person that nobody has paid are let go. Throws `OutOfStock`
 * where fewer are left.
 */
export async function holdPieces(
  tx: Tx,
  { personId, productId, pieces, now }: { personId: string; productId: string; pieces: number; now: Date },
): Promise<Pick<GiftRow, 'stocked' | 'heldUntil'>> {
  const older = await lockHeldGifts(tx, personId);
  // All at once, in the order of their ids, as orders lock them.
  await lockProducts(tx, [productId, ...older.flatMap((gift) => gift.productId ?? [])]);
  for (const gift of older) await saveGift(tx, await letGo(tx, gift));
  const { shortages, counted } = await takeStock(tx, [{ productId, quantity: pieces }]);
  const [short] = shortages;
  if (short !== undefined) throw piecesShort({ details: { left: short.left } });
  const heldUntil = new Date(now.getTime() + giftLimits.heldMinutes * minute);
  return { stocked: counted.has(productId) ? pieces : 0, heldUntil };
}

/** A locked gift whose pieces are paid: they are held already, or as many as there are are taken now. What is missing is never given. */
export async function claimPieces(tx: Tx, gift: GiftRow): Promise<GiftRow> {
  const { productId, months, heldUntil } = gift;
  if (productId === null || heldUntil !== null) return { ...gift, heldUntil: null };
  const got = await takeLeft(tx, productId, months);
  if (got === null) return gift;
  const short = months - got;
  return { ...gift, stocked: got, short, withdrawn: gift.withdrawn + short };
}
