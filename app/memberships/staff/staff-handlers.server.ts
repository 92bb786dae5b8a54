import { findCreators, findProjects, projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { partOf, placeOf } from '#base/calls/list-places.server.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import { chargeForStaff } from '../charging/saving-cards.server.ts';
import type { Clock } from '../clock.server.ts';
import { type EndingDeps, endMembership } from '../endings.server.ts';
import { countOf, readForStaff } from '../member-lists-store.server.ts';
import { revenueOf } from '../members/revenue.server.ts';
import { membershipMoved } from '../membership-failures.ts';
import { isDue, nextChargeOf, plannedTerms } from '../membership-steps.server.ts';
import { lockMembership, type MembershipRow, saveMembership } from '../membership-store.server.ts';
import { agreedTerms } from '../membership-terms.ts';
import { calendarMonth, monthsUntil } from '../month-starts.server.ts';
import type { staffMembershipsCalls } from '../staff-memberships.calls.ts';
import { countInState, readAllMembersByMonth } from '../totals-store.server.ts';

interface StaffDeps extends EndingDeps {
  readonly clock: Clock;
}

async function list(
  clock: Clock,
  query: CallInput<typeof staffMembershipsCalls.staffMemberships>['query'],
  { db }: CallContext,
) {
  const { State: state, UserId: userId, After, Take: take } = query;
  const after = placeOf(After);
  const project = userId === undefined ? null : await projectOfUser(db, userId);
  const parties = userId === undefined ? null : { personId: userId, projectId: project?.projectId ?? null };
  const [now, rows, count] = await Promise.all([
    clock(db),
    readForStaff(db, { state, parties, after, take: take + 1 }),
    parties === null ? countInState(db, state) : countOf(db, state, parties),
  ]);
  const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
  const [projects, donors] = await Promise.all([
    findProjects(
      db,
      part.map(({ projectId }) => projectId),
    ),
    findCreators(
      db,
      part.map(({ personId }) => personId),
    ),
  ]);
  const items = part.flatMap((row) => {
    const creator = projects.get(row.projectId);
    const donor = donors.get(row.personId);
    if (creator === undefined || donor === undefined) return [];
    const { id, months, tries, refusal } = row;
    return [
      {
        id,
        state: row.state,
        months,
        tries,
        refusal,
        amount: minor(row.amount),
        nextAmount: minor((plannedTerms(row) ?? row).amount),
        isGifted: row.giftedAmount !== null,
        isDue: isDue(row, now),
        donorId: donor.userId,
        donorName: donor.userName,
        creatorId: creator.userId,
        creatorName: creator.userName,
        paidUntil: isoOrNull(row.paidUntil),
        nextChargeAt: isoOrNull(nextChargeOf(row)),
        since: (row.since ?? row.createdAt).toISOString(),
      },
    ];
  });
  return { items, count, next };
}

/** Runs `work` with a membership locked, and notes its donor and sum in the audit trail. */
async function change(
  context: CallContext,
  membershipId: string,
  work: (tx: Tx, row: MembershipRow) => Promise<void>,
): Promise<Record<string, never>> {
  await context.transaction(async (tx) => {
    const row = await lockMembership(tx, membershipId);
    if (row === null) throw failures.notFound();
    await work(tx, row);
    context.note({ subject: row.personId, details: { amount: toMain(minor(agreedTerms(row).amount)) } });
  });
  return {};
}

/** Handlers of what the staff does with memberships. */
export function createStaffHandlers(deps: StaffDeps): Handlers<typeof staffMembershipsCalls> {
  return {
    staffMemberships: async ({ query }, context) => list(deps.clock, query, context),
    staffRevenue: async ({ query: { Months } }, { db }) => {
      const names = monthsUntil(calendarMonth(await deps.clock(db), deps.timeZone), Months);
      return revenueOf(await readAllMembersByMonth(db, names[0] ?? ''), names);
    },
    retryMembership: async ({ body: { membershipId } }, context) =>
      change(context, membershipId, async (tx, row) => {
        if (row.state !== 'Overdue' && row.state !== 'Paused') throw membershipMoved();
        await saveMembership(tx, await chargeForStaff(tx, row, await deps.clock(tx)));
      }),
    stopMembership: async ({ body: { membershipId } }, context) =>
      change(context, membershipId, async (tx, row) => {
        if (row.state === 'Ended') throw membershipMoved();
        await endMembership(tx, deps, { row, reason: 'StaffStopped', now: await deps.clock(tx) });
      }),
  };
}
