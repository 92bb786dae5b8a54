import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { appendEvent } from '#base/events/live.server.ts';
import type { Minor } from '#base/money/money.ts';
import { ownProject, type WidgetDeps, type WidgetServices } from '../widget-deps.server.ts';
import {
  changeSettings,
  openSettings,
  readPublicSettings,
  readWidgetSettings,
} from '../widget-settings-store.server.ts';
import type { GoalSettings } from '../widget-shapes.ts';
import { settingsOnWire } from '../widget-shown.server.ts';
import type { widgetsCalls } from '../widgets.calls.ts';

const percent = (collected: Minor, goal: Minor) => Number((BigInt(collected) * 100n) / BigInt(goal));

/** What was collected for a goal, from the same totals as all other figures: refunded donations do not count. */
export async function goalFigures(deps: WidgetDeps, db: Queryable, projectId: string, goal: GoalSettings | null) {
  if (goal === null) return null;
  const since = goal.since === null ? null : new Date(goal.since);
  const { amount: collected, count, people } = await deps.goalSums(db, projectId, since);
  const figures = { ...goal, collected, count, people };
  if (goal.members === null) return { ...figures, members: null, percent: percent(collected, goal.amount) };
  const members = { now: await deps.countMembers(db, projectId), wanted: goal.members };
  return { ...figures, members, percent: Math.floor((100 * members.now) / members.wanted) };
}

/** Has the widget pages and the creator's page show the present number of members. */
export async function refreshGoal(tx: Tx, { projectId }: { readonly projectId: string }): Promise<void> {
  await appendEvent(tx, projectId, 'statistics', {});
  await dropPublicPart(tx, projectId);
}

/** Invalidates what visitors see of the widgets: the goal on the page and the look of the alerts. */
export async function dropPublicPart(tx: Tx, projectId: string): Promise<void> {
  await dropCached(tx, [`project:${projectId}`]);
}

/** Handlers for the public goal and for the start of a stream's figures. */
export function goalHandlers(services: WidgetServices): Pick<Handlers<typeof widgetsCalls>, 'goal' | 'startStream'> {
  return {
    goal: async ({ query: { projectId } }, context) => {
      context.tag(`project:${projectId}`);
      const settings = await readPublicSettings(context.db, projectId);
      if (settings === null) throw failures.notFound();
      return goalFigures(services, context.db, projectId, settings.statistics.goal);
    },
    startStream: async (_input, context) => {
      const project = await ownProject(context.db, callerOf(context).userId);
      const { projectId } = project;
      return context.transaction(async (tx) => {
        await openSettings(tx, projectId, services.keys);
        const startedAt = (await presentOf(tx)).toISOString();
        await changeSettings(tx, projectId, { alert: {}, statistics: { streamStartedAt: startedAt }, sticker: {} });
        const settings = await readWidgetSettings(tx, projectId);
        await appendEvent(tx, projectId, 'settings', settingsOnWire(services, project, settings));
        return { startedAt };
      });
    },
  };
}
