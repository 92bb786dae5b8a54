import { shownNames } from '#app/donations/signed-names.server.ts';
import { beginGifted } from '#app/memberships/begin-gifted.server.ts';
import type { EndingDeps } from '#app/memberships/endings.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { insertPlace, type Placed } from '../gift/gift-place-store.server.ts';
import type { GiftRow } from '../gift/gift-store.server.ts';

/** Whoever gets months, signed as others may read it. */
export interface Getter extends Placed {
  readonly personId: string;
}

/** Gives months in a row of locked gifted months to somebody who has no live membership there. */
export async function giveMonths(
  tx: Tx,
  deps: Pick<EndingDeps, 'events'>,
  {
    gift,
    getter,
    months,
    now,
  }: { readonly gift: GiftRow; readonly getter: Getter; readonly months: number; readonly now: Date },
): Promise<void> {
  const { id: donationId, projectId, levelId, timeZone, price } = gift;
  if (levelId === null) throw new Error(`the gift ${donationId} has no level`);
  const { personId, name, isAnonymous, ticket } = getter;
  const [shownName = null] = await shownNames(tx, [getter]);
  const given = { projectId, personId, levelId, price: minor(price), months, timeZone, name, isAnonymous, shownName };
  // Whoever was drawn may have left the page.
  const membershipId = await beginGifted(tx, deps, { ...given, donationId, isAway: ticket !== null }, now);
  await insertPlace(tx, gift, getter, { got: { membershipId }, at: now });
}
