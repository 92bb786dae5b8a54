import { randomUUID } from 'node:crypto';
import { statement, type Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { donorNotice } from './donor-notice.server.ts';
import { type EndingDeps, membershipsTag } from './endings.server.ts';
import { endOfMonths } from './month-starts.server.ts';

/** Nobody's card is charged for it: the system is that of a later payment. */
const insert = statement(`
  insert into membership
    (id, project_id, person_id, level_id, amount, name, is_anonymous, system, anchor_at, time_zone, state, months, since, paid_until, due_at, created_at,
     gifted_amount)
  values ($1, $2, $3, $4, 0, $5, $6, 'gateway', $7, $8, 'Leaving', $9, $7, $10, $10, $7, $11)`);

/** Months of a level that somebody else has paid. */
export interface GiftedMembership {
  readonly projectId: string;
  readonly personId: string;
  readonly levelId: string;
  /** What a month has cost, minor units. */
  readonly price: Minor;
  readonly months: number;
  readonly timeZone: string;
  /** Of the member. */
  readonly name: string | null;
  readonly isAnonymous: boolean;
  /** The name that others may read; null: none. */
  readonly shownName: string | null;
  /** That paid the months. */
  readonly donationId: string;
  /** The member does not look at the page where the months were given. */
  readonly isAway: boolean;
}

/** Begins the membership of somebody who has no live one of the project; it ends by itself when its months are over. Returns its id. */
export async function beginGifted(
  tx: Tx,
  { events }: Pick<EndingDeps, 'events'>,
  given: GiftedMembership,
  now: Date,
): Promise<string> {
  const { projectId, personId, levelId, price, months, timeZone, name, isAnonymous } = given;
  const membershipId = randomUUID();
  const paidUntil = endOfMonths({ at: now, timeZone }, months);
  const times = [now, timeZone, months, paidUntil];
  await tx.run(insert, [membershipId, projectId, personId, levelId, name, isAnonymous, ...times, price]);
  const notice = { membershipId, projectId, levelId, amount: minor(0), months, isGifted: true, paidUntil };
  await events.started(tx, { ...notice, name: given.shownName, donationId: given.donationId });
  if (given.isAway) await events.noticed(tx, [donorNotice('gifted', { id: membershipId, personId, months })]);
  await outdateCached(tx, [membershipsTag(projectId)]);
  return membershipId;
}
