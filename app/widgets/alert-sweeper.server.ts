import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#base/db.server.ts';
import { announceQueue, lockQueue, settleQueue } from './alert-move-store.server.ts';
import { forgetSources } from './source-store.server.ts';

const intervalMilliseconds = 1_500;
const projectsAtOnce = 200;
const forgetEvery = 400;

/** Settles every queue in which time has decided something, and rings its pages. */
export async function sweepAlerts(db: Database): Promise<void> {
  const { rows } = await db.execute<{ project_id: string }>(sql`
    select distinct project_id from alert
    where state in ('leased', 'playing') and due_at <= now() limit ${projectsAtOnce}`);
  for (const { project_id: projectId } of rows) {
    await db.transaction(async (tx) => {
      await lockQueue(tx, projectId);
      if ((await settleQueue(tx, projectId)) > 0) await announceQueue(tx, projectId);
    });
  }
}

/**
 * Gives leases back whose page has gone, and calls uncertain what played without an end, within two seconds after their time.
 * Any number of processes may do it side by side.
 */
export function startAlertSweeper({ db, log }: { db: Database; log: Logger }): { stop(): Promise<void> } {
  let rounds = 0;
  let isStopped = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const round = async () => {
    try {
      await sweepAlerts(db);
      if (rounds++ % forgetEvery === 0) await forgetSources(db);
    } catch (error) {
      log.warn({ err: error }, 'the alert queues were not swept');
    }
    plan();
  };
  const plan = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      work = round();
    }, intervalMilliseconds).unref();
  };
  plan();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await work;
    },
  };
}
