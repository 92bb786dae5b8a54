import type { Tx } from '#base/db/db.server.ts';
import { insertPlace } from '../gift/gift-place-store.server.ts';
import type { GiftRow } from '../gift/gift-store.server.ts';
import type { NotifyWinners } from '../gift-notices.server.ts';
import { giftLimits } from '../gift-rules.ts';
import type { Getter } from './give-months.server.ts';

const day = 86_400_000;

/** Gives a piece of a locked gift to somebody, who orders it later. */
export async function givePiece(
  tx: Tx,
  { notify }: { readonly notify: NotifyWinners },
  { gift, getter, now }: { readonly gift: GiftRow; readonly getter: Getter; readonly now: Date },
): Promise<void> {
  const { personId, ticket } = getter;
  const chooseUntil = new Date(now.getTime() + giftLimits.choiceDays * day);
  const place = await insertPlace(tx, gift, getter, { got: { personId, chooseUntil }, at: now });
  // Whoever takes one is on the page; whoever was drawn may have left it.
  if (ticket !== null) await notify(tx, [{ personId, giftId: gift.id, place, said: 'got' }]);
}
