import type { Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { minor } from '#base/money/money.ts';
import { closeCharges } from './charge-store.server.ts';
import { donorNotice } from './donor-notice.server.ts';
import type { MembershipEvents } from './membership-events.server.ts';
import type { EndReason } from './membership-state.ts';
import { ended, isEnjoyed } from './membership-steps.server.ts';
import {
  endSomeOfProject,
  lockMembershipsOfDonor,
  type MembershipRow,
  saveMembership,
} from './membership-store.server.ts';
import { calendarMonth } from './month-starts.server.ts';
import { addToCalendarMonth } from './totals-store.server.ts';

/** The tag of what shows a project's levels and number of members. */
export const membershipsTag = (projectId: string) => `memberships:${projectId}`;

/** What ending needs. */
export interface EndingDeps {
  readonly events: MembershipEvents;
  /** Of calendar months. */
  readonly timeZone: string;
}

/** Ends a locked membership: nothing is charged any more, and its card is forgotten. */
export async function endMembership(
  tx: Tx,
  { events, timeZone }: EndingDeps,
  { row, reason, now }: { readonly row: MembershipRow; readonly reason: EndReason; readonly now: Date },
): Promise<void> {
  await saveMembership(tx, ended(row, reason, now));
  await closeCharges(tx, [row.id]);
  if (row.since === null) return;
  const { id: membershipId, projectId, levelId, months } = row;
  const isGifted = row.giftedAmount !== null;
  // Gifted months are no recurring revenue, so that their end is no loss of it; who has paused is gone already.
  if (!isGifted && isEnjoyed(row)) {
    await addToCalendarMonth(tx, { projectId, month: calendarMonth(now, timeZone) }, { ended: 1 });
  }
  await events.ended(tx, { membershipId, projectId, levelId, amount: minor(row.amount), months, isGifted, reason });
  if (reason === 'CreatorGone' || reason === 'StaffStopped') await events.noticed(tx, [donorNotice('ended', row)]);
  await outdateCached(tx, [membershipsTag(projectId)]);
}

/** Ends all that a person gives and all that his project gets: he is blocked or removed (docs/rules.md#memberships). */
export async function endMembershipsOf(
  tx: Tx,
  deps: EndingDeps,
  { userId, projectId, now }: { readonly userId: string; readonly projectId: string; readonly now: Date },
): Promise<void> {
  for (const row of await lockMembershipsOfDonor(tx, userId)) {
    await endMembership(tx, deps, { row, reason: 'PersonGone', now });
  }
  const month = calendarMonth(now, deps.timeZone);
  for (;;) {
    const rows = await endSomeOfProject(tx, projectId, now);
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    await closeCharges(tx, ids);
    const members = rows.filter(({ wasMember }) => wasMember);
    const lost = members.filter(({ isGifted, wasPaid }) => !isGifted && wasPaid);
    await addToCalendarMonth(tx, { projectId, month }, { ended: lost.length });
    const notices = members.map((row) => donorNotice('ended', row));
    await deps.events.noticed(tx, notices);
  }
  await outdateCached(tx, [membershipsTag(projectId)]);
}
