import { findProject } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { WidgetServices } from '../widget-deps.server.ts';
import { readWidgetSettings } from '../widget-settings-store.server.ts';
import type { widgetsCalls } from '../widgets.calls.ts';

/** The handler for the look of a creator's alerts, which his stream shows anyway. */
export function lookHandler({ currency }: WidgetServices): Handlers<typeof widgetsCalls>['look'] {
  return async ({ query: { projectId } }, { db, tag }) => {
    tag(`project:${projectId}`);
    const [project, { alert }] = await Promise.all([findProject(db, projectId), readWidgetSettings(db, projectId)]);
    if (project === null || !project.isAvailable) throw failures.notFound();
    const { volume, readAloud, speaker, voiceName, voiceRate, voiceText, review, place, ...look } = alert;
    const { userName, pattern, accent } = project;
    return { alert: look, creator: { userName, pattern, accent }, currency };
  };
}
