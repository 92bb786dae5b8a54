import { randomUUID } from 'node:crypto';
import { shownNames } from '#app/donations/signed-names.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { minor } from '#base/money/money.ts';
import { donorNotice } from '../donor-notice.server.ts';
import { type EndingDeps, membershipsTag } from '../endings.server.ts';
import { endOfMonths } from '../month-starts.server.ts';
import { insertPlace, type Placed } from './gift-place-store.server.ts';
import type { GiftRow } from './gift-store.server.ts';

/** Nobody's card is charged for it: the system is that of a later payment. */
const insert = statement(`
  insert into membership
    (id, project_id, person_id, level_id, amount, name, is_anonymous, system, anchor_at, time_zone, state, months, since, paid_until, due_at, created_at,
     gifted_amount)
  values ($1, $2, $3, $4, 0, $5, $6, 'gateway', $7, $8, 'Leaving', $9, $7, $10, $10, $7, $11)`);

/** Whoever gets months, signed as others may read it. */
export interface Getter extends Placed {
  readonly personId: string;
}

/** Gives months in a row of locked gifted months to somebody who has no live membership there; it ends by itself when they are over. */
export async function giveMonths(
  tx: Tx,
  { events }: Pick<EndingDeps, 'events'>,
  {
    gift,
    getter,
    months,
    now,
  }: { readonly gift: GiftRow; readonly getter: Getter; readonly months: number; readonly now: Date },
): Promise<void> {
  const { projectId, levelId, timeZone, price } = gift;
  const { personId, name, isAnonymous } = getter;
  const membershipId = randomUUID();
  const paidUntil = endOfMonths({ at: now, timeZone }, months);
  const times = [now, timeZone, months, paidUntil];
  await tx.run(insert, [membershipId, projectId, personId, levelId, name, isAnonymous, ...times, price]);
  await insertPlace(tx, gift.id, getter, { membershipId, at: now });
  const [shown = null] = await shownNames(tx, [getter]);
  const notice = { membershipId, projectId, levelId, amount: minor(0), months, isGifted: true, name: shown, paidUntil };
  await events.started(tx, { ...notice, donationId: gift.id });
  // Whoever was drawn may have left the page.
  if (getter.ticket !== null) await events.noticed(tx, [donorNotice('gifted', { id: membershipId, personId, months })]);
  await outdateCached(tx, [membershipsTag(projectId)]);
}
