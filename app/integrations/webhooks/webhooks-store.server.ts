import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { mostWebhooks, streamScope, type WebhookEvent } from '../scopes.ts';

export interface WebhookRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly isOn: boolean;
  readonly failures: number;
  readonly switchedOffAt: Date | null;
  readonly createdAt: Date;
}

interface DeliveryRow extends Record<string, unknown> {
  readonly id: string;
  readonly event: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** An attempt is under way or due now. */
  readonly isSending: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly nextAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly body: string;
}

interface NewMessage {
  /** The id of what it is about. */
  readonly subject: string;
  readonly body: string;
  /** Sent instead while the message of a donation waits for approval. */
  readonly heldBody: string;
}

const columns = `id, url, events, is_on as "isOn", failures, switched_off_at as "switchedOffAt", created_at as "createdAt"`;

const ofPerson = statement<WebhookRow>(`select ${columns} from webhook where person_id = $1 order by created_at, id`);

const own = statement<WebhookRow>(`select ${columns} from webhook where id = $1 and person_id = $2`);

const lockOwner = statement('select from person where id = $1 for update');

const insert = statement<{ id: string }>(`
  insert into webhook (person_id, project_id, url, events, secret_sealed)
  select $1, $2, $3, $4, $5 where (select count(*) from webhook where person_id = $1) < ${mostWebhooks}
  returning id`);

const change = statement<{ id: string }>(`
  update webhook set url = $3, events = $4, is_on = $5, failures = case when is_on then failures else 0 end,
    switched_off_at = case when $5 then null else coalesce(switched_off_at, now()) end
  where id = $1 and person_id = $2
  returning id`);

const wake = statement(`
  update webhook_delivery set next_at = now(), lease = null
  where webhook_id = $1 and state = 'waiting' and next_at = 'infinity'`);

const rest = statement(`update webhook_delivery set next_at = 'infinity' where webhook_id = $1 and state = 'waiting'`);

const remove = statement<{ id: string }>('delete from webhook where id = $1 and person_id = $2 returning id');

const removeAll = statement<{ id: string }>('delete from webhook where person_id = $1 returning id');

const add = statement<{ id: string }>(`
  insert into webhook_delivery (webhook_id, event, subject, body)
  select w.id, $2, uuid_v7(), $3 from webhook w where w.id = $1 for key share of w returning id`);

/** What the owner's event stream gets of the messages: which, by their number from 1. */
export interface StreamedRow extends Record<string, unknown> {
  readonly personId: string;
  readonly at: number;
  readonly isHeld: boolean;
}

// A webhook that is being removed is skipped: no payment waits for it, or fails because it is gone.
const addToAll = statement<StreamedRow>(`
  with sent as (
    insert into webhook_delivery (webhook_id, event, subject, body)
    select w.id, $2, m.subject, case when a.is_message_held then m.held_body else m.body end
    from webhook w cross join unnest($3::uuid[], $4::text[], $5::text[]) m (subject, body, held_body)
    left join donation_alert a on a.pay_id = m.subject
    where w.project_id = $1 and w.is_on and $2 = any (w.events)
    for key share of w skip locked
    on conflict (webhook_id, event, subject) do nothing
  )
  select p.user_id as "personId", m.at, coalesce(a.is_message_held, false) as "isHeld"
  from project p cross join unnest($3::uuid[]) with ordinality m (subject, at)
  left join donation_alert a on a.pay_id = m.subject
  where p.id = $1
    and exists (select from access_token t where t.person_id = p.user_id and '${streamScope}' = any (t.scopes))
  order by m.at`);

const log = statement<DeliveryRow>(`
  select id, event, state, attempts,
    state = 'waiting' and next_at < 'infinity' and (lease is not null or next_at <= now()) as "isSending",
    last_status as "lastStatus", last_error as "lastError", created_at as "createdAt",
    nullif(next_at, 'infinity') as "nextAt", delivered_at as "deliveredAt", body
  from webhook_delivery where webhook_id = $1 order by created_at desc, id desc offset $2 limit $3`);

const logCount = statement<{ count: number }>('select count(*) as count from webhook_delivery where webhook_id = $1');

const ownDelivery = statement<{ isOn: boolean }>(`
  select w.is_on as "isOn" from webhook_delivery d join webhook w on w.id = d.webhook_id
  where d.id = $1 and w.person_id = $2 for update of d`);

const sendAgain = statement(`
  update webhook_delivery set state = 'waiting', attempts = 0, lease = null, next_at = now(), delivered_at = null
  where id = $1`);

/** A person's webhooks, oldest first. */
export async function readWebhooks(db: Queryable, personId: string): Promise<WebhookRow[]> {
  return db.run(ofPerson, [personId]);
}

export async function readWebhook(db: Queryable, id: string, personId: string): Promise<WebhookRow | null> {
  return (await db.run(own, [id, personId]))[0] ?? null;
}

export interface NewWebhook {
  readonly personId: string;
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly sealed: Buffer;
}

/** Inserts a webhook and returns its id; null at the limit. */
export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<string | null> {
  const { personId, projectId, url, events, sealed } = webhook;
  await tx.run(lockOwner, [personId]);
  return (await tx.run(insert, [personId, projectId, url, [...new Set(events)], sealed]))[0]?.id ?? null;
}

/** Changes a webhook. Its waiting messages are suspended while it is disabled. */
export async function updateWebhook(
  tx: Tx,
  personId: string,
  { id, url, events, isOn }: { id: string; url: string; events: readonly WebhookEvent[]; isOn: boolean },
): Promise<boolean> {
  const [row] = await tx.run(change, [id, personId, url, [...new Set(events)], isOn]);
  if (row === undefined) return false;
  await tx.run(isOn ? wake : rest, [id]);
  return true;
}

export async function removeWebhook(tx: Tx, id: string, personId: string): Promise<boolean> {
  return (await tx.run(remove, [id, personId])).length > 0;
}

/** Removes all webhooks of a person and returns how many there were. */
export async function removeWebhooks(tx: Tx, personId: string): Promise<number> {
  return (await tx.run(removeAll, [personId])).length;
}

/** Adds a message to one webhook regardless of its events. Returns its id; null if the webhook has been removed. */
export async function insertDelivery(tx: Tx, webhookId: string, event: string, body: string): Promise<string | null> {
  return (await tx.run(add, [webhookId, event, body]))[0]?.id ?? null;
}

/**
 * Adds messages to every webhook of a project that receives the event, once for each subject. Returns which of them the owner's event stream
 * gets: none where no key opens it.
 */
export async function insertDeliveries(
  tx: Tx,
  { projectId, event, messages }: { projectId: string; event: WebhookEvent; messages: readonly NewMessage[] },
): Promise<StreamedRow[]> {
  const subjects = messages.map(({ subject }) => subject);
  const bodies = [messages.map(({ body }) => body), messages.map(({ heldBody }) => heldBody)];
  return tx.run(addToAll, [projectId, event, subjects, ...bodies]);
}

/** The messages of a webhook, newest first. */
export async function readDeliveries(db: Queryable, webhookId: string, skip: number, take: number) {
  const [items, counted] = await Promise.all([db.run(log, [webhookId, skip, take]), db.run(logCount, [webhookId])]);
  return { items, count: counted[0]?.count ?? 0 };
}

/** Makes a message of this person due again. */
export async function restartDelivery(tx: Tx, id: string, personId: string): Promise<'missing' | 'off' | 'done'> {
  const [found] = await tx.run(ownDelivery, [id, personId]);
  if (found === undefined) return 'missing';
  if (!found.isOn) return 'off';
  await tx.run(sendAgain, [id]);
  return 'done';
}
