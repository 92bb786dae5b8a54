import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type ListPlace, microsecondsOf, momentOf } from '#base/db/list-place.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

/** A payment, or its refund, whose fiscal receipt has not come. */
export interface DueReceipt extends Record<string, unknown> {
  readonly paymentId: string;
  readonly kind: 'Paid' | 'Refunded';
  readonly paidFor: 'donation' | 'order';
  readonly reference: string;
  readonly system: PaymentSystemName;
  readonly amount: number;
  /** All of its lines have a code. */
  readonly isNamed: boolean;
  readonly since: Date;
  readonly id: string;
  readonly placeAt: number;
}

const missing = statement<DueReceipt>(`
  select d.payment_id as "paymentId", d.kind, p.kind as "paidFor", p.reference, p.system, p.amount,
    p.lines is not null and not jsonb_path_exists(p.lines, '$[*] ? (@.item == null)') as "isNamed",
    d.since, d.id, ${microsecondsOf('d.since')} as "placeAt"
  from receipt_due d join payment p on p.id = d.payment_id
  where d.waived_for is null and d.since < now() - interval '1 hour' * $1
    and ($2::bigint is null or (d.since, d.id) < (${momentOf('$2')}, $3::uuid))
  order by d.since desc, d.id desc limit $4`);

const missingCount = statement<{ count: number }>(`
  select count(*) as count from (
    select from receipt_due where waived_for is null and since < now() - interval '1 hour' * $1 limit 10000
  ) as late`);

const nameOnce = statement<{ paymentId: string; kind: string; isReported: boolean }>(`
  update receipt_due set named_at = now() where (payment_id, kind) in (
    select payment_id, kind from receipt_due where named_at is null and waived_for is null and since < now() - interval '1 hour' * $1
    order by since limit $2 for update skip locked
  ) returning payment_id as "paymentId", kind, is_reported as "isReported"`);

/** Rows that have had no receipt for so many hours, the latest first, from a place on. */
export async function readMissing(
  db: Queryable,
  { hours, after, take }: { readonly hours: number; readonly after: ListPlace | null; readonly take: number },
): Promise<DueReceipt[]> {
  return db.run(missing, [hours, after?.at ?? null, after?.id ?? null, take]);
}

/** How many there are, at most 10,000. */
export async function countMissing(db: Queryable, hours: number): Promise<number> {
  return (await db.run(missingCount, [hours]))[0]?.count ?? 0;
}

const lockPayment = statement('select from payment where id = $1 for no key update');

const dueOne = statement<{ isStored: boolean; isDue: boolean; isWaived: boolean }>(`
  select
    exists (select from payment_fiscal_receipt where payment_id = $1 and kind = $2) as "isStored",
    exists (select from receipt_due where payment_id = $1 and kind = $2) as "isDue",
    exists (select from receipt_due where payment_id = $1 and kind = $2 and waived_for is not null) as "isWaived"`);

const waive = statement(`
  update receipt_due set waived_for = $3, is_reported = false, ask_at = null where payment_id = $1 and kind = $2`);

/** Whether the receipt of a payment, or of its refund, is awaited. Settling and other receipts of the payment wait until the commit. */
export async function lockDue(
  tx: Tx,
  paymentId: string,
  kind: DueReceipt['kind'],
): Promise<'awaited' | 'waived' | 'stored' | 'notDue' | 'unknown'> {
  // Locked by a statement of its own, so that the next one sees what came while it waited.
  if ((await tx.run(lockPayment, [paymentId])).length === 0) return 'unknown';
  const [state] = await tx.run(dueOne, [paymentId, kind]);
  if (state?.isStored) return 'stored';
  if (state?.isWaived) return 'waived';
  return state?.isDue ? 'awaited' : 'notDue';
}

/** Notes that an awaited receipt will not come, and why: it is missing no more, and its system is not asked for it. */
export async function waiveDue(
  tx: Tx,
  { paymentId, kind, reason }: Pick<DueReceipt, 'paymentId' | 'kind'> & { readonly reason: string },
): Promise<void> {
  await tx.run(waive, [paymentId, kind, reason]);
}

/** Takes some that nobody has named yet, each once over all processes. */
export async function takeUnnamed(db: Queryable, hours: number, most: number) {
  return db.run(nameOnce, [hours, most]);
}
