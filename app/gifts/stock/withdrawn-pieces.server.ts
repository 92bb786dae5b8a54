import type { Tx } from '#base/db/db.server.ts';
import { countPaidBy, ended, isOver, leftOf } from '../gift/gift-steps.server.ts';
import { type GiftRow, saveGift } from '../gift/gift-store.server.ts';
import { countWins, withdrawWins } from '../gift/pieces-store.server.ts';
import { settleStock } from './gift-stock.server.ts';

/**
 * A locked gift of pieces of which so much money is left. What it does not pay any more is withdrawn: first what nobody has, then what was got and not
 * ordered, the last places first. Ordered pieces stay orders. What has lapsed needs no money.
 */
export async function reducePieces(tx: Tx, gift: GiftRow, rest: number, now: Date): Promise<GiftRow> {
  const paid = countPaidBy(gift, rest);
  if (paid >= gift.months - gift.withdrawn) return gift;
  const { open, ordered } = await countWins(tx, gift.id);
  const isRunning = !isOver(gift);
  const kept = Math.max(0, paid - ordered);
  const lostWins = Math.max(0, open - kept);
  const left = isRunning ? leftOf(gift) : 0;
  const lostLeft = Math.max(0, left - Math.max(0, kept - open));
  if (lostWins + lostLeft === 0) return gift;
  if (lostWins > 0) await withdrawWins(tx, gift.id, { most: lostWins, at: now });
  const taken = gift.taken - lostWins;
  const less = { ...gift, taken, withdrawn: gift.withdrawn + lostWins + lostLeft };
  const isDone = isRunning ? leftOf(less) === 0 : taken === 0;
  const settled = await settleStock(tx, isDone ? ended(less, 'Refunded', gift.endedAt ?? now) : less);
  // Not by the caller, who may find nothing else to do.
  await saveGift(tx, settled);
  return settled;
}
