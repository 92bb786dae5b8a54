import { findProject, findProjects, type Project, projectOfUser, stagedOf } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor, subtract, zero } from '#base/money/money.ts';
import { periodOf } from '#base/text/time-zones.ts';
import type { donationsCalls } from '../donations.calls.ts';
import { readJointParts } from '../joint-rows-store.server.ts';
import { type OwnRow, readGiven, readReceived } from './donation-lists-store.server.ts';
import { findReceived } from './donation-reports-store.server.ts';

/** The creator of a donation for the donor's screens. */
function creatorOf({ userId, userName, displayName, avatar }: Project) {
  return { userId, userName, displayName, avatar };
}

/** The same with what makes the page of thanks his own. */
export function thankedOf(project: Project) {
  return { ...stagedOf(project), thanksText: project.thanksText };
}

/** The parts of a shared donation for its donor, that of the page on which it was given first. */
export async function sharedOutOf(db: Queryable, payId: string) {
  const parts = await readJointParts(db, payId);
  const projects = await findProjects(
    db,
    parts.map(({ projectId }) => projectId),
  );
  return parts.flatMap(({ projectId, amount, isGone, thankedAt }) => {
    const project = projects.get(projectId);
    const creator = project && creatorOf(project);
    return creator
      ? [{ creator, amount: isGone ? zero : minor(amount), thankedAt: thankedAt?.toISOString() ?? null }]
      : [];
  });
}

/** The members of a donation in both lists. */
function shownOf({
  id,
  amount,
  refunded,
  name,
  isAnonymous,
  message,
  month,
  giftedMonths,
  giftedPieces,
  isRefunded,
  whole,
  ...times
}: OwnRow) {
  return {
    id,
    amount: minor(amount),
    refunded: minor(refunded),
    name,
    isAnonymous,
    message,
    month,
    giftedMonths,
    giftedPieces,
    whole: whole === null ? null : minor(whole),
    status: isRefunded ? ('Refunded' as const) : ('Paid' as const),
    createdAt: times.createdAt.toISOString(),
    paidAt: times.paidAt.toISOString(),
    thankedAt: times.thankedAt?.toISOString() ?? null,
  };
}

async function creatorsOf(db: Queryable, rows: readonly OwnRow[]) {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))];
  const projects = await Promise.all(ids.map((id) => findProject(db, id)));
  return new Map(
    projects.flatMap((project) => {
      return project?.isAvailable ? [[project.projectId, creatorOf(project)] as const] : [];
    }),
  );
}

/** Handlers of `Donate/My` and `Donate/Given`, with days of a time zone. */
export const createOwnDonationHandlers = (timeZone: string): Pick<Handlers<typeof donationsCalls>, 'my' | 'given'> => ({
  my: async ({ query: { Skip, Take, Search = '', ...period } }, context) => {
    const project = await projectOfUser(context.db, callerOf(context).userId);
    if (project === null) return { items: [], count: 0 };
    const asked = { projectId: project.projectId, period: periodOf(period, timeZone), skip: Skip, take: Take };
    const { items, count } =
      Search === ''
        ? await readReceived(context.db, asked)
        : await findReceived(context.db, { ...asked, search: Search });
    return {
      count,
      items: items.map((row) => ({
        ...shownOf(row),
        name: row.isAnonymous ? null : row.name,
        commission: minor(row.commission),
        credited: row.isRefunded ? minor(0) : subtract(minor(row.amount), minor(row.commission)),
        payout: row.isRefunded ? ('Returned' as const) : ('Credited' as const),
      })),
    };
  },
  given: async ({ query: { Skip, Take, ...period } }, context) => {
    const asked = { donorId: callerOf(context).userId, period: periodOf(period, timeZone), skip: Skip, take: Take };
    const { items, count } = await readGiven(context.db, asked);
    const creators = await creatorsOf(context.db, items);
    return {
      count,
      items: items.map((row) => ({
        ...shownOf(row),
        projectId: row.projectId,
        creator: creators.get(row.projectId) ?? null,
      })),
    };
  },
});
