import { type Queryable, statement } from '#base/db.server.ts';
import { talliesByDay } from '#base/hour-tally.server.ts';
import { type OwnRow, readGiven, readReceived } from './donation-lists-store.server.ts';

const byDay = talliesByDay(
  ['gift'],
  `select 'gift', d.paid_at, 1, d.amount from split join donation d
   on d.paid_at >= split.hour and d.paid_at < split.hour + interval '1 hour' and d.number is not null and d.refunded_at is null`,
);

const donors = statement<{ id: string; donorId: string | null }>(
  'select id, donor_id as "donorId" from donation where id = any($1::uuid[])',
);

/** Gifts paid and not given back by day (`2026-01-31`) of a time zone; `from` and `to`: beginnings of days. */
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
