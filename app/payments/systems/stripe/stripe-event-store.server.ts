import { type Queryable, statement } from '#base/db/db.server.ts';

const find = statement<{ id: string }>('select id from stripe_event where id = $1');

const insert = statement(`
  with old as (delete from stripe_event where received_at < now() - interval '30 days')
  insert into stripe_event (id) values ($1) on conflict do nothing`);

/** Whether an event was handled before. */
export async function isHandled(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(find, [id])).length > 0;
}

/** Notes that an event was handled, and forgets those that Stripe does not repeat any more. */
export async function noteHandled(db: Queryable, id: string): Promise<void> {
  await db.run(insert, [id]);
}
