import { type Queryable, statement } from '#base/db/db.server.ts';

/** When a donation was paid and refunded; null: not. */
export interface DonationTimesRow extends Record<string, unknown> {
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

/** An alert has the time at which its transaction started, a donation the later time of its numbering: the earlier one is returned. */
const times = statement<DonationTimesRow>(`
  select least(d.paid_at, (select a.created_at from donation_alert a where a.pay_id = d.id and d.paid_at is not null)) as "paidAt",
    d.refunded_at as "refundedAt"
  from donation d where d.id = $1`);

/** The times of a donation, paid or not; null where there is none. */
export async function readDonationTimes(db: Queryable, id: string): Promise<DonationTimesRow | null> {
  return (await db.run(times, [id]))[0] ?? null;
}
