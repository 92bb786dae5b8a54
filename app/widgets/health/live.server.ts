import { findProject } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import type { widgetsCalls } from '../widgets.calls.ts';
import { isAnySourceVisible, type LostSource, readLostSources } from './source-store.server.ts';

/** The handler for whether a creator is streaming: one of his sources is connected and visible, and he does not hide it. */
export const liveHandler: Handlers<typeof widgetsCalls>['live'] = async ({ query: { projectId } }, { db, tag }) => {
  tag(`project:${projectId}`);
  const project = await findProject(db, projectId);
  if (project === null || !project.isAvailable) throw failures.notFound();
  return { isLive: !project.hideLive && (await isAnySourceVisible(db, projectId)) };
};

/** Runs in a transaction of its own, again and again while the pages stay away. */
export type LostListener = (tx: Tx, source: LostSource) => Promise<void>;

/** Notifies of creators who lose their pages during a stream: donations come, and nothing shows them (docs/rules.md#notices). */
export async function reportLostSources(db: Database, listeners: readonly LostListener[]): Promise<void> {
  for (const source of await readLostSources(db)) {
    await db.transaction(async (tx) => {
      for (const listener of listeners) await listener(tx, source);
    });
  }
}
