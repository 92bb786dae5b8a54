import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { partOf, placeOf } from '#base/calls/list-places.server.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import { minor } from '#base/money/money.ts';
import { timeCells } from '#base/text/csv.ts';
import type { Clock } from '../clock.server.ts';
import { readLevelsOf } from '../levels-store.server.ts';
import { readMembers } from '../member-lists-store.server.ts';
import type { membersCalls } from '../members.calls.ts';
import { liveStates } from '../membership-state.ts';
import { nextChargeOf, plannedTerms } from '../membership-steps.server.ts';
import type { MembershipRow } from '../membership-store.server.ts';
import { agreedTerms, type Terms } from '../membership-terms.ts';
import { calendarMonth, monthsUntil } from '../month-starts.server.ts';
import { readMembersByMonth, readStateCounts } from '../totals-store.server.ts';
import { tableOfMembers } from './member-table.server.ts';
import { revenueOf } from './revenue.server.ts';

export interface MembersDeps {
  readonly clock: Clock;
  /** Of calendar months. */
  readonly timeZone: string;
}

/** What a member gives from the next charge on; null: the same, or nothing more is charged. */
function nextOf(row: MembershipRow, nameOf: (terms: Terms) => string | null) {
  const coming = plannedTerms(row);
  return coming === null ? null : { level: nameOf(coming), amount: minor(coming.amount) };
}

async function members(query: CallInput<typeof membersCalls.members>['query'], context: CallContext) {
  const { db } = context;
  const { State: state = null, After, Take: take } = query;
  const after = placeOf(After);
  const project = await projectOfUser(db, callerOf(context).userId);
  if (project === null) return { items: [], count: 0, next: null };
  const { projectId } = project;
  const [rows, counts] = await Promise.all([
    readMembers(db, { projectId, state, after, take: take + 1 }),
    readStateCounts(db, projectId),
  ]);
  const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
  const levels = await readLevelsOf(
    db,
    part.flatMap((row) => [row, agreedTerms(row)]),
  );
  const nameOf = ({ levelId }: { readonly levelId: string | null }) => levels.get(levelId ?? '')?.name ?? null;
  const counted = state === null ? liveStates : [state];
  return {
    items: part.map((row) => ({
      id: row.id,
      state: row.state,
      isGifted: row.giftedAmount !== null,
      months: row.months,
      name: row.isAnonymous ? null : row.name,
      level: nameOf(row),
      amount: minor(row.amount),
      next: nextOf(row, nameOf),
      since: (row.since ?? row.createdAt).toISOString(),
      sum: minor(row.paidSum),
      lastPaidAt: isoOrNull(row.lastPaidAt),
      nextChargeAt: isoOrNull(nextChargeOf(row)),
    })),
    count: counted.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0),
    next,
  };
}

async function revenue({ clock, timeZone }: MembersDeps, count: number, context: CallContext) {
  const { db } = context;
  const names = monthsUntil(calendarMonth(await clock(db), timeZone), count);
  const project = await projectOfUser(db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  const { projectId } = project;
  return revenueOf(await readMembersByMonth(db, projectId, names[0] ?? ''), names);
}

/** Handlers of a creator's members. */
export function createMemberHandlers(deps: MembersDeps): Handlers<typeof membersCalls> {
  return {
    members: async ({ query }, context) => members(query, context),
    revenue: async ({ query: { Months } }, context) => revenue(deps, Months, context),
    exportMembers: async ({ query: { Language } }, context) => {
      const project = await projectOfUser(context.db, callerOf(context).userId);
      if (project === null) throw failures.notFound();
      const { projectId } = project;
      return {
        contentType: 'text/csv; charset=utf-8',
        bytes: tableOfMembers(context.database, projectId, {
          time: timeCells(deps.timeZone),
          language: Language,
        }),
        headers: {
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="opora-members.csv"',
        },
      };
    },
  };
}
