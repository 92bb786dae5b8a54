import sql, { join, type Sql } from 'sql-template-tag';
import { statement, type Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { appendEvent } from '#base/events/live.server.ts';
import type { AlertState } from '../alert-state.ts';
import { announceQueue, currentAlert, lockQueue, moveAlerts, settleQueue } from './alert-move-store.server.ts';
import { findReplayed } from './alert-withdraw-store.server.ts';

/** What a creator can do with single alerts. */
type AlertAction = 'skip' | 'replay' | 'approve' | 'reject';

/** A creator's command to the queue. */
export interface Control {
  readonly projectId: string;
  readonly action: AlertAction | 'pause' | 'resume';
  /** The alerts that it names; none for `pause` and `resume`, and for a replay of the alert that ended last. */
  readonly alertIds: readonly string[];
}

export type ControlResult = 'done' | 'missing' | 'changed';

interface ActionRule {
  readonly to: AlertState;
  readonly reason?: string;
  /** The states in which the action is possible. */
  readonly from: readonly AlertState[];
}

/** An alert that was below the minimum is not shown: its approval only makes the message public. */
const isBelowMinimum = sql`alert.reason = 'belowMinimum'`;

const rules: Readonly<Record<AlertAction, ActionRule>> = {
  skip: { to: 'skipped', reason: 'skipped', from: ['queued', 'leased', 'playing', 'uncertain'] },
  replay: { to: 'queued', from: ['shown', 'skipped', 'uncertain'] },
  approve: { to: 'queued', from: ['held', 'rejected'] },
  reject: { to: 'rejected', reason: 'rejected', from: ['held'] },
};

const approvable = statement<{ payId: string }>(`
  select pay_id as "payId" from alert
  where project_id = $1 and id = any($2::uuid[]) and state in ('held', 'rejected') and reason is distinct from 'refunded'
    and pay_id is not null`);

/** A refunded donation is not shown again. */
const notRefunded = sql`and alert.reason is distinct from 'refunded'`;

function isIn(states: readonly AlertState[]): Sql {
  return sql`alert.state in (${join(
    states.map((state) => sql`${state}`),
    ', ',
  )})`;
}

/** The one alert to report to the pages: of several, the one that a page is showing. */
async function findShown(tx: Tx, projectId: string, alertIds: readonly string[]): Promise<string | null> {
  if (alertIds.length <= 1) return alertIds[0] ?? null;
  const [current] = await tx.run(currentAlert, [projectId]);
  return current !== undefined && alertIds.includes(current.id) ? current.id : null;
}

async function namedBy(tx: Tx, { projectId, alertIds }: Control, action: AlertAction): Promise<readonly string[]> {
  if (action !== 'replay') return alertIds;
  const replayed = await findReplayed(tx, projectId, alertIds[0]);
  return replayed === null ? [] : [replayed];
}

const anyOf = statement<{ isThere: boolean }>(`
  select exists (select from alert where id = any($1::uuid[]) and project_id = $2) as "isThere"`);

async function act(
  tx: Tx,
  control: Control,
  action: AlertAction,
): Promise<{ result: ControlResult; alertId: string | null }> {
  const { projectId } = control;
  const rule = rules[action];
  const named = await namedBy(tx, control, action);
  const alertId = await findShown(tx, projectId, named);
  const which = sql`${isIn(rule.from)} and alert.id = any(${named}::uuid[])`;
  const published =
    action === 'approve'
      ? await moveAlerts(tx, projectId, 'skipped', { which: sql`${which} and ${isBelowMinimum}` })
      : 0;
  const moved = await moveAlerts(tx, projectId, rule.to, {
    which: sql`${which} ${rule.to === 'queued' ? notRefunded : sql``}`,
    ...(rule.reason !== undefined && { reason: rule.reason }),
  });
  if (published + moved > 0 || (action === 'replay' && control.alertIds.length === 0))
    return { result: 'done', alertId };
  const [row] = await tx.run(anyOf, [named, projectId]);
  return { result: row?.isThere ? 'changed' : 'missing', alertId };
}

const pause = statement(`
  insert into alert_queue (project_id, is_paused) values ($1, $2)
  on conflict (project_id) do update set is_paused = excluded.is_paused`);

async function setPaused(tx: Tx, projectId: string, isPaused: boolean): Promise<void> {
  await tx.run(pause, [projectId, isPaused]);
}

/**
 * Carries out a creator's command and notifies the widget pages. `missing`: the creator has no such alert; `changed`: its state does not
 * allow the action. Neither has any effect. `approved`: the donations whose messages it has made public.
 */
export async function controlQueue(
  tx: Tx,
  control: Control,
): Promise<{ result: ControlResult; isPaused: boolean; waiting: number; approved: readonly string[] }> {
  const { projectId, action } = control;
  const queue = await lockQueue(tx, projectId);
  await settleQueue(tx, projectId);
  const approved = action === 'approve' ? await tx.run(approvable, [projectId, control.alertIds]) : [];
  const isPausing = action === 'pause' || action === 'resume';
  if (isPausing) await setPaused(tx, projectId, action === 'pause');
  const { result, alertId } = isPausing ? ({ result: 'done', alertId: null } as const) : await act(tx, control, action);
  if (result === 'done') await appendEvent(tx, projectId, 'control', { action, alertId });
  // Whether its message is public changes with the answer. The trigger of the table drops it elsewhere, and a moment later.
  if (result === 'done' && (action === 'approve' || action === 'reject')) {
    await dropCached(tx, [`project:${projectId}`]);
  }
  const waiting = await announceQueue(tx, projectId);
  const isPaused = isPausing ? action === 'pause' : (queue?.isPaused ?? false);
  return { result, isPaused, waiting, approved: approved.map(({ payId }) => payId) };
}

const holdAgain = statement<{ id: string }>(`
  update alert set id = uuid_v7(), state = 'held', message = $3, reason = nullif(reason, 'rejected'), source = null, ended_at = null
  where project_id = $1 and pay_id = $2 and state = 'rejected' and reason is distinct from 'refunded' and digest_id is null
  returning id`);

/** Holds the alert of a rejected message with its second wording; false where it is not rejected. */
export async function holdReworded(
  tx: Tx,
  { projectId, donationId, message }: { projectId: string; donationId: string; message: string },
): Promise<boolean> {
  return (await tx.run(holdAgain, [projectId, donationId, message])).length > 0;
}

const singleAlert = statement<{ id: string }>(`
  select id from alert where pay_id = $1 and project_id = $2 and digest_id is null`);

/** The id of a donation's alert; null where it has none, or stands in a digest. */
export async function findSingleAlert(tx: Tx, projectId: string, payId: string): Promise<string | null> {
  return (await tx.run(singleAlert, [payId, projectId]))[0]?.id ?? null;
}
