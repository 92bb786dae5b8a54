import { randomBytes } from 'node:crypto';
import type { PaidDonation } from '#app/donations/donation-owner.server.ts';
import { lockProjectTotal, readDonation, readPaidDonations } from '#app/donations/donations-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { type GiftDeps, giftTag } from './draw-gift.server.ts';
import { opened, reduced } from './gift-steps.server.ts';
import { type GiftRow, lockGift, readUnopenedGifts, saveGift } from './gift-store.server.ts';

type Given = Pick<PaidDonation, 'donationId' | 'giftedMonths'>;

/** Opens locked gifted months that are paid. */
async function open(tx: Tx, gift: GiftRow, now: Date): Promise<void> {
  const secrets = gift.receiver === 'Chat' ? { seed: randomBytes(32), ticketKey: randomBytes(32) } : null;
  await saveGift(tx, opened(gift, now, secrets));
  await outdateCached(tx, [giftTag(gift.id)]);
}

/** Opens what a server of the release before this one has booked as paid: it does not know gifted months. */
export async function openPaidGifts({ db, clock }: Pick<GiftDeps, 'db' | 'clock'>): Promise<void> {
  const paid = await readPaidDonations(db, await readUnopenedGifts(db, await clock(db)));
  for (const { id } of paid) {
    await db.transaction(async (tx) => {
      await lockProjectTotal(tx, id);
      const gift = await lockGift(tx, id);
      if (gift !== null && gift.openedAt === null) await open(tx, gift, await clock(tx));
    });
  }
}

/** What happens to gifted months as the donation that pays them moves, in its transaction. */
export function giftPayments({ clock }: Pick<GiftDeps, 'clock'>) {
  /** Withdraws what the rest of the money does not pay any more. */
  async function reduce(tx: Tx, { donationId, giftedMonths }: Given, readRest: () => Promise<number>): Promise<void> {
    if (giftedMonths === null) return;
    const gift = await lockGift(tx, donationId);
    if (gift === null) throw new Error(`donation ${donationId} gives no months`);
    await saveGift(tx, reduced(gift, await readRest(), await clock(tx)));
    await outdateCached(tx, [giftTag(donationId)]);
  }
  return {
    async whenPaid(tx: Tx, { donationId, giftedMonths }: Given): Promise<void> {
      if (giftedMonths === null) return;
      const gift = await lockGift(tx, donationId);
      if (gift === null || gift.openedAt !== null) throw new Error(`donation ${donationId} opens no gifted months`);
      await open(tx, gift, await clock(tx));
    },
    whenRefunded: (tx: Tx, donation: Given) => reduce(tx, donation, async () => 0),
    whenReduced: (tx: Tx, donation: Given) =>
      reduce(tx, donation, async () => (await readDonation(tx, donation.donationId))?.amount ?? 0),
  };
}
