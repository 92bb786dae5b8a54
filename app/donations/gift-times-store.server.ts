import { type Queryable, statement } from '#base/db.server.ts';

/** When a gift was paid and given back; null: not. */
export interface GiftTimesRow extends Record<string, unknown> {
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

/** Alerts bear the time at which their transaction began, gifts that of their count: what came first is told as the earlier. */
const times = statement<GiftTimesRow>(`
  select least(d.paid_at, (select a.created_at from gift_alert a where a.pay_id = d.id and d.paid_at is not null)) as "paidAt",
    d.refunded_at as "refundedAt"
  from donation d where d.id = $1`);

/** The times of one gift, paid or not; null where there is none. */
export async function readGiftTimes(db: Queryable, id: string): Promise<GiftTimesRow | null> {
  return (await db.run(times, [id]))[0] ?? null;
}
