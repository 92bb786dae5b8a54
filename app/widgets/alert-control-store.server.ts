import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#base/db.server.ts';
import { appendEvent } from '#base/live.server.ts';
import { announceQueue, lockQueue, moveAlerts, settleQueue } from './alert-move-store.server.ts';
import { isHead } from './alert-row.server.ts';
import type { AlertState } from './alert-state.ts';
import { findReplayed } from './alert-withdraw-store.server.ts';

/** What a creator may do with single alerts. */
type AlertAction = 'skip' | 'replay' | 'approve' | 'reject';

/** A creator's word on his queue. */
export interface Control {
  readonly projectId: string;
  readonly action: AlertAction | 'pause' | 'resume';
  readonly alertId?: string | undefined;
}

export type ControlResult = 'done' | 'missing' | 'changed';

interface ActionRule {
  readonly to: AlertState;
  readonly reason?: string;
  /** The states that the action is for. */
  readonly from: readonly AlertState[];
}

const rules: Readonly<Record<AlertAction, ActionRule>> = {
  skip: { to: 'skipped', reason: 'skipped', from: ['queued', 'leased', 'playing', 'uncertain'] },
  replay: { to: 'queued', from: ['shown', 'skipped', 'uncertain'] },
  approve: { to: 'queued', from: ['held', 'rejected'] },
  reject: { to: 'rejected', reason: 'rejected', from: ['held'] },
};

/** What was given back is shown no more. */
const notRefunded = sql`and alert.reason is distinct from 'refunded'`;

function isIn(states: readonly AlertState[]): SQL {
  return sql`alert.state in (${sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )})`;
}

async function findCurrent(tx: Tx, projectId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select alert.id from alert where alert.project_id = ${projectId} and alert.state in ('leased', 'playing') and ${isHead}`);
  return rows[0]?.id ?? null;
}

/** What an action is for that is about no alert in particular; a replay then has none to show again. */
const allFor: Readonly<Record<AlertAction, SQL>> = {
  skip: isIn(['queued']),
  replay: sql`false`,
  approve: isIn(['held']),
  reject: isIn(['held']),
};

/** The alert that an action is about: the one that is named, else what plays or has ended last; null: none in particular. */
async function findOne(tx: Tx, { projectId, alertId }: Control, action: AlertAction): Promise<string | null> {
  if (action === 'replay') return findReplayed(tx, projectId, alertId);
  if (alertId === undefined && action === 'skip') return findCurrent(tx, projectId);
  return alertId ?? null;
}

async function act(
  tx: Tx,
  control: Control,
  action: AlertAction,
): Promise<{ result: ControlResult; alertId: string | null }> {
  const { projectId } = control;
  const rule = rules[action];
  const alertId = await findOne(tx, control, action);
  const which = alertId === null ? allFor[action] : sql`alert.id = ${alertId}`;
  const moved = await moveAlerts(tx, projectId, rule.to, {
    which: sql`${isIn(rule.from)} and ${which} ${rule.to === 'queued' ? notRefunded : sql``}`,
    ...(rule.reason !== undefined && { reason: rule.reason }),
  });
  if (moved > 0 || control.alertId === undefined) return { result: 'done', alertId };
  const { rows } = await tx.execute<{ is_there: boolean }>(sql`
    select exists (select 1 from alert where id = ${alertId} and project_id = ${projectId}) as is_there`);
  return { result: rows[0]?.is_there ? 'changed' : 'missing', alertId };
}

async function setPaused(tx: Tx, projectId: string, isPaused: boolean): Promise<void> {
  await tx.execute(sql`
    insert into alert_queue (project_id, is_paused) values (${projectId}, ${isPaused})
    on conflict (project_id) do update set is_paused = excluded.is_paused`);
}

/**
 * Carries a creator's word out and tells his widget pages. `missing`: he has no such alert; `changed`: it is in a state in
 * which this cannot be done; both have no effect.
 */
export async function controlQueue(
  tx: Tx,
  control: Control,
): Promise<{ result: ControlResult; isPaused: boolean; waiting: number }> {
  const { projectId, action } = control;
  const queue = await lockQueue(tx, projectId);
  await settleQueue(tx, projectId);
  const isPausing = action === 'pause' || action === 'resume';
  if (isPausing) await setPaused(tx, projectId, action === 'pause');
  const { result, alertId } = isPausing ? ({ result: 'done', alertId: null } as const) : await act(tx, control, action);
  if (result === 'done') await appendEvent(tx, projectId, 'control', { action, alertId });
  const waiting = await announceQueue(tx, projectId);
  return { result, isPaused: isPausing ? action === 'pause' : (queue?.isPaused ?? false), waiting };
}
