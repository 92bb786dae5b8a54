import { type Queryable, statement } from '#base/db/db.server.ts';
import { alertTimes } from '../alert-timing.ts';
import { mostSources } from '../widget-choices.ts';
import type { AudioState, ConnectedSource } from '../widget-shapes.ts';
import { refuseTooManyPages } from './too-many-pages-store.server.ts';

/** For load tests. */
const unlimited = 1_000_000;

// A late request that a page sent before its stream ended does not bring the page back.
const stillGone = `case when known.left_at > now() - interval '3 seconds' then known.left_at end`;

const isThere = 'exists (select from widget_source where project_id = $1 and source = $2)';

const hasOthers = `exists (
  select from widget_source where project_id = $1 and source <> $2 and left_at is null
    and seen_at > now() - make_interval(secs => ${alertTimes.connectedFor}))`;

const seen = statement<{ isKnown: boolean; hasOthers: boolean }>(`
  with changed as (
    update widget_source known set is_visible = $3, seen_at = now(), left_at = ${stillGone}
    where project_id = $1 and source = $2
      and (is_visible <> $3 or left_at is not null or seen_at < now() - interval '3 seconds')
  )
  select ${isThere} as "isKnown", ${hasOthers} as "hasOthers"`);

/**
 * Admits a new page below the limit of connected ones, and deletes the oldest disconnected ones above the same limit. Pages that arrive at the same
 * instant do not count each other: a few more may get in, one for each database connection. Requests of one page at once admit it once.
 */
const admit = statement<{ isAdmitted: boolean }>(`
  with forgotten as (
    delete from widget_source where project_id = $1 and source in (
      select source from widget_source
      where project_id = $1 and (left_at is not null or seen_at < now() - make_interval(secs => $4))
      order by seen_at desc offset $5)
  ), admitted as (
    insert into widget_source (project_id, source, is_visible)
    select $1, $2, $3
    where (
      select count(*) from widget_source
      where project_id = $1 and left_at is null and seen_at > now() - make_interval(secs => $4)
    ) < $5
    on conflict (project_id, source) do update set is_visible = excluded.is_visible, seen_at = now()
    returning source
  )
  select ${isThere} or exists (select from admitted) as "isAdmitted"`);

/** Records that a page is alive. `hasLimits`: a new page is refused where too many are connected. Returns whether others are connected beside it. */
export async function markSeen(
  db: Queryable,
  asking: { projectId: string; source: string; isVisible: boolean },
  hasLimits = true,
): Promise<{ readonly hasOthers: boolean }> {
  const { projectId, source, isVisible } = asking;
  const [known] = await db.run(seen, [projectId, source, isVisible]);
  if (!known?.isKnown) await admitPage(db, asking, hasLimits);
  return { hasOthers: known?.hasOthers ?? false };
}

async function admitPage(
  db: Queryable,
  { projectId, source, isVisible }: { projectId: string; source: string; isVisible: boolean },
  hasLimits: boolean,
): Promise<void> {
  const most = hasLimits ? mostSources : unlimited;
  const [page] = await db.run(admit, [projectId, source, isVisible, alertTimes.connectedFor, most]);
  if (!page?.isAdmitted) throw await refuseTooManyPages(db, projectId);
}

/** A page's own report on its health. */
export interface SourceHealth {
  readonly projectId: string;
  readonly source: string;
  readonly isVisible: boolean;
  readonly audio: AudioState;
  readonly build: string | null;
}

const health = statement<{ source: string }>(`
  update widget_source known set is_visible = $3, audio = $4, build = $5, seen_at = now(), left_at = ${stillGone}
  where project_id = $1 and source = $2
  returning source`);

/** Saves a page's health report. `hasLimits`: as for `markSeen`. */
export async function saveHealth(db: Queryable, report: SourceHealth, hasLimits = true): Promise<void> {
  const values = [report.projectId, report.source, report.isVisible, report.audio, report.build];
  const [known] = await db.run(health, values);
  if (known !== undefined) return;
  await admitPage(db, report, hasLimits);
  await db.run(health, values);
}

