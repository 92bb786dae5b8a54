import { sql } from 'drizzle-orm';
import type { Handlers } from '#base/bound-call.server.ts';
import type { CallContext } from '#base/call-context.server.ts';
import type { Queryable } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { mayHaveNext } from './alert-glance-store.server.ts';
import { takeNext, takeReport } from './alert-store.server.ts';
import { asShown } from './alert-words.server.ts';
import { goalFigures } from './goal.server.ts';
import { giftsShownBy } from './shown-gifts.server.ts';
import { keepHealth, markSeen } from './source-store.server.ts';
import type { WidgetHouse } from './widget-deps.server.ts';
import { alertNotHeld } from './widget-failures.ts';
import { keyOwnerOf } from './widget-key-check.server.ts';
import { readSettings } from './widget-settings-store.server.ts';
import type { StatisticsSettings } from './widget-shapes.ts';
import { openWidgetStream, resumePoint } from './widget-stream.server.ts';
import type { widgetsCalls } from './widgets.calls.ts';

async function projectOfKey({ db, request }: CallContext, key: string): Promise<string> {
  return (await keyOwnerOf(db, request, key)).projectId;
}

/** When the period began; null: with the first gift. */
async function startOf(db: Queryable, settings: StatisticsSettings, timeZone: string): Promise<Date | null> {
  const { period, since, streamStartedAt } = settings;
  if (period === 'all') return null;
  if (period === 'since') return since === null ? null : new Date(since);
  if (period === 'stream' && streamStartedAt !== null) return new Date(streamStartedAt);
  const part = period === 'month' ? 'month' : 'day';
  const { rows } = await db.execute<{ start: Date }>(sql`
    select date_trunc(${part}, now() at time zone ${timeZone}) at time zone ${timeZone} as start`);
  return rows[0]?.start ?? null;
}

const shownGifts = 10;

async function readStatistics(house: WidgetHouse, db: Queryable, projectId: string) {
  const { statistics } = await readSettings(db, projectId);
  const since = await startOf(db, statistics, house.timeZone);
  const figures = await house.donationStatistics(db, projectId, { since, most: shownGifts });
  return {
    period: statistics.period,
    since: since?.toISOString() ?? null,
    total: figures.amount,
    count: figures.count,
    last: figures.last.map(({ name, amount, paidAt }) => ({ name, amount, createdAt: paidAt.toISOString() })),
    top: figures.top.map((donor, at) => ({ place: at + 1, ...donor })),
    goal: await goalFigures(house, db, projectId, statistics.goal),
  };
}

/** The calls of the widget pages: whoever holds the key may make them. */
export function pageHandlers(
  house: WidgetHouse,
): Pick<Handlers<typeof widgetsCalls>, 'events' | 'next' | 'report' | 'health' | 'statistics'> {
  return {
    events: async ({ query }, context) => {
      const after = resumePoint(context.request.headers['last-event-id'], query.lastEventId);
      await openWidgetStream(house, context, { key: query.key, source: query.source ?? null, after });
      return undefined;
    },
    next: async ({ body }, context) => {
      const asking = { projectId: await projectOfKey(context, body.key), ...body };
      await markSeen(context.db, asking);
      if (!(await mayHaveNext(context.db, asking))) return null;
      // All on one connection: for another it would stand in line behind the other pages, which ask at the same moment.
      return context.transaction(async (tx) => {
        const alert = await takeNext(tx, asking);
        return alert && asShown(alert, (await house.giftWords(tx, [])).mask);
      });
    },
    report: async ({ body }, context) => {
      const report = { projectId: await projectOfKey(context, body.key), ...body };
      const { projectId, alertId, state } = report;
      const result = await context.transaction(async (tx) => {
        const taken = await takeReport(tx, report);
        const gifts = taken === 'taken' && state === 'shown' ? await giftsShownBy(tx, projectId, alertId) : [];
        if (gifts.length > 0) await house.whenShown(tx, { projectId, gifts });
        return taken;
      });
      if (result === 'missing') throw failures.notFound.because();
      if (result === 'notHeld') throw alertNotHeld.because();
      return {};
    },
    health: async ({ body }, context) => {
      const projectId = await projectOfKey(context, body.key);
      await keepHealth(context.db, { projectId, ...body, build: body.build ?? null });
      return {};
    },
    statistics: async ({ query }, context) => readStatistics(house, context.db, await projectOfKey(context, query.key)),
  };
}
