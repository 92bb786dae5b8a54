import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { jointCalls } from './joint.calls.ts';
import { endStream, lockOver, readMembers } from './joint-store.server.ts';
import { jointHandlers, showJointChange } from './making/joint-handlers.server.ts';

/** Ends the streams that are over. Nothing is shared in them before, either: this frees their members and brings their pages up to date. */
async function endOver(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await lockOver(tx);
    for (const id of ids) await endStream(tx, id);
    await showJointChange(tx, await readMembers(tx, ids));
  });
}

/** Creates the area: streams that several creators give together (docs/rules.md#joint-streams). */
export function createJoint({ db }: { readonly db: Database }) {
  return {
    calls: bindCalls(jointCalls, jointHandlers),
    jobs: [{ name: 'streams together that are over', everyMilliseconds: 10_000, run: () => endOver(db) }],
  } satisfies Area;
}
