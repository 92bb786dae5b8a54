import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** When a donation was paid and refunded; null: not. */
export interface DonationTimesRow extends Record<string, unknown> {
  readonly projectId: string;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

/** An alert has the time at which its transaction started, a donation the later time of its numbering: the earlier one is returned. */
const times = statement<DonationTimesRow>(`
  select least(d.paid_at, (select a.created_at from donation_alert a where a.pay_id = d.id and d.paid_at is not null)) as "paidAt",
    d.refunded_at as "refundedAt", d.project_id as "projectId"
  from donation d where d.id = $1`);

/** The times of a donation, paid or not; null where there is none. */
export async function readDonationTimes(db: Queryable, id: string): Promise<DonationTimesRow | null> {
  return (await db.run(times, [id]))[0] ?? null;
}

interface RewordedRow extends Record<string, unknown> {
  readonly projectId: string;
}

const write = statement<RewordedRow>(`
  update donation set first_message = message, message = $2, reworded_at = now()
  where id = $1 and message is not null and reworded_at is null and paid_at is not null and refunded_at is null
  returning project_id as "projectId"`);

/** Keeps the first message and writes the second; null where the donation has none, has been reworded, or does not count. */
export async function writeSecondMessage(tx: Tx, id: string, message: string): Promise<RewordedRow | null> {
  return (await tx.run(write, [id, message]))[0] ?? null;
}

interface ThankedRow extends Record<string, unknown> {
  readonly thankedAt: Date;
  readonly donorId: string | null;
}

const thank = statement<ThankedRow>(`
  update donation set thanked_at = coalesce(thanked_at, clock_timestamp())
  where id = $1 and project_id = $2 and number is not null and refunded_at is null
  returning coalesce(thanked_at, clock_timestamp()) as "thankedAt", donor_id as "donorId"`);

/** Thanks for a donation of a project; null where there is none that counts. */
export async function writeThanks(tx: Tx, id: string, projectId: string): Promise<ThankedRow | null> {
  return (await tx.run(thank, [id, projectId]))[0] ?? null;
}
