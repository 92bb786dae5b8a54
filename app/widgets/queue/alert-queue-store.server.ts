import sql, { type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import type { AlertState } from '../alert-state.ts';
import { listedAlerts } from '../widget-choices.ts';
import type { QueuedAlert } from '../widget-shapes.ts';
import { countedWaiting } from './alert-move-store.server.ts';
import { type AlertRow, alertColumns, isHead, toAlert, wholeAlert } from './alert-row-store.server.ts';

const shownOfEnded = 30;

/** The queue as its owner sees it. */
export interface QueueView {
  readonly isPaused: boolean;
  /** A page was refused in the last two minutes because too many are open. */
  readonly isCrowded: boolean;
  readonly waiting: number;
  readonly current: QueuedAlert | null;
  readonly queued: QueuedAlert[];
  readonly held: QueuedAlert[];
  readonly uncertain: QueuedAlert[];
  readonly ended: QueuedAlert[];
}

type List = 'current' | 'queued' | 'held' | 'uncertain' | 'ended';

/** One row for each alert of each list; where there are no alerts, one row without an alert. */
type QueueRow = { readonly isPaused: boolean; readonly isCrowded: boolean; readonly waiting: number } & (
  | (AlertRow & { readonly list: List; readonly place: number })
  | { readonly list: null }
);

/**
 * Reads the alerts that play, wait, are held or uncertain (oldest first), and that ended last, in one statement and so from one snapshot.
 * `most` limits those that wait.
 */
export async function readQueue(
  db: Queryable,
  projectId: string,
  most: number = listedAlerts.usual,
): Promise<QueueView> {
  const listOf = (list: List, states: Sql, order: Sql, most: number) => sql`(
    select ${list}::text as list, row_number() over (order by ${order}) as place, alert.id
    from alert where alert.project_id = ${projectId} and ${isHead} and alert.state in (${states})
    order by ${order} limit ${most})`;
  const oldest = sql`alert.number`;
  const { rows } = await db.execute<QueueRow>(sql`
    with chosen as (
      ${listOf('current', sql`'leased', 'playing'`, oldest, 1)}
      union all ${listOf('queued', sql`'queued'`, oldest, most)}
      union all ${listOf('held', sql`'held'`, oldest, listedAlerts.usual)}
      union all ${listOf('uncertain', sql`'uncertain'`, oldest, listedAlerts.usual)}
      union all ${listOf('ended', sql`'shown', 'skipped', 'uncertain', 'rejected'`, sql`alert.ended_at desc`, shownOfEnded)}
    ), listed as (
      select chosen.list, chosen.place, ${alertColumns}
      from chosen join alert on alert.id = chosen.id ${wholeAlert}
    )
    select coalesce((select is_paused from alert_queue where project_id = ${projectId}), false) as "isPaused",
      coalesce((
        select crowded_at > now() - interval '2 minutes' from widget_settings where project_id = ${projectId}
      ), false) as "isCrowded",
      (select count(*) from (
        select 1 from alert where project_id = ${projectId} and state = 'queued' and ${isHead} limit ${countedWaiting}
      ) some_of_them) as waiting, listed.*
    from (values (1)) one (row) left join listed on true order by listed.list, listed.place`);
  const listed = (list: List) => rows.flatMap((row) => (row.list === list ? [toAlert(row)] : []));
  const [first] = rows;
  return {
    isPaused: first?.isPaused ?? false,
    isCrowded: first?.isCrowded ?? false,
    waiting: first?.waiting ?? 0,
    current: listed('current')[0] ?? null,
    queued: listed('queued'),
    held: listed('held'),
    uncertain: listed('uncertain'),
    ended: listed('ended'),
  };
}

/** When a donation's alert entered its states. */
export interface AlertTrack {
  readonly state: AlertState;
  readonly reason: string | null;
  readonly wasHeld: boolean;
  readonly createdAt: Date;
  readonly queuedAt: Date | null;
  readonly playingAt: Date | null;
  readonly endedAt: Date | null;
}

type NoAlert = Readonly<Record<Exclude<keyof AlertTrack, 'wasHeld'>, null>> & { readonly wasHeld: boolean };

type TrackRow = (AlertTrack | NoAlert) & { readonly goalTitle: string | null };

const trackOf = statement<TrackRow>(`
  select a.state, a.reason, a.created_at as "createdAt", a.queued_at as "queuedAt", a.playing_at as "playingAt",
    a.ended_at as "endedAt", a.queued_at is null or a.queued_at > a.created_at as "wasHeld",
    (select w.statistics #>> '{goal,title}' from widget_settings w join project p on p.id = w.project_id
      join creator c on c.user_id = p.user_id where p.id = asked.project_id and not c.is_blocked) as "goalTitle"
  from (values ($1::uuid, $2::uuid)) as asked (pay_id, project_id) left join alert a on a.pay_id = asked.pay_id`);

/** The alert of a donation, null where there is none, and what its creator's goal is called, null where there is none or the creator is blocked. */
export async function readTrack(
  db: Queryable,
  { payId, projectId }: { readonly payId: string; readonly projectId: string },
): Promise<{ readonly track: AlertTrack | null; readonly goalTitle: string | null }> {
  const [row] = await db.run(trackOf, [payId, projectId]);
  if (row === undefined) return { track: null, goalTitle: null };
  return { track: row.state === null ? null : row, goalTitle: row.goalTitle };
}
