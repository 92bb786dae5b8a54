import { findProject } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import { dropCached } from '#base/cache-tags.server.ts';
import { callerOf } from '#base/call-context.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { appendEvent } from '#base/live.server.ts';
import type { Minor } from '#base/money.ts';
import { ownProject, type WidgetDeps, type WidgetHouse } from './widget-deps.server.ts';
import { changeSettings, openSettings, readSettings } from './widget-settings-store.server.ts';
import type { GoalSettings } from './widget-shapes.ts';
import { settingsOnWire } from './widget-shown.server.ts';
import type { widgetsCalls } from './widgets.calls.ts';

const percent = (collected: Minor, goal: Minor) => Number((BigInt(collected) * 100n) / BigInt(goal));

/** What has come together for a goal, by the totals that everything else is counted from: gifts given back do not count. */
export async function goalFigures(deps: WidgetDeps, db: Queryable, projectId: string, goal: GoalSettings | null) {
  if (goal === null) return null;
  const since = goal.since === null ? null : new Date(goal.since);
  const { amount: collected } = await deps.donationStatistics(db, projectId, { since, most: 0 });
  return { ...goal, collected, percent: percent(collected, goal.amount) };
}

/** Has the creator's page show what his goal is now. */
export async function dropGoal(tx: Tx, projectId: string): Promise<void> {
  await dropCached(tx, [`project:${projectId}`]);
}

/** The goal that everybody sees, and the moment that the figures of a stream begin with. */
export function goalHandlers(house: WidgetHouse): Pick<Handlers<typeof widgetsCalls>, 'goal' | 'startStream'> {
  return {
    goal: async ({ query: { projectId } }, context) => {
      context.tag(`project:${projectId}`);
      const project = await findProject(context.db, projectId);
      if (project === null || !project.isAvailable) throw failures.notFound.because();
      const { statistics } = await readSettings(context.db, projectId);
      return goalFigures(house, context.db, projectId, statistics.goal);
    },
    startStream: async (_input, context) => {
      const project = await ownProject(context.db, callerOf(context).userId);
      const { projectId } = project;
      const startedAt = new Date().toISOString();
      return context.transaction(async (tx) => {
        await openSettings(tx, projectId, house.keys);
        await changeSettings(tx, projectId, { alert: {}, statistics: { streamStartedAt: startedAt }, sticker: {} });
        const settings = await readSettings(tx, projectId);
        await appendEvent(tx, projectId, 'settings', settingsOnWire(house, project, settings));
        return { startedAt };
      });
    },
  };
}
