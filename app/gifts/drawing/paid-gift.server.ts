import { readPaidDonations } from '#app/donations/donations-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { isOver, reduced } from '../gift/gift-steps.server.ts';
import { type GiftRow, lockGift } from '../gift/gift-store.server.ts';
import { reducePieces } from '../stock/withdrawn-pieces.server.ts';

/** A locked gift of which so much money is left. */
async function reduceGift(tx: Tx, gift: GiftRow, rest: number, now: Date): Promise<GiftRow> {
  return gift.kind === 'Months' ? reduced(gift, rest, now) : reducePieces(tx, gift, rest, now);
}

/**
 * Locks a gift without those whose money went back: a server of the release before this one refunds and withdraws none. What is withdrawn here is
 * written by whoever saves the row.
 */
export async function lockPaidGift(tx: Tx, giftId: string, now: Date): Promise<GiftRow | null> {
  const gift = await lockGift(tx, giftId);
  if (gift === null || gift.openedAt === null || (gift.kind === 'Months' && isOver(gift))) return gift;
  const [paid] = await readPaidDonations(tx, [giftId]);
  return reduceGift(tx, gift, paid?.amount ?? 0, now);
}
