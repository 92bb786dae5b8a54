import { publicClock } from '#app/donathon/shown-clock.server.ts';
import { streamedDraws } from '#app/draws/streamed-draws.server.ts';
import { streamedGifts } from '#app/gifts/streamed-gifts.server.ts';
import { streamedTargets } from '#app/targets/shown-target.server.ts';
import { publicVotes } from '#app/votes/shown-vote.server.ts';
import { voteLimits } from '#app/votes/vote-rules.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { presentOf, startOfPart } from '#base/db/present.server.ts';
import { isLocale, type Locale } from '#base/text/locales.ts';
import { markSeen, saveHealth } from '../health/source-store.server.ts';
import { takeNext, takeReport } from '../queue/alert-store.server.ts';
import { asShown } from '../queue/alert-words.server.ts';
import { mayHaveNextAlert } from '../queue/has-next-alert-store.server.ts';
import { donationsShownBy } from '../shown-times-store.server.ts';
import { goalFigures } from '../statistics/goal.server.ts';
import { votesToShow } from '../votes/shown-votes.ts';
import type { WidgetServices } from '../widget-deps.server.ts';
import { alertNotHeld } from '../widget-failures.ts';
import { keyOwnerOf } from '../widget-key-check.server.ts';
import { readWidgetSettings } from '../widget-settings-store.server.ts';
import type { StatisticsSettings } from '../widget-shapes.ts';
import type { widgetsCalls } from '../widgets.calls.ts';
import { openWidgetStream, resumePoint } from './widget-stream.server.ts';

async function projectOfKey({ db, request }: CallContext, key: string): Promise<string> {
  return (await keyOwnerOf(db, request, key)).projectId;
}

/** The language that a page names; another one may be that of a streaming program. */
function pageLanguage({ request }: CallContext): Locale {
  const named = request.headers['accept-language'];
  return isLocale(named) ? named : 'ru';
}

/** When the period began; null: at the first donation. */
async function startOf(db: Queryable, settings: StatisticsSettings, timeZone: string): Promise<Date | null> {
  const { period, since, streamStartedAt } = settings;
  if (period === 'all') return null;
  if (period === 'since') return since === null ? null : new Date(since);
  if (period === 'stream' && streamStartedAt !== null) return new Date(streamStartedAt);
  return startOfPart(db, period === 'month' ? 'month' : 'day', timeZone);
}

const shownDonations = 10;
/** All that are open, and the one that ended last, whose result stays for a while. */
const mostVotes = voteLimits.open + 1;
/** How long a clock that is over stays on the stream. */
const endedClockStays = 10 * 60_000;

async function readStatistics(services: WidgetServices, db: Queryable, projectId: string) {
  const { statistics } = await readWidgetSettings(db, projectId);
  const since = await startOf(db, statistics, services.timeZone);
  const figures = await services.donationStatistics(db, projectId, { since, most: shownDonations });
  return {
    period: statistics.period,
    since: since?.toISOString() ?? null,
    total: figures.amount,
    count: figures.count,
    last: figures.last.map(({ name, amount, paidAt }) => ({ name, amount, createdAt: paidAt.toISOString() })),
    top: figures.top.map((donor, at) => ({ place: at + 1, ...donor })),
    goal: await goalFigures(services, db, projectId, statistics.goal),
  };
}

/** Handlers of the widget pages' calls, which need nothing but the key. */
export function pageHandlers(
  services: WidgetServices,
): Pick<
  Handlers<typeof widgetsCalls>,
  'events' | 'next' | 'report' | 'health' | 'statistics' | 'votes' | 'targets' | 'clock' | 'draws'
> {
  return {
    events: async ({ query }, context) => {
      const after = resumePoint(context.request.headers['last-event-id'], query.lastEventId);
      await openWidgetStream(services, context, { key: query.key, source: query.source ?? null, after });
      return undefined;
    },
    next: async ({ body }, context) => {
      const asking = { projectId: await projectOfKey(context, body.key), ...body };
      const { hasOthers } = await markSeen(context.db, asking, services.hasLimits);
      if (!(await mayHaveNextAlert(context.db, asking))) return null;
      // On one connection: a second one would have to wait behind the other pages, which ask at the same moment.
      const handed = await context.transaction(async (tx) => {
        const alert = await takeNext(tx, { ...asking, hasOthers });
        if (alert === null) return null;
        const shown = asShown(alert, (await services.donationWords(tx, [], [])).mask);
        return { shown, words: await services.voices.wordsOf(tx, asking.projectId, shown, pageLanguage(context)) };
      });
      if (handed === null) return null;
      // After the commit: whatever befalls speech, the lease stands.
      const { shown, words } = handed;
      return { ...shown, speech: words && (await services.voices.served(asking.projectId, words)) };
    },
    report: async ({ body }, context) => {
      const report = { projectId: await projectOfKey(context, body.key), ...body };
      const { projectId, alertId, state } = report;
      const result = await context.transaction(async (tx) => {
        const taken = await takeReport(tx, report);
        const donations = taken === 'taken' && state === 'shown' ? await donationsShownBy(tx, projectId, alertId) : [];
        if (donations.length > 0) await services.whenShown(tx, { projectId, donations });
        return taken;
      });
      if (result === 'missing') throw failures.notFound();
      if (result === 'notHeld') throw alertNotHeld();
      return {};
    },
    health: async ({ body }, context) => {
      const projectId = await projectOfKey(context, body.key);
      await saveHealth(context.db, { projectId, ...body, build: body.build ?? null }, services.hasLimits);
      return {};
    },
    statistics: async ({ query }, context) =>
      readStatistics(services, context.db, await projectOfKey(context, query.key)),
    votes: async ({ query }, context) => {
      const votes = await publicVotes(context.db, await projectOfKey(context, query.key), mostVotes);
      return [...(await votesToShow(votes, () => presentOf(context.db)))];
    },
    targets: async ({ query }, context) => streamedTargets(context.db, await projectOfKey(context, query.key)),
    clock: async ({ query }, context) =>
      publicClock(context.db, await projectOfKey(context, query.key), endedClockStays),
    draws: async ({ query }, context) => {
      const projectId = await projectOfKey(context, query.key);
      const [draws, gifts] = await Promise.all([
        streamedDraws(context.db, projectId),
        streamedGifts(context.db, projectId),
      ]);
      return { ...draws, gifts };
    },
  };
}
