import { failures } from '#base/calls/errors.ts';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { alertTimes } from '../alert-timing.ts';

const note = statement(`
  update widget_settings set crowded_at = now()
  where project_id = $1 and (crowded_at is null or crowded_at < now() - interval '20 seconds')`);

/** Records for the owner of a key that one of its pages was refused because too many are open. Returns the failure for that page. */
export async function refuseTooManyPages(db: Queryable, projectId: string): Promise<Error> {
  await db.run(note, [projectId]);
  return failures.tooManyRequests({
    message: 'По этому адресу открыто слишком много виджетов. Закройте лишние или смените ключ в кабинете',
    retryAfter: alertTimes.connectedFor,
  });
}
