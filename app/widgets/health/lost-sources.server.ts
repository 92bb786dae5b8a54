import { type Database, statement, type Tx } from '#base/db/db.server.ts';
import { alertTimes } from '../alert-timing.ts';

/** A creator whose pages are all gone while alerts wait. */
interface LostSource extends Record<string, unknown> {
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

/** Runs in a transaction of its own, again and again while the pages stay away. */
export type LostListener = (tx: Tx, source: LostSource) => Promise<void>;

/** Notifies of creators who lose their pages during a stream: donations come, and nothing shows them (docs/rules.md#notices). */
export async function reportLostSources(db: Database, listeners: readonly LostListener[]): Promise<void> {
  for (const source of await db.run(lost, [])) {
    await db.transaction(async (tx) => {
      for (const listener of listeners) await listener(tx, source);
    });
  }
}
