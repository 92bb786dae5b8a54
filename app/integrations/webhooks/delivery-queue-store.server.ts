import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { mostFailures, retryPauses } from '../scopes.ts';
import type { SendResult } from './webhook-sender.server.ts';

/** A message that this process has leased to send. */
export interface DueDelivery extends Record<string, unknown> {
  readonly id: string;
  /** The result is recorded only under this lease: another process may have claimed the message meanwhile. */
  readonly lease: string;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
  readonly url: string;
  readonly sealed: Buffer;
}

/** The result of an attempt, and whether the receiver was slow. */
type Outcome = SendResult & { readonly isSlow: boolean };

/** Longer than any attempt takes. After this time another process may claim the message of one that died. */
export const leaseSeconds = 60;

/** The most messages sent at once to one person's receivers, over all processes. */
const mostOfPerson = 4;

/** Persons with the fewest messages under way come first, so that one person's receivers do not delay another's. */
const claimDue = statement<DueDelivery>(`
  with recursive listed (webhook_id) as (
    (select webhook_id from webhook_delivery where state = 'waiting' order by webhook_id limit 1)
    union all
    select (
      select d.webhook_id from webhook_delivery d
      where d.state = 'waiting' and d.webhook_id > listed.webhook_id order by d.webhook_id limit 1
    ) from listed where listed.webhook_id is not null
  ),
  receiver as (
    select w.id, w.person_id, w.is_slow, (
      select count(*) from webhook_delivery d
      where d.webhook_id = w.id and d.state = 'waiting' and d.lease is not null and d.next_at > now()
    ) as at_work
    from listed join webhook w on w.id = listed.webhook_id
  ),
  counted as (select *, sum(at_work) over (partition by person_id) as of_person from receiver),
  due as (
    select d.id, d.next_at, c.of_person + row_number() over (partition by c.person_id order by d.next_at, d.id) as place
    from counted c cross join lateral (
      select d.id, d.next_at from webhook_delivery d
      where d.webhook_id = c.id and d.state = 'waiting' and d.next_at <= now()
      order by d.next_at, d.id limit greatest(0, $3::bigint - c.at_work)
    ) d
    where c.is_slow = $2::boolean
  ),
  chosen as (
    select d.id from webhook_delivery d join due on due.id = d.id
    where due.place <= ${mostOfPerson} and d.state = 'waiting' and d.next_at <= now()
    order by due.place, due.next_at limit $1 for update of d skip locked
  )
  update webhook_delivery d set attempts = d.attempts + 1, lease = gen_random_uuid(),
    next_at = now() + interval '${leaseSeconds} seconds'
  from chosen, webhook w
  where d.id = chosen.id and w.id = d.webhook_id
  returning d.id, d.lease, d.webhook_id as "webhookId", d.event, d.body, d.attempts, w.url, w.secret_sealed as sealed`);

const succeed = statement<{ id: string }>(`
  update webhook_delivery set state = 'delivered', next_at = null, lease = null, last_status = $3, last_error = null,
    delivered_at = now()
  where id = $1 and lease = $2 and state = 'waiting' returning id`);

const recover = statement(`
  update webhook set failures = 0, is_slow = $2 where id = $1 and (failures > 0 or is_slow <> $2)`);

const fail = statement<{ id: string }>(`
  update webhook_delivery set last_status = $3, last_error = $4, lease = null,
    state = case when $5::integer is null then 'failed' else 'waiting' end,
    next_at = case when $5::integer is not null then now() + $5::integer * interval '1 second' end
  where id = $1 and lease = $2 and state = 'waiting' returning id`);

const countFailure = statement<{ isOn: boolean }>(`
  update webhook set failures = failures + 1, is_slow = $2, is_on = is_on and failures + 1 < ${mostFailures},
    switched_off_at = case when failures + 1 >= ${mostFailures} then coalesce(switched_off_at, now()) else switched_off_at end
  where id = $1 returning is_on as "isOn"`);

const rest = statement(`update webhook_delivery set next_at = 'infinity' where webhook_id = $1 and state = 'waiting'`);

const sweep = statement(`
  delete from webhook_delivery where state <> 'waiting' and created_at < now() - interval '30 days'`);

/** A group of receivers, and how many messages may be sent at once to each of them over all processes. */
export interface Lane {
  readonly isSlow: boolean;
  readonly toReceiver: number;
}

/** Claims due messages for this process until their lease expires. */
export async function claimDeliveries(db: Queryable, most: number, lane: Lane): Promise<DueDelivery[]> {
  return db.run(claimDue, [most, lane.isSlow, lane.toReceiver]);
}

/**
 * Records the result of an attempt if its lease is still valid. A failure is retried after a growing pause, and the last one is
 * final; too many in a row disable the webhook, and its waiting messages are suspended.
 */
export async function settleDelivery(tx: Tx, sent: DueDelivery, { isDelivered, isSlow, status, error }: Outcome) {
  const { id, lease, attempts, webhookId } = sent;
  if (isDelivered) {
    if ((await tx.run(succeed, [id, lease, status])).length > 0) await tx.run(recover, [webhookId, isSlow]);
    return;
  }
  const pause = retryPauses[attempts - 1] ?? null;
  if ((await tx.run(fail, [id, lease, status, error, pause])).length === 0) return;
  const [webhook] = await tx.run(countFailure, [webhookId, isSlow]);
  if (webhook?.isOn === false) await tx.run(rest, [webhookId]);
}

/** Deletes settled messages after 30 days. */
export async function sweepDeliveries(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}
