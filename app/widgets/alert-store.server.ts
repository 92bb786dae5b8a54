import { sql } from 'drizzle-orm';
import { statement, type Tx } from '#base/db.server.ts';
import type { Minor } from '#base/money.ts';
import { lookOf } from './alert-look.ts';
import { announceQueue, lockQueue, moveAlerts, settleQueue } from './alert-move-store.server.ts';
import { readAlerts } from './alert-row.server.ts';
import { type AlertState, mayMove } from './alert-state.ts';
import { alertTimes, digestSize, digestThreshold, playingLimit } from './alert-timing.ts';
import { readSettings } from './widget-settings-store.server.ts';
import type { LeasedAlert } from './widget-shapes.ts';

/** An alert to be put into the queue. A gift's texts are as they may be shown; those of a test as they were written. */
export interface NewAlert {
  readonly projectId: string;
  /** Null for a test. */
  readonly payId: string | null;
  readonly name: string | null;
  readonly amount: Minor;
  readonly message: string | null;
  readonly isTest: boolean;
  readonly state: 'held' | 'queued';
}

const insertAlert = statement<{ id: string }>(`
  with queue as (
    insert into alert_queue (project_id, last_number) values ($1, 1)
    on conflict (project_id) do update set last_number = alert_queue.last_number + 1
    returning last_number
  )
  insert into alert (project_id, number, pay_id, name, amount, message, is_test, state, queued_at)
  select $1, last_number, $2, $3, $4, $5, $6, $7, case when $7 = 'queued' then now() end from queue
  on conflict (pay_id) do nothing
  returning id`);

/** Adds an alert at the end of its project's queue, which stays locked until the commit; null where the gift has one already. */
export async function addAlert(tx: Tx, alert: NewAlert): Promise<string | null> {
  const { projectId, payId, name, amount, message, isTest, state } = alert;
  const [row] = await tx.run(insertAlert, [projectId, payId, name, amount, message, isTest, state]);
  return row?.id ?? null;
}

const currentAlert = statement<{ id: string; source: string; state: AlertState }>(`
  select id, source, state from alert
  where project_id = $1 and state in ('leased', 'playing') and (digest_id is null or digest_id = id)`);

const visibleElsewhere = statement<{ is_there: boolean }>(`
  select exists (
    select 1 from widget_source
    where project_id = $1 and source <> $2 and is_visible and left_at is null
      and seen_at > now() - make_interval(secs => $3)
  ) as is_there`);

const firstQueued = statement<{ id: string; is_plain: boolean }>(`
  select id, message is null and not is_test and digest_id is null as is_plain from alert
  where project_id = $1 and state = 'queued' and (digest_id is null or digest_id = id)
  order by number limit 1`);

const formDigest = statement<{ id: string }>(`
  with plain as (
    select id from alert
    where project_id = $1 and state = 'queued' and message is null and not is_test and digest_id is null
    order by number limit $2
  )
  update alert set digest_id = $3
  where id in (select id from plain) and (select count(*) from plain) > $4
  returning id`);

/** The first in the queue; where it is one of many gifts without a message, they become a digest in its place. */
async function pickFirst(tx: Tx, projectId: string): Promise<string | null> {
  const [first] = await tx.run(firstQueued, [projectId]);
  if (first?.is_plain) await tx.run(formDigest, [projectId, digestSize, first.id, digestThreshold]);
  return first?.id ?? null;
}

async function readLeased(tx: Tx, id: string): Promise<LeasedAlert | null> {
  const [alert] = await readAlerts(tx, sql`alert.id = ${id}`);
  return alert ?? null;
}

/** A page that asks for an alert. */
export interface AskingSource {
  readonly projectId: string;
  readonly source: string;
  readonly isVisible: boolean;
}

async function mayTake(tx: Tx, asking: AskingSource, isPaused: boolean): Promise<boolean> {
  if (isPaused) return false;
  if (asking.isVisible) return true;
  const [visible] = await tx.run(visibleElsewhere, [asking.projectId, asking.source, alertTimes.visibleFor]);
  return !visible?.is_there;
}

/**
 * Leases the first alert in the queue to a source, or answers null (contract, section 7: one source at a time, a visible one
 * before a hidden one). A source that asks again while it holds a lease gets the same alert.
 */
export async function takeNext(tx: Tx, asking: AskingSource): Promise<LeasedAlert | null> {
  const { projectId, source } = asking;
  const queue = await lockQueue(tx, projectId);
  if (queue === null) return null;
  const settled = await settleQueue(tx, projectId);
  const [current] = await tx.run(currentAlert, [projectId]);
  if (current) return current.source === source && current.state === 'leased' ? readLeased(tx, current.id) : null;
  const id = (await mayTake(tx, asking, queue.isPaused)) ? await pickFirst(tx, projectId) : null;
  if (id === null) {
    if (settled > 0) await announceQueue(tx, projectId);
    return null;
  }
  await moveAlerts(tx, projectId, 'leased', { which: sql`alert.id = ${id}`, source });
  return readLeased(tx, id);
}

/** What a source says of the alert that it holds. */
export interface SourceReport {
  readonly projectId: string;
  readonly source: string;
  readonly alertId: string;
  readonly state: 'playing' | 'shown' | 'failed';
  readonly reason?: string | undefined;
}

const reportedStates = { playing: 'playing', shown: 'shown', failed: 'uncertain' } as const;

async function playingSeconds(tx: Tx, projectId: string, leased: LeasedAlert): Promise<number> {
  const { alert } = await readSettings(tx, projectId);
  return playingLimit({ readAloud: alert.readAloud, ...lookOf(alert, leased) }, leased.digest?.count ?? 1);
}

/** Why an alert has failed, by its page. That a gift was given back is not a page's to say: its alert would never be shown again. */
const failureOf = ({ reason = 'failed' }: SourceReport) => (reason === 'refunded' ? 'failed' : reason);

/**
 * Takes a report over. `missing`: no such alert; `notHeld`: it is not this source's any more, so the report has no effect.
 * A repeated report has none either and is `taken`, and so is one on an alert that has been called uncertain meanwhile.
 */
export async function takeReport(tx: Tx, report: SourceReport): Promise<'taken' | 'missing' | 'notHeld'> {
  const { projectId, source, alertId } = report;
  await lockQueue(tx, projectId);
  const settled = await settleQueue(tx, projectId);
  const [alert] = await readAlerts(tx, sql`alert.id = ${alertId} and alert.project_id = ${projectId}`);
  if (alert === undefined) return 'missing';
  const to = reportedStates[report.state];
  const isTheirs = alert.source === source;
  const isRepeated = isTheirs && alert.state === to;
  const isMoved = isTheirs && !isRepeated && mayMove(alert.state, to);
  if (isMoved) {
    await moveAlerts(tx, projectId, to, {
      which: sql`alert.id = ${alertId}`,
      seconds: to === 'playing' ? await playingSeconds(tx, projectId, alert) : 0,
      reason: failureOf(report),
    });
  }
  if (settled > 0 || (isMoved && to !== 'playing')) await announceQueue(tx, projectId);
  return isMoved || isRepeated ? 'taken' : 'notHeld';
}
