import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type PaymentRow, paymentColumns, type UpdateKey } from './payments-store.server.ts';

/** Sums of a payment's partial refunds in minor units. */
interface RefundSums extends Record<string, unknown> {
  readonly done: number;
  /** Requested at the provider, outcome not known yet. */
  readonly wanted: number;
}

const lockPaid = statement<PaymentRow>(`
  select ${paymentColumns} from payment
  where provider_id = $1 and reference::text = $2 and amount = $3 and system = $4 and status = 'Paid' for no key update`);

const sums = statement<RefundSums>(`
  select coalesce(sum(amount) filter (where state = 'Done'), 0)::bigint as done,
    coalesce(sum(amount) filter (where state = 'Wanted'), 0)::bigint as wanted
  from payment_refund where payment_id = $1`);

const insert = statement<{ id: string }>(`
  with part as (
    insert into payment_refund (id, payment_id, amount, state, decided_at, is_outside)
    values (uuid_v7(), $1, $2, 'Done', clock_timestamp(), true) returning id
  ), counted as (
    update payment set refunded = refunded + $2 where id = $1
  )
  select id from part`);

const providerRefundsOf = statement<{ id: string }>(`
  select id from payment_refund where payment_id = $1 and is_outside order by created_at, id`);

const askSoon = statement(`
  update payment set next_check_at = least(next_check_at, now() + interval '10 seconds')
  where id = $1 and next_check_at is not null`);

/** Locks a paid payment with the id, reference and amount of an update; null if there is none. */
export async function lockPaidPayment(tx: Tx, update: UpdateKey): Promise<PaymentRow | null> {
  return (await tx.run(lockPaid, [update.providerId, update.reference, update.amount, update.system]))[0] ?? null;
}

/** The caller holds the payment's lock. */
export async function readRefundSums(tx: Tx, paymentId: string): Promise<RefundSums> {
  return (await tx.run(sums, [paymentId]))[0] ?? { done: 0, wanted: 0 };
}

/** Inserts a partial refund that the provider made without our request, and returns its id. */
export async function insertProviderRefund(tx: Tx, paymentId: string, amount: number): Promise<string> {
  const [row] = await tx.run(insert, [paymentId, amount]);
  if (row === undefined) throw new Error(`a refund of the payment ${paymentId} was not inserted`);
  return row.id;
}

/** The ids of the partial refunds that the provider made without our request. */
export async function readProviderRefunds(db: Queryable, paymentId: string): Promise<string[]> {
  return (await db.run(providerRefundsOf, [paymentId])).map(({ id }) => id);
}

/** Schedules the next question about a payment within seconds, if one is scheduled at all. */
export async function askAboutSoon(tx: Tx, paymentId: string): Promise<void> {
  await tx.run(askSoon, [paymentId]);
}
