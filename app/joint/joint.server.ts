import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { jointCalls } from './joint.calls.ts';
import { type JointNotice, type NotifyMembers, noticesOf, readJointNews } from './joint-notices.server.ts';
import { endStream, lockOver, readMembers } from './joint-store.server.ts';
import { createJointHandlers } from './making/joint-handlers.server.ts';
import { showJointChange } from './making/own-membership.server.ts';

/** Ends the streams that are over. Nothing is shared in them before, either: this frees their members and brings their pages up to date. */
async function endOver(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await lockOver(tx);
    for (const id of ids) await endStream(tx, id);
    await showJointChange(tx, await readMembers(tx, ids));
  });
}

type NoticeListener = (tx: Tx, notices: readonly JointNotice[]) => Promise<void>;

/** The running area. */
export type Joint = ReturnType<typeof createJoint>;

/** Creates the area: streams that several creators give together (docs/rules.md#joint-streams). */
export function createJoint({ db }: { readonly db: Database }) {
  const listeners: NoticeListener[] = [];
  const notify: NotifyMembers = async (tx, happened) => {
    const notices = await noticesOf(tx, happened);
    for (const listener of listeners) await listener(tx, notices);
  };
  return {
    calls: bindCalls(jointCalls, createJointHandlers(notify)),
    jobs: [{ name: 'streams together that are over', everyMilliseconds: 10_000, run: () => endOver(db) }],
    /** Runs in the transaction of what members are notified of. */
    onNoticed: (listener: NoticeListener) => void listeners.push(listener),
    readNews: readJointNews,
  } satisfies Area & Record<string, unknown>;
}
