import { sql } from 'drizzle-orm';
import type { Handlers } from '#base/bound-call.server.ts';
import type { Queryable } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { Minor } from '#base/money.ts';
import { mayHaveNext } from './alert-glance-store.server.ts';
import { takeNext, takeReport } from './alert-store.server.ts';
import { keepHealth, markSeen } from './source-store.server.ts';
import type { WidgetHouse } from './widget-deps.server.ts';
import { alertNotHeld, wrongKey } from './widget-failures.ts';
import { findKeyOwner, readSettings } from './widget-settings-store.server.ts';
import type { StatisticsSettings } from './widget-shapes.ts';
import { openWidgetStream, resumePoint } from './widget-stream.server.ts';
import type { widgetsCalls } from './widgets.calls.ts';

async function projectOfKey(db: Queryable, key: string): Promise<string> {
  const owner = key === '' ? null : await findKeyOwner(db, key);
  if (owner === null) throw wrongKey.because();
  return owner.projectId;
}

/** When the period began; null: with the first gift. */
async function startOf(db: Queryable, { period, since }: StatisticsSettings, timeZone: string): Promise<Date | null> {
  if (period === 'all') return null;
  if (period === 'since') return since === null ? null : new Date(since);
  const { rows } = await db.execute<{ start: Date }>(sql`
    select date_trunc(${period}, now() at time zone ${timeZone}) at time zone ${timeZone} as start`);
  return rows[0]?.start ?? null;
}

const shownGifts = 10;

const percent = (collected: Minor, goal: Minor) => Number((BigInt(collected) * 100n) / BigInt(goal));

async function readStatistics(house: WidgetHouse, db: Queryable, projectId: string) {
  const { statistics } = await readSettings(db, projectId);
  const since = await startOf(db, statistics, house.timeZone);
  const figures = await house.donationStatistics(db, projectId, { since, most: shownGifts });
  const { goal } = statistics;
  return {
    period: statistics.period,
    since: since?.toISOString() ?? null,
    total: figures.amount,
    count: figures.count,
    last: figures.last.map(({ name, amount, paidAt }) => ({ name, amount, createdAt: paidAt.toISOString() })),
    top: figures.top.map((donor, at) => ({ place: at + 1, ...donor })),
    goal: goal && { ...goal, collected: figures.amount, percent: percent(figures.amount, goal.amount) },
  };
}

/** The calls of the widget pages: whoever holds the key may make them. */
export function pageHandlers(
  house: WidgetHouse,
): Pick<Handlers<typeof widgetsCalls>, 'events' | 'next' | 'report' | 'health' | 'statistics'> {
  return {
    events: async ({ query }, context) => {
      const after = resumePoint(context.request.headers['last-event-id'], query.lastEventId);
      await openWidgetStream(house, context, { key: query.key, after });
      return undefined;
    },
    next: async ({ body }, context) => {
      const asking = { projectId: await projectOfKey(context.db, body.key), ...body };
      await markSeen(context.db, asking);
      if (!(await mayHaveNext(context.db, asking))) return null;
      return context.transaction((tx) => takeNext(tx, asking));
    },
    report: async ({ body }, context) => {
      const report = { projectId: await projectOfKey(context.db, body.key), ...body };
      const result = await context.transaction((tx) => takeReport(tx, report));
      if (result === 'missing') throw failures.notFound.because();
      if (result === 'notHeld') throw alertNotHeld.because();
      return {};
    },
    health: async ({ body }, context) => {
      const projectId = await projectOfKey(context.db, body.key);
      await keepHealth(context.db, { projectId, ...body, build: body.build ?? null });
      return {};
    },
    statistics: async ({ query }, context) =>
      readStatistics(house, context.db, await projectOfKey(context.db, query.key)),
  };
}
