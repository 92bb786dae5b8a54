import sql from 'sql-template-tag';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import { mayMove } from '../alert-state.ts';
import { alertTimes, digestSize, digestThreshold, playingLimit } from '../alert-timing.ts';
import { lookOf } from '../look/alert-look.ts';
import { readWidgetSettings } from '../widget-settings-store.server.ts';
import type { GiftedPieces, LeasedAlert } from '../widget-shapes.ts';
import {
  announceQueue,
  currentAlert,
  lastingReasons,
  lockQueue,
  moveAlerts,
  settleQueue,
} from './alert-move-store.server.ts';
import { readAlerts, type StoredAlert } from './alert-row-store.server.ts';

/** An alert to be enqueued. The texts of a donation are masked; those of a test are as written. */
export interface NewAlert {
  readonly projectId: string;
  /** Null for a test. */
  readonly payId: string | null;
  readonly name: string | null;
  readonly amount: Minor;
  readonly message: string | null;
  /** Which month of monthly support was paid; null: it was given once. */
  readonly month: number | null;
  /** The months that are drawn among viewers; null: none. */
  readonly giftedMonths: number | null;
  /** The pieces of merch that are drawn among viewers; null: none. */
  readonly giftedPieces: GiftedPieces | null;
  readonly isTest: boolean;
  readonly state: 'held' | 'queued';
  /** `belowMinimum`: held only because its message would be public; approved, it is not shown. */
  readonly reason: 'belowMinimum' | null;
}

const insertAlert = statement<{ id: string }>(`
  with queue as (
    insert into alert_queue (project_id, last_number) values ($1, 1)
    on conflict (project_id) do update set last_number = alert_queue.last_number + 1
    returning last_number
  )
  insert into alert (project_id, number, pay_id, name, amount, message, is_test, state, reason, queued_at, membership_month, gifted_months,
    gifted_pieces, gifted_product)
  select $1, last_number, $2, $3, $4, $5, $6, $7, $8, case when $7 = 'queued' then now() end, $9, $10, $11, $12 from queue
  on conflict (pay_id) do nothing
  returning id`);

/** Appends an alert to its project's queue, which stays locked until the commit. Null where the donation already has one. */
export async function addAlert(tx: Tx, alert: NewAlert): Promise<string | null> {
  const { projectId, payId, name, amount, message, isTest, state, reason, month, giftedMonths, giftedPieces } = alert;
  const paid = [month, giftedMonths, giftedPieces?.count ?? null, giftedPieces?.product ?? null];
  const [row] = await tx.run(insertAlert, [projectId, payId, name, amount, message, isTest, state, reason, ...paid]);
  return row?.id ?? null;
}

const visibleElsewhere = statement<{ isThere: boolean }>(`
  select exists (
    select 1 from widget_source
    where project_id = $1 and source <> $2 and is_visible and left_at is null
      and seen_at > now() - make_interval(secs => $3)
  ) as "isThere"`);

const firstQueued = statement<{ id: string; isPlain: boolean }>(`
  select id, message is null and not is_test and digest_id is null and gifted_months is null and gifted_pieces is null as "isPlain" from alert
  where project_id = $1 and state = 'queued' and (digest_id is null or digest_id = id)
  order by number limit 1`);

// The digest gets a new id: a command that names its first donation must not apply to all the others.
const formDigest = statement<{ id: string }>(`
  with plain as (
    select id from alert
    where project_id = $1 and state = 'queued' and message is null and not is_test and digest_id is null and gifted_months is null and gifted_pieces is null
    order by number limit $2
  ), digest as materialized (select uuid_v7() as id)
  update alert set digest_id = digest.id, id = case when alert.id = $3 then digest.id else alert.id end
  from digest
  where alert.id in (select id from plain) and (select count(*) from plain) > $4
  returning digest.id`);

/** The first alert in the queue. If many donations without a message wait, they become a digest in its place. */
async function pickFirst(tx: Tx, projectId: string): Promise<string | null> {
  const [first] = await tx.run(firstQueued, [projectId]);
  if (!first?.isPlain) return first?.id ?? null;
  const [digest] = await tx.run(formDigest, [projectId, digestSize, first.id, digestThreshold]);
  return digest?.id ?? first.id;
}

