import { type Queryable, statement } from '#base/db/db.server.ts';

const waits = statement<{ seconds: number }>(`
  select extract(epoch from a.playing_at - greatest(a.queued_at, s.since, (
    select max(b.ended_at) from alert b
    where b.project_id = a.project_id and b.ended_at <= a.playing_at
      and b.state in ('shown', 'skipped', 'uncertain', 'rejected') and (b.digest_id is null or b.digest_id = b.id)
  )))::float8 as seconds
  from alert a left join widget_source s on s.project_id = a.project_id and s.source = a.source
  where a.project_id = $1 and a.pay_id = any ($2::uuid[]) and a.playing_at is not null and a.queued_at is not null`);

/**
 * How many seconds each shown donation waited although it could have been shown: from the moment when it was queued, its page was
 * connected and the alert before it had ended, until it played.
 */
export async function readAlertWaits(db: Queryable, projectId: string, payIds: readonly string[]): Promise<number[]> {
  return (await db.run(waits, [projectId, payIds])).map(({ seconds }) => Math.max(0, seconds));
}
