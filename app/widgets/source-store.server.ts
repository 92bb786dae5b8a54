import { sql } from 'drizzle-orm';
import { type Queryable, statement } from '#base/db.server.ts';
import { alertTimes } from './alert-timing.ts';
import type { AudioState, ConnectedSource } from './widget-shapes.ts';

// What a page had sent before its stream ended may arrive after it: that alone brings no page back.
const stillGone = `case when known.left_at > now() - interval '3 seconds' then known.left_at end`;

const seen = statement(`
  insert into widget_source as known (project_id, source, is_visible) values ($1, $2, $3)
  on conflict (project_id, source) do update set is_visible = excluded.is_visible, seen_at = now(),
    left_at = ${stillGone}
  where known.is_visible <> excluded.is_visible or known.left_at is not null
    or known.seen_at < now() - interval '3 seconds'`);

/** Notes that a page has been heard of. */
export async function markSeen(
  db: Queryable,
  asking: { projectId: string; source: string; isVisible: boolean },
): Promise<void> {
  await db.run(seen, [asking.projectId, asking.source, asking.isVisible]);
}

/** How a page is, as it says itself. */
export interface SourceHealth {
  readonly projectId: string;
  readonly source: string;
  readonly isVisible: boolean;
  readonly audio: AudioState;
  readonly build: string | null;
}

const health = statement(`
  insert into widget_source as known (project_id, source, is_visible, audio, build) values ($1, $2, $3, $4, $5)
  on conflict (project_id, source) do update set
    is_visible = excluded.is_visible, audio = excluded.audio, build = excluded.build, seen_at = now(),
    left_at = ${stillGone}`);

/** Keeps a page's word on how it is. */
export async function keepHealth(db: Queryable, told: SourceHealth): Promise<void> {
  await db.run(health, [told.projectId, told.source, told.isVisible, told.audio, told.build]);
}

const gone = statement(
  'update widget_source set left_at = now() where project_id = $1 and source = $2 and left_at is null',
);
const back = statement(
  'update widget_source set left_at = null where project_id = $1 and source = $2 and left_at is not null',
);

/**
 * Notes that a page's stream of events has ended: nobody waits for its silence to last. A page that lives nevertheless says so
 * within seconds by its health. Never fails: it is called when a stream is over.
 */
export async function markGone(db: Queryable, projectId: string, source: string): Promise<void> {
  await db.run(gone, [projectId, source]).catch(() => undefined);
}

/** Notes that a page has opened its stream again. */
export async function markBack(db: Queryable, projectId: string, source: string): Promise<void> {
  await db.run(back, [projectId, source]);
}

interface SourceRow extends Record<string, unknown> {
  readonly source: string;
  readonly is_connected: boolean;
  readonly is_visible: boolean;
  readonly is_doubled: boolean;
  readonly audio: AudioState | null;
  readonly build: string | null;
  readonly seen_at: Date;
  readonly since: Date;
}

/** The pages of the last hour, the newest word first; at most 50. */
export async function readSources(db: Queryable, projectId: string): Promise<ConnectedSource[]> {
  const { rows } = await db.execute<SourceRow>(sql`
    select source, is_visible, audio, build, seen_at, since, is_connected,
      is_connected and count(*) filter (where is_connected) over () > 1 as is_doubled
    from (
      select *, seen_at > now() - make_interval(secs => ${alertTimes.connectedFor}) and left_at is null as is_connected
      from widget_source where project_id = ${projectId} and seen_at > now() - interval '1 hour'
    ) known
    order by seen_at desc limit 50`);
  return rows.map((row) => ({
    source: row.source,
    isConnected: row.is_connected,
    isVisible: row.is_visible,
    isDoubled: row.is_doubled,
    audio: row.audio,
    build: row.build,
    seenAt: row.seen_at.toISOString(),
    since: row.since.toISOString(),
  }));
}

/** Forgets pages that have been gone for over an hour. */
export async function forgetSources(db: Queryable): Promise<void> {
  await db.execute(sql`delete from widget_source where seen_at < now() - interval '1 hour'`);
}
