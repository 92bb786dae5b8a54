import { type Queryable, statement, type Tx } from '#base/db.server.ts';
import { mostFailures, retryPauses } from './scopes.ts';
import type { SendResult } from './webhook-sender.server.ts';

/** A message that this process is to send, for as long as the lease holds. */
export interface DueDelivery extends Record<string, unknown> {
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
  readonly url: string;
  readonly sealed: Buffer;
}

/** Longer than any attempt takes: a process that has died with a message at hand loses it to another one after that. */
const leaseSeconds = 60;

const claimDue = statement<DueDelivery>(`
  with due as (
    select d.id from webhook_delivery d
    where d.state = 'waiting' and d.next_at <= now()
    order by d.next_at limit $1 for update skip locked
  )
  update webhook_delivery d set attempts = d.attempts + 1, next_at = now() + interval '${leaseSeconds} seconds'
  from due, webhook w
  where d.id = due.id and w.id = d.webhook_id
  returning d.id, d.webhook_id as "webhookId", d.event, d.body, d.attempts, w.url, w.secret_sealed as sealed`);

const succeed = statement<{ id: string }>(`
  update webhook_delivery set state = 'delivered', next_at = null, last_status = $3, last_error = null, delivered_at = now()
  where id = $1 and attempts = $2 and state = 'waiting' returning id`);

const recover = statement('update webhook set failures = 0 where id = $1 and failures > 0');

const fail = statement<{ id: string }>(`
  update webhook_delivery set last_status = $3, last_error = $4,
    state = case when $5::integer is null then 'failed' else 'waiting' end,
    next_at = case when $5::integer is not null then now() + $5::integer * interval '1 second' end
  where id = $1 and attempts = $2 and state = 'waiting' returning id`);

const countFailure = statement<{ isOn: boolean }>(`
  update webhook set failures = failures + 1, is_on = is_on and failures + 1 < ${mostFailures},
    switched_off_at = case when failures + 1 >= ${mostFailures} then coalesce(switched_off_at, now()) else switched_off_at end
  where id = $1 returning is_on as "isOn"`);

const rest = statement(`update webhook_delivery set next_at = 'infinity' where webhook_id = $1 and state = 'waiting'`);

const sweep = statement(`
  delete from webhook_delivery where state <> 'waiting' and created_at < now() - interval '30 days'`);

/** Takes messages whose time has come; no other process gets them while this one is at it. */
export async function claimDeliveries(db: Queryable, most: number): Promise<DueDelivery[]> {
  return db.run(claimDue, [most]);
}

/**
 * Writes what came of an attempt, where the message is still this process's. A failure is tried again after a growing pause, the last
 * one is final; too many in a row switch the address off, and what waits for it rests.
 */
export async function settleDelivery(tx: Tx, sent: DueDelivery, { isDelivered, status, error }: SendResult) {
  const { id, attempts, webhookId } = sent;
  if (isDelivered) {
    if ((await tx.run(succeed, [id, attempts, status])).length > 0) await tx.run(recover, [webhookId]);
    return;
  }
  const pause = retryPauses[attempts - 1] ?? null;
  if ((await tx.run(fail, [id, attempts, status, error, pause])).length === 0) return;
  const [webhook] = await tx.run(countFailure, [webhookId]);
  if (webhook?.isOn === false) await tx.run(rest, [webhookId]);
}

/** Forgets messages that were settled a month ago. */
export async function sweepDeliveries(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}
