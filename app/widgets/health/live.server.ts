import { findProject } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { widgetsCalls } from '../widgets.calls.ts';
import { isAnySourceVisible } from './source-store.server.ts';

/** The handler for whether a creator is streaming: one of his sources is connected and visible, and he does not hide it. */
export const liveHandler: Handlers<typeof widgetsCalls>['live'] = async ({ query: { projectId } }, { db, tag }) => {
  tag(`project:${projectId}`);
  const project = await findProject(db, projectId);
  if (project === null || !project.isAvailable) throw failures.notFound();
  return { isLive: !project.hideLive && (await isAnySourceVisible(db, projectId)) };
};
