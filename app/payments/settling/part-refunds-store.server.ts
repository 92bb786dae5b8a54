import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { type PaymentRow, paymentColumns } from './payments-store.server.ts';

/** Whether the provider has made a partial refund; `Wanted`: not known yet. */
export type PartState = 'Wanted' | 'Done' | 'Refused';

/** A partial refund with its payment's id at the provider. Amounts in minor units. */
export interface PartRow extends Record<string, unknown> {
  readonly id: string;
  readonly paymentId: string;
  readonly system: PaymentSystemName;
  readonly providerId: string;
  readonly amount: number;
  readonly state: PartState;
  /** The lease: only the worker of the newest try decides. */
  readonly tries: number;
}

const insert = statement<{ system: PaymentSystemName }>(`
  insert into payment_refund (id, payment_id, amount, next_try_at)
  select $1, p.id, $3::bigint, now() + interval '15 seconds' from payment p
  where p.id = $2 and p.status = 'Paid'
    and $3::bigint + (select coalesce(sum(r.amount), 0) from payment_refund r where r.payment_id = p.id and r.state <> 'Refused') <= p.amount
  returning (select p.system from payment p where p.id = payment_id) as system`);

const byId = statement<PartRow>(`
  select r.id, r.payment_id as "paymentId", p.system, p.provider_id as "providerId", r.amount, r.state, r.tries
  from payment_refund r join payment p on p.id = r.payment_id where r.id = $1`);

const doneOf = statement<{ amount: number }>(`
  select amount from payment_refund where payment_id = $1 and state = 'Done' order by decided_at, id`);

const lockPayment = statement<PaymentRow>(`
  select ${paymentColumns} from payment where id = $1 for no key update`);

const decide = statement<{ id: string }>(`
  with decided as (
    update payment_refund set state = $2, decided_at = clock_timestamp(), next_try_at = null
    where id = $1 and state = 'Wanted' and tries = $3 returning id, payment_id, amount
  ), counted as (
    update payment p set refunded = p.refunded + decided.amount from decided where $2 = 'Done' and p.id = decided.payment_id
  )
  select id from decided`);

const finishAll = statement(`
  with decided as (
    update payment_refund set state = 'Done', decided_at = clock_timestamp(), next_try_at = null
    where payment_id = $1 and state = 'Wanted' returning amount
  )
  update payment set refunded = refunded + (select sum(amount) from decided) where id = $1 and exists (select from decided)`);

const stop = statement<{ id: string }>(`
  update payment_refund set next_try_at = 'infinity' where id = $1 and state = 'Wanted' and tries = $2 and tries >= $3
  returning id`);

const resume = statement<{ id: string }>(`
  update payment_refund set next_try_at = now()
  where payment_id = $1 and state = 'Wanted' and next_try_at = 'infinity' returning id`);

const again = statement<{ id: string }>(`
  update payment_refund set tries = tries + 1, next_try_at = now() + interval '15 seconds'
  where payment_id = $1 and state = 'Wanted' and next_try_at = 'infinity' returning id`);

const claim = statement<{ id: string }>(`
  update payment_refund set tries = tries + 1, next_try_at = now() + least(600, 10 * 2 ^ least(tries, 6)) * interval '1 second'
  where id in (
    select id from payment_refund where next_try_at <= now() order by next_try_at limit $1 for update skip locked
  )
  returning id`);

/** Inserts a partial refund and returns the payment's system; null if the payment is not paid or has less left. */
export async function insertPart(
  tx: Tx,
  part: { readonly id: string; readonly paymentId: string; readonly amount: number },
): Promise<PaymentSystemName | null> {
  return (await tx.run(insert, [part.id, part.paymentId, part.amount]))[0]?.system ?? null;
}

export async function readPart(db: Queryable, id: string): Promise<PartRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** The sums that the provider has given back of a payment, oldest first. */
export async function readDoneParts(db: Queryable, paymentId: string): Promise<Minor[]> {
  return (await db.run(doneOf, [paymentId])).map(({ amount }) => minor(amount));
}

/** Locks a payment. Comes before any lock of its owner, in the order of `movePayment`. */
export async function lockPaymentRow(tx: Tx, id: string): Promise<PaymentRow> {
  const [row] = await tx.run(lockPayment, [id]);
  if (row === undefined) throw new Error(`the payment ${id} of a partial refund does not exist`);
  return row;
}

/** Stores the outcome of a partial refund; returns whether it was open until now, and no other worker has begun another try since. */
export async function decidePart(
  tx: Tx,
  { id, tries }: Pick<PartRow, 'id' | 'tries'>,
  state: 'Done' | 'Refused',
): Promise<boolean> {
  return (await tx.run(decide, [id, state, tries])).length > 0;
}

/**
 * Ends the tries of a partial refund whose outcome stays impossible after so many; staff see its payment flagged. It stays open, since the
 * money may have gone. Not if another worker has begun another try since. Returns whether they have ended now.
 */
export async function stopPart(
  db: Queryable,
  { id, tries }: Pick<PartRow, 'id' | 'tries'>,
  most: number,
): Promise<boolean> {
  return (await db.run(stop, [id, tries, most])).length > 0;
}

/** Requests the stopped partial refunds of a payment once more; returns whether there are any. */
export async function resumeParts(tx: Tx, paymentId: string): Promise<boolean> {
  return (await tx.run(resume, [paymentId])).length > 0;
}

/** Claims the stopped partial refunds of a payment for one more try. */
export async function claimStoppedParts(tx: Tx, paymentId: string): Promise<string[]> {
  return (await tx.run(again, [paymentId])).map(({ id }) => id);
}

/** The whole payment is refunded: closes its open partial refunds as done. */
export async function finishParts(tx: Tx, paymentId: string): Promise<void> {
  await tx.run(finishAll, [paymentId]);
}

/** Claims partial refunds to be requested once more; they are due again after a growing pause of at most 10 minutes. */
export async function claimDueParts(db: Queryable, most: number): Promise<string[]> {
  return (await db.run(claim, [most])).map(({ id }) => id);
}