async function readLeased(tx: Tx, id: string): Promise<LeasedAlert | null> {
  const [alert] = await readAlerts(tx, sql`alert.id = ${id}`);
  return alert ?? null;
}

/** A page that asks for the next alert. */
export interface AskingSource {
  readonly projectId: string;
  readonly source: string;
  readonly isVisible: boolean;
  /** Other pages are connected beside it. */
  readonly hasOthers: boolean;
}

async function mayTake(tx: Tx, asking: AskingSource, isPaused: boolean): Promise<boolean> {
  if (isPaused) return false;
  if (asking.isVisible) return true;
  const [visible] = await tx.run(visibleElsewhere, [asking.projectId, asking.source, alertTimes.visibleFor]);
  return !visible?.isThere;
}

/**
 * Leases the first alert in the queue to a source, or returns null (docs/rules.md#alerts: one source at a time, a visible one
 * before a hidden one). A source that asks again during its lease gets the same alert.
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
  // The others need not ask any more.
  if (asking.hasOthers) await announceQueue(tx, projectId);
  return readLeased(tx, id);
}

/** A source's report on its alert. */
export interface SourceReport {
  readonly projectId: string;
  readonly source: string;
  readonly alertId: string;
  /** Missing from tools that do not name it: the lease that the source holds. */
  readonly leaseId?: number | undefined;
  readonly state: 'playing' | 'shown' | 'failed';
  readonly reason?: string | undefined;
}

const reportedStates = { playing: 'playing', shown: 'shown', failed: 'uncertain' } as const;

async function playingSeconds(tx: Tx, projectId: string, leased: LeasedAlert): Promise<number> {
  const { alert } = await readWidgetSettings(tx, projectId);
  return playingLimit({ readAloud: alert.readAloud, ...lookOf(alert, leased) }, leased.digest?.count ?? 1);
}

/** Why an alert failed, according to its page. A page cannot report a lasting reason: the alert would never be shown again. */
const failureOf = ({ reason = 'failed' }: SourceReport) => (lastingReasons.includes(reason) ? 'failed' : reason);

/**
 * Whether a report is about the alert's current or last lease. A report without a lease may be late and mean an earlier one: it ends neither
 * a replay that has not started nor one whose page names its lease.
 */
function isOnLease({ source, leaseId, state }: SourceReport, alert: StoredAlert): boolean {
  if (alert.source !== source) return false;
  if (leaseId !== undefined) return leaseId === alert.leaseId;
  if (alert.leaseId === 1) return true;
  return alert.state === 'leased' ? state !== 'shown' : !alert.namesLease;
}

/**
 * Applies a report. `missing`: no such alert; `notHeld`: this source no longer has the lease, so the report has no effect.
 * A `repeated` report has no effect either. A report on an alert that has meanwhile become uncertain is `taken`.
 */
export async function takeReport(tx: Tx, report: SourceReport): Promise<'taken' | 'repeated' | 'missing' | 'notHeld'> {
  const { projectId, alertId } = report;
  await lockQueue(tx, projectId);
  const settled = await settleQueue(tx, projectId);
  const [alert] = await readAlerts(tx, sql`alert.id = ${alertId} and alert.project_id = ${projectId}`);
  if (alert === undefined) return 'missing';
  const to = reportedStates[report.state];
  const isOnTheirLease = isOnLease(report, alert);
  const isRepeated = isOnTheirLease && alert.state === to;
  const isMoved = isOnTheirLease && !isRepeated && mayMove(alert.state, to);
  if (isMoved) {
    await moveAlerts(tx, projectId, to, {
      which: sql`alert.id = ${alertId}`,
      seconds: to === 'playing' ? await playingSeconds(tx, projectId, alert) : 0,
      reason: failureOf(report),
      namesLease: report.leaseId !== undefined,
    });
  }
  if (settled > 0 || (isMoved && to !== 'playing')) await announceQueue(tx, projectId);
  if (isRepeated) return 'repeated';
  return isMoved ? 'taken' : 'notHeld';
}
