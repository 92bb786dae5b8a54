import { type Queryable, statement } from '#base/db.server.ts';

/** When a gift was paid and given back; null: not. */
export interface GiftTimesRow extends Record<string, unknown> {
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

const times = statement<GiftTimesRow>(
  'select paid_at as "paidAt", refunded_at as "refundedAt" from donation where id = $1',
);

/** The times of one gift, paid or not; null where there is none. */
export async function readGiftTimes(db: Queryable, id: string): Promise<GiftTimesRow | null> {
  return (await db.run(times, [id]))[0] ?? null;
}
