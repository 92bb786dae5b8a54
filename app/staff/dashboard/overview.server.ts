import { newPeopleByDay, readAllUsers } from '#app/creators/all-users-store.server.ts';
import { reviewBacklog, reviewFigures } from '#app/profile/decision-store.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallResult } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { wordsOf } from '#base/db/search.server.ts';
import { zero } from '#base/money/money.ts';
import { dayAfter, dayIn, eachDay } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import { type AuditFilter, readAudit, readTrailMark } from '../audit/audit-store.server.ts';
import { namedPeople } from '../named-people.server.ts';
import { mostDashboardDays, type overviewCalls } from '../overview.calls.ts';
import type { ModerationDeps } from '../staff-deps.server.ts';

/** Maximum number of users by name whose lines a search includes. */
const mostSearchedPeople = 100;

async function auditFilter(db: Queryable, search: string, userId: string | undefined): Promise<AuditFilter> {
  const words = wordsOf(search);
  const page = { ranking: 'order_place', skip: 0, take: mostSearchedPeople } as const;
  const found = words.length === 0 ? [] : (await readAllUsers(db, { search, among: [] }, page)).rows;
  return { words, people: found.map((person) => person.userId), userId: userId ?? null };
}

type Dashboard = CallResult<(typeof overviewCalls)['dashboard']>;

/** The requested days. Throws if they are too many or in the wrong order. */
async function periodOf(
  db: Queryable,
  { From, To }: { From?: string | undefined; To?: string | undefined },
  timeZone: string,
) {
  const to = To ?? dayIn(timeZone, await presentOf(db));
  const from = From ?? dayAfter(to, -29);
  const fault = (message: string) => failures.validationFailed({ fields: { From: message } });
  if (from > to) throw fault('Начало периода позже конца');
  if (dayAfter(from, mostDashboardDays - 1) < to) throw fault('Период не больше года');
  return { from, to };
}

const byDay = <Row extends { readonly day: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.day, row]));

async function dashboard(db: Queryable, deps: ModerationDeps, asked: { from: string; to: string }): Promise<Dashboard> {
  const { timeZone } = deps;
  const { from, to } = asked;
  const period = { from: startOfDay(from, timeZone), to: startOfDay(dayAfter(to, 1), timeZone), timeZone };
  const [donations, orders, people, reviews, failed] = await Promise.all([
    deps.donationsByDay(db, period).then(byDay),
    deps.ordersByDay(db, period).then(byDay),
    newPeopleByDay(db, period).then(byDay),
    reviewFigures(db, period).then(byDay),
    deps.failedPaymentsByDay(db, period).then(byDay),
  ]);
  const days = eachDay({ from, to }).map((day) => ({
    day,
    donations: donations.get(day)?.count ?? 0,
    donationSum: donations.get(day)?.amount ?? zero,
    orders: orders.get(day)?.count ?? 0,
    orderSum: orders.get(day)?.amount ?? zero,
    registered: people.get(day)?.registered ?? 0,
    creators: people.get(day)?.listed ?? 0,
    decisions: reviews.get(day)?.decided ?? 0,
    reviewSeconds: Math.round(reviews.get(day)?.median ?? -1),
    failedPayments: failed.get(day)?.count ?? 0,
  }));
  return {
    from,
    to,
    days: days.map((day) => ({ ...day, reviewSeconds: day.reviewSeconds < 0 ? null : day.reviewSeconds })),
  };
}

async function counts(db: Queryable, deps: ModerationDeps) {
  const [backlog, orders, payments, trail] = await Promise.all([
    reviewBacklog(db),
    deps.ordersWaiting(db),
    deps.troubledPaymentCounts(db),
    readTrailMark(db),
  ]);
  const { people, fields, oldest, newest } = backlog;
  return {
    people,
    fields,
    oldest: oldest?.toISOString() ?? null,
    orders: [...orders],
    failedPayments: payments.failed,
    problemPayments: payments.problem,
    version: `${trail}:${people}:${fields}:${newest?.getTime() ?? 0}`,
  };
}

/** Handlers of dashboard, counts, payments and audit trail. */
export function createOverviewHandlers(deps: ModerationDeps): Handlers<typeof overviewCalls> {
  return {
    counts: (_input, { db }) => counts(db, deps),
    dashboard: async ({ query }, { db }) => dashboard(db, deps, await periodOf(db, query, deps.timeZone)),
    audit: async ({ query: { Search, UserId, Skip, Take } }, { db }) => {
      const filter = await auditFilter(db, Search ?? '', UserId);
      const { items, count } = await readAudit(db, filter, { skip: Skip, take: Take });
      const people = await namedPeople(
        db,
        items.flatMap(({ actorId, subject }) => [actorId, subject]),
      );
      return {
        count,
        items: items.map(({ id, call, subject, input, details, actorId, createdAt }) => ({
          id,
          call,
          subject,
          input,
          details,
          at: createdAt.toISOString(),
          actor: people.get(actorId) ?? null,
          person: people.get(subject) ?? null,
        })),
      };
    },
    payments: async ({ query: { State, Kind, From, To, Skip, Take } }, { db }) => {
      const { timeZone } = deps;
      const { items, count } = await deps.paymentsInState(db, {
        state: State,
        kind: Kind,
        from: From === undefined ? null : startOfDay(From, timeZone),
        to: To === undefined ? null : startOfDay(dayAfter(To, 1), timeZone),
        skip: Skip,
        take: Take,
      });
      const referencesOf = (one: string) => items.flatMap(({ kind, reference }) => (kind === one ? [reference] : []));
      const donations = referencesOf('donation');
      const [receivers, months, sellers] = await Promise.all([
        deps.receiversOf(db, donations),
        deps.monthsOf(db, donations),
        deps.sellersOf(db, referencesOf('order')),
      ]);
      const people = await namedPeople(db, [...new Set([...receivers.values(), ...sellers.values()].flat())]);
      return {
        count,
        items: items.map((one) => ({
          ...one,
          receivers: (sellers.get(one.reference) ?? receivers.get(one.reference) ?? []).flatMap(
            (id) => people.get(id) ?? [],
          ),
          monthly: months.get(one.reference) ?? null,
          createdAt: one.createdAt.toISOString(),
        })),
      };
    },
  };
}
