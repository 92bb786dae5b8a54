import { randomBytes } from 'node:crypto';
import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { ended, leftOf, opened } from '../gift/gift-steps.server.ts';
import { type GiftRow, lockGift, readUnopenedGifts, saveGift } from '../gift/gift-store.server.ts';
import { claimPieces } from '../stock/gift-stock.server.ts';
import type { GiftDeps } from './draw-gift.server.ts';
import { lockPaidGift } from './paid-gift.server.ts';
import { showGiftChange } from './show-gift-change.server.ts';

type Given = Pick<PaidDonation, 'donationId' | 'giftedMonths' | 'giftedPieces'>;

const givesSomething = ({ giftedMonths, giftedPieces }: Given) => giftedMonths !== null || giftedPieces !== null;

type OpeningDeps = Pick<GiftDeps, 'db' | 'clock'>;

/** Opens a locked gift that is paid. */
async function open(tx: Tx, gift: GiftRow, now: Date): Promise<void> {
  const secrets = gift.receiver === 'Chat' ? { seed: randomBytes(32), ticketKey: randomBytes(32) } : null;
  const claimed = opened(await claimPieces(tx, gift), now, secrets);
  const isShort = claimed.short > 0 && leftOf(claimed) === 0;
  await saveGift(tx, isShort ? ended(claimed, 'Short', now) : claimed);
  await showGiftChange(tx, gift);
}

/** Withdraws what the rest of the money does not pay any more. */
async function withdraw(tx: Tx, giftId: string, now: Date): Promise<void> {
  const gift = await lockPaidGift(tx, giftId, now);
  if (gift === null) throw new Error(`donation ${giftId} gives nothing to others`);
  await saveGift(tx, gift);
  await showGiftChange(tx, gift);
}

async function openPaidGift({ db, clock }: OpeningDeps, giftId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProjectTotal(tx, giftId);
    const gift = await lockGift(tx, giftId);
    if (gift === null || gift.openedAt !== null) return;
    const now = await clock(tx);
    await open(tx, gift, now);
    await withdraw(tx, giftId, now);
  });
}

/** Opens what a server of the release before this one has booked as paid, each by itself: it does not know gifted months. */
export async function openPaidGifts(deps: OpeningDeps): Promise<void> {
  const faults: unknown[] = [];
  for (const giftId of await readUnopenedGifts(deps.db, await deps.clock(deps.db))) {
    await openPaidGift(deps, giftId).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

/** What happens to gifted months as the donation that pays them moves, in its transaction. */
export function giftPayments({ clock }: Pick<GiftDeps, 'clock'>) {
  async function reduce(tx: Tx, given: Given): Promise<void> {
    const { donationId } = given;
    if (givesSomething(given)) await withdraw(tx, donationId, await clock(tx));
  }
  return {
    async whenPaid(tx: Tx, given: Given): Promise<void> {
      if (!givesSomething(given)) return;
      const { donationId } = given;
      const gift = await lockGift(tx, donationId);
      if (gift === null || gift.openedAt !== null) throw new Error(`donation ${donationId} opens no gift`);
      await open(tx, gift, await clock(tx));
    },
    whenRefunded: reduce,
    whenReduced: reduce,
  };
}
