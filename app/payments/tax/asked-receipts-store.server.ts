import { type Queryable, statement } from '#base/db/db.server.ts';
import type { PaymentLine } from '../payment-lines.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

/** A payment whose system is asked for its fiscal receipt. */
interface AskedReceipt extends Record<string, unknown> {
  readonly paymentId: string;
  readonly providerId: string;
  readonly system: PaymentSystemName;
  /** Null: it was opened by an earlier version. */
  readonly lines: readonly PaymentLine[] | null;
  /** Our lines may be sent: the system has had time for a receipt of its own, and none were sent. */
  readonly mayBeSent: boolean;
  /** Not of a payment that was refunded as a whole before our lines were sent. */
  readonly isExpected: boolean;
}

/**
 * The waits double from a minute to six hours. Nobody is asked any more a week after the payment, or once it was refunded as a whole: its lines are
 * not sent then. Lines that were sent before have made a receipt.
 */
const take = statement<AskedReceipt>(`
  update receipt_due d set asks = asks + 1,
    ask_at = case when since > now() - interval '7 days' and (p.status = 'Paid' or submitted_at is not null) then now() + least(interval '1 minute' * 2 ^ least(asks, 9), interval '6 hours') end
  from payment p
  where p.id = d.payment_id and (d.payment_id, d.kind) in (
    select payment_id, kind from receipt_due where ask_at <= now() order by ask_at limit $1 for update skip locked
  )
  returning p.id as "paymentId", p.provider_id as "providerId", p.system, p.lines,
    d.submitted_at is null and d.since < now() - interval '10 minutes' as "mayBeSent",
    p.status = 'Paid' or d.submitted_at is not null as "isExpected"`);

const begin = statement<{ paymentId: string }>(`
  update receipt_due d set submitted_at = clock_timestamp(), is_reported = true
  from payment p
  where d.payment_id = $1 and d.kind = 'Paid' and d.submitted_at is null and d.waived_for is null and p.id = d.payment_id and p.status = 'Paid'
  returning d.payment_id as "paymentId"`);

const accepted = statement(`
  update receipt_due set asks = 0, ask_at = now() + interval '1 minute' where payment_id = $1 and kind = 'Paid'`);

const refused = statement(`update receipt_due set submitted_at = null where payment_id = $1 and kind = 'Paid'`);

/** Takes some that are due, each for one process at a time; those that are still expected come again after a wait. */
export async function takeAsked(db: Queryable, most: number): Promise<AskedReceipt[]> {
  return (await db.run(take, [most])).filter(({ isExpected }) => isExpected);
}

/** Notes that our lines are sent now; false: they were, the payment was given back, or no receipt is wanted any more. From then on a missing receipt is an alarm. */
export async function beginSubmission(db: Queryable, paymentId: string): Promise<boolean> {
  return (await db.run(begin, [paymentId])).length > 0;
}

/** The system makes the receipt: it is asked for it soon. */
export async function noteAccepted(db: Queryable, paymentId: string): Promise<void> {
  await db.run(accepted, [paymentId]);
}

/** The system has made none: the lines may be sent again. */
export async function noteRefused(db: Queryable, paymentId: string): Promise<void> {
  await db.run(refused, [paymentId]);
}
