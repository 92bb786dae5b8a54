import { type Queryable, statement } from '#base/db.server.ts';
import { type OwnRow, readGiven, readReceived } from './donation-lists-store.server.ts';

const byDay = statement<{ day: string; count: number; amount: number }>(`
  select to_char(d.paid_at at time zone $3, 'YYYY-MM-DD') as day, count(*) as count, sum(d.amount)::bigint as amount
  from donation d
  where d.number is not null and d.refunded_at is null and d.paid_at >= $1 and d.paid_at < $2
  group by 1 order by 1`);

const donors = statement<{ id: string; donorId: string | null }>(
  'select id, donor_id as "donorId" from donation where id = any($1::uuid[])',
);

/** Gifts paid and not given back by day (`2026-01-31`) of a time zone. */
export async function readGiftsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return db.run(byDay, [asked.from, asked.to, asked.timeZone]);
}

const always = { from: null, to: null };

/** Gifts to a project, the newest first, each with its donor where he was logged in. */
export async function readReceivedGifts(db: Queryable, asked: { projectId: string; skip: number; take: number }) {
  const { items, count } = await readReceived(db, { ...asked, period: always });
  const known = await db.run(donors, [items.map(({ id }) => id)]);
  const donorOf = new Map(known.map(({ id, donorId }) => [id, donorId]));
  return { count, items: items.map((gift) => ({ ...gift, donorId: donorOf.get(gift.id) ?? null })) };
}

/** Gifts of a donor, the newest first. */
export async function readGivenGifts(
  db: Queryable,
  asked: { donorId: string; skip: number; take: number },
): Promise<{ items: OwnRow[]; count: number }> {
  return readGiven(db, { ...asked, period: always });
}
