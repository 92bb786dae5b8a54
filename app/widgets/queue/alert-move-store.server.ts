import sql, { join, type Sql } from 'sql-template-tag';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { appendEvent } from '#base/events/live.server.ts';
import { type AlertState, movesInto } from '../alert-state.ts';
import { alertTimes } from '../alert-timing.ts';
import { listedAlerts } from '../widget-choices.ts';
import { isHead } from './alert-row-store.server.ts';

/** Counting stops here: a page only needs to know whether anything waits. */
export const countedWaiting = listedAlerts.most;

/** These stay, whatever state an alert moves to, until it is replayed. */
export const lastingReasons: readonly string[] = ['refunded', 'belowMinimum'];

const unlessLasting = (reason: string | null) =>
  sql`case when alert.reason in ('refunded', 'belowMinimum') then alert.reason else ${reason}::text end`;

/** The columns that change together with the state. */
function effectOf(to: AlertState, how: Move): Sql {
  switch (to) {
    case 'held':
      return sql`source = null`;
    case 'queued':
      return sql`source = null, due_at = null, reason = null, leased_at = null, playing_at = null, ended_at = null,
        queued_at = coalesce(queued_at, now())`;
    case 'leased':
      return sql`source = ${how.source ?? null}, lease = lease + 1, leased_at = now(), due_at = now() + make_interval(secs => ${alertTimes.lease})`;
    case 'playing':
      return sql`playing_at = now(), due_at = now() + make_interval(secs => ${how.seconds ?? 0}),
        names_lease = ${how.namesLease ?? false}`;
    case 'shown':
      return sql`due_at = null, reason = ${unlessLasting(null)}, playing_at = coalesce(playing_at, leased_at), ended_at = now()`;
    case 'skipped':
    case 'uncertain':
    case 'rejected':
      return sql`due_at = null, reason = ${unlessLasting(how.reason ?? null)}, ended_at = now()`;
  }
}

interface Move {
  /** Which alerts. A digest moves as a whole: select its head. */
  readonly which: Sql;
  /** For `leased`: the page that gets it. */
  readonly source?: string;
  /** For `playing`: how long it may take, and whether its page names the lease. */
  readonly seconds?: number;
  readonly namesLease?: boolean;
  /** For `skipped`, `uncertain`, `rejected`: why. */
  readonly reason?: string;
}

/**
 * Moves alerts to a state where their present state allows it, digests with all their donations. Returns how many moved.
 * The project's queue must be locked.
 */
export async function moveAlerts(tx: Tx, projectId: string, to: AlertState, how: Move): Promise<number> {
  const from = movesInto(to).map((state) => sql`${state}`);
  const { rows } = await tx.execute<{ isHead: boolean }>(sql`
    with chosen as (
      select alert.id from alert
      where alert.project_id = ${projectId} and ${isHead} and alert.state in (${join(from, ', ')}) and ${how.which}
    ), moving as (
      select id from chosen union select donation.id from alert donation join chosen on donation.digest_id = chosen.id
    )
    update alert set state = ${to}, ${effectOf(to, how)} where alert.id in (select id from moving)
    returning ${isHead} as "isHead"`);
  return rows.filter((row) => row.isHead).length;
}

const lockQueueRow = statement<{ isPaused: boolean }>(
  'select is_paused as "isPaused" from alert_queue where project_id = $1 for update',
);

/** The alert or digest that a page has leased or plays. */
export const currentAlert = statement<{ id: string; source: string; state: AlertState }>(`
  select id, source, state from alert
  where project_id = $1 and state in ('leased', 'playing') and (digest_id is null or digest_id = id)`);

/** Locks a project's queue until the transaction ends. Null where the project never had an alert. */
export async function lockQueue(tx: Tx, projectId: string): Promise<{ isPaused: boolean } | null> {
  const [row] = await tx.run(lockQueueRow, [projectId]);
  return row ?? null;
}

/**
 * Applies what timed out: expired leases return to their place at the front, alerts that played without an end become uncertain.
 * Returns how many alerts moved. The queue must be locked.
 */
export async function settleQueue(tx: Tx, projectId: string): Promise<number> {
  const isDue = sql`alert.due_at <= now()`;
  const returned = await moveAlerts(tx, projectId, 'queued', { which: sql`alert.state = 'leased' and ${isDue}` });
  const unfinished = await moveAlerts(tx, projectId, 'uncertain', {
    which: sql`alert.state = 'playing' and ${isDue}`,
    reason: 'unfinished',
  });
  return returned + unfinished;
}

/** What the pages of a project get when its queue changes. */
export interface Ring {
  /** How many alerts wait, up to 1,000; a digest counts as one. */
  readonly waiting: number;
  /** The page that asks first; the others leave it a moment. Null: there is no visible one. */
  readonly first: string | null;
  /** An alert is leased or plays: nobody gets another before it ends, which is announced in turn. */
  readonly isTaken: boolean;
}

// A page reports itself at least every five seconds.
const ringOf = statement<Ring>(`
  select
    (select count(*) from (
      select 1 from alert where project_id = $1 and state = 'queued' and (digest_id is null or digest_id = id) limit ${countedWaiting}
    ) some_of_them) as waiting,
    (select source from widget_source
      where project_id = $1 and is_visible and left_at is null and seen_at > now() - make_interval(secs => ${alertTimes.answersWithin})
      order by since, source limit 1) as first,
    exists (select from alert where project_id = $1 and state in ('leased', 'playing') and (digest_id is null or digest_id = id)) as "isTaken"`);

/** How the pages of a project are notified now. */
export async function readRing(db: Queryable, projectId: string): Promise<Ring> {
  const [ring] = await db.run(ringOf, [projectId]);
  return ring ?? { waiting: 0, first: null, isTaken: false };
}

/** Notifies the project's widget pages, when the transaction commits, that the queue has changed. Returns how many alerts wait. */
export async function announceQueue(tx: Tx, projectId: string): Promise<number> {
  const ring = await readRing(tx, projectId);
  await appendEvent(tx, projectId, 'queue', ring);
  return ring.waiting;
}

const projectsAtOnce = 200;

const projectsWithDue = statement<{ projectId: string }>(`
  select distinct project_id as "projectId" from alert
  where state in ('leased', 'playing') and due_at <= now() limit ${projectsAtOnce}`);

/**
 * Returns expired leases to their queues, marks alerts that played without an end as uncertain, and notifies the pages of those queues.
 * Any number of processes may run it at once.
 */
export async function sweepAlerts(db: Database): Promise<void> {
  for (const { projectId } of await db.run(projectsWithDue, [])) {
    await db.transaction(async (tx) => {
      await lockQueue(tx, projectId);
      if ((await settleQueue(tx, projectId)) > 0) await announceQueue(tx, projectId);
    });
  }
}
