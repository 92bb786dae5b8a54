import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, statement } from '#base/db.server.ts';
import { countWaiting } from './alert-move-store.server.ts';
import { isHead, readAlerts } from './alert-row.server.ts';
import type { AlertState } from './alert-state.ts';
import type { QueuedAlert } from './widget-shapes.ts';

const shownOfEach = 50;
const shownOfEnded = 30;

/** The queue as its owner sees it. */
export interface QueueView {
  readonly isPaused: boolean;
  readonly waiting: number;
  readonly current: QueuedAlert | null;
  readonly queued: QueuedAlert[];
  readonly held: QueuedAlert[];
  readonly uncertain: QueuedAlert[];
  readonly ended: QueuedAlert[];
}

/** What plays, waits, is held or uncertain (oldest first), and what ended last. */
export async function readQueue(db: Queryable, projectId: string): Promise<QueueView> {
  const read = (condition: SQL, rest: SQL) =>
    readAlerts(db, sql`alert.project_id = ${projectId} and ${isHead} and ${condition} ${rest}`);
  const inOrder = sql`order by alert.number limit ${shownOfEach}`;
  const { rows } = await db.execute<{ is_paused: boolean }>(
    sql`select is_paused from alert_queue where project_id = ${projectId}`,
  );
  const [current] = await read(sql`alert.state in ('leased', 'playing')`, inOrder);
  return {
    isPaused: rows[0]?.is_paused ?? false,
    waiting: await countWaiting(db, projectId),
    current: current ?? null,
    queued: await read(sql`alert.state = 'queued'`, inOrder),
    held: await read(sql`alert.state = 'held'`, inOrder),
    uncertain: await read(sql`alert.state = 'uncertain'`, inOrder),
    ended: await read(
      sql`alert.state in ('shown', 'skipped', 'uncertain', 'rejected')`,
      sql`order by alert.ended_at desc limit ${shownOfEnded}`,
    ),
  };
}

/** When a gift's alert got into its states. */
export interface AlertTrack {
  readonly state: AlertState;
  readonly wasHeld: boolean;
  readonly created_at: Date;
  readonly queued_at: Date | null;
  readonly playing_at: Date | null;
  readonly ended_at: Date | null;
}

const trackOf = statement<AlertTrack>(`
  select state, created_at, queued_at, playing_at, ended_at,
    queued_at is null or queued_at > created_at as "wasHeld"
  from alert where pay_id = $1`);

/** The alert of a gift; null where there is none. */
export async function readTrack(db: Queryable, payId: string): Promise<AlertTrack | null> {
  const [row] = await db.run(trackOf, [payId]);
  return row ?? null;
}