const gone = statement(
  'update widget_source set left_at = now() where project_id = $1 and source = $2 and left_at is null',
);
const back = statement(
  'update widget_source set left_at = null where project_id = $1 and source = $2 and left_at is not null',
);

/**
 * Records that a page's event stream has ended, so that it counts as disconnected at once. A page that is still open reports its health
 * within seconds. Never fails: it is called when a stream is over.
 */
export async function markGone(db: Queryable, projectId: string, source: string): Promise<void> {
  await db.run(gone, [projectId, source]).catch(() => undefined);
}

/** Records that a page has reopened its stream. */
export async function markBack(db: Queryable, projectId: string, source: string): Promise<void> {
  await db.run(back, [projectId, source]);
}

type SourceRow = Omit<ConnectedSource, 'seenAt' | 'since'> & { readonly seenAt: Date; readonly since: Date };

const sourcesOf = statement<SourceRow>(`
  select source, is_visible as "isVisible", audio, build, seen_at as "seenAt", since, is_connected as "isConnected",
    is_connected and count(*) filter (where is_connected) over () > 1 as "isDoubled"
  from (
    select *, seen_at > now() - make_interval(secs => ${alertTimes.connectedFor}) and left_at is null as is_connected
    from widget_source where project_id = $1 and seen_at > now() - interval '1 hour'
  ) known
  order by seen_at desc limit ${mostSources}`);

/** The pages of the last hour, the last seen first; at most as many as may be connected at once. */
export async function readSources(db: Queryable, projectId: string): Promise<ConnectedSource[]> {
  const rows = await db.run(sourcesOf, [projectId]);
  return rows.map((row) => ({ ...row, seenAt: row.seenAt.toISOString(), since: row.since.toISOString() }));
}

const visible = statement<{ isAny: boolean }>(`
  select exists (
    select from widget_source
    where project_id = $1 and is_visible and left_at is null
      and seen_at > now() - make_interval(secs => ${alertTimes.connectedFor})
  ) as "isAny"`);

/** Whether a page of the project is connected and visible. */
export async function isAnySourceVisible(db: Queryable, projectId: string): Promise<boolean> {
  return (await db.run(visible, [projectId]))[0]?.isAny ?? false;
}

const sweep = statement(`delete from widget_source where seen_at < now() - interval '1 hour'`);

/** Deletes pages that were not seen for an hour. */
export async function forgetSources(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}

/** A creator whose pages are all gone while alerts wait. */
export interface LostSource extends Record<string, unknown> {
  readonly projectId: string;
  /** When the last page was seen. */
  readonly lostAt: Date;
}

/** A stream, not a try: pages were open at least so long before. */
const streamMinutes = 5;

/** A reload or a new scene takes less. */
const graceSeconds = 30;

/** Later the stream is over. */
const mostMinutes = 30;

const lost = statement<LostSource>(`
  select project_id as "projectId", max(coalesce(left_at, seen_at)) as "lostAt" from widget_source s
  group by project_id
  having bool_and(left_at is not null or seen_at < now() - make_interval(secs => ${alertTimes.connectedFor}))
    and max(coalesce(left_at, seen_at)) < now() - interval '${graceSeconds} seconds'
    and max(coalesce(left_at, seen_at)) > now() - interval '${mostMinutes} minutes'
    and max(seen_at) - min(since) > interval '${streamMinutes} minutes'
    and exists (select from alert a where a.project_id = s.project_id and a.state = 'queued' and (a.digest_id is null or a.digest_id = a.id))
    and not exists (select from alert_queue q where q.project_id = s.project_id and q.is_paused)`);

/** The creators who have lost their pages during a stream. */
export async function readLostSources(db: Queryable): Promise<LostSource[]> {
  return db.run(lost, []);
}
