import { type Queryable, statement } from '#base/db/db.server.ts';
import { readDays, talliesByDay } from '#base/db/hour-tally.server.ts';
import { type OwnRow, readGiven, readReceived } from '../lists/donation-lists-store.server.ts';

const byDay = talliesByDay(
  ['donation'],
  `select 'donation', d.paid_at, (d.joint_of is null)::integer, d.amount from split join donation d
   on d.paid_at >= split.hour and d.paid_at < split.hour + interval '1 hour' and d.number is not null and d.refunded_at is null`,
);

const donors = statement<{ id: string; donorId: string | null }>(
  'select id, donor_id as "donorId" from donation where id = any($1::uuid[])',
);

const receivers = statement<{ id: string; projectId: string }>(
  `select id, project_id as "projectId" from donation where id = any($1::uuid[])
   union all select joint_of, project_id from donation where joint_of = any($1::uuid[])`,
);

/** The projects of some donations, of a shared one all of them, its page first; unknown ids are left out. */
export async function readReceivers(db: Queryable, donationIds: readonly string[]) {
  return db.run(receivers, [donationIds]);
}

/** Donations by day (`2026-01-31`) of a time zone without refunded ones; `from` and `to` are starts of days. */
export async function readDonationsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return readDays(db, byDay, asked);
}

const always = { from: null, to: null };

/** Donations to a project, newest first, with donors who were logged in. */
export async function readReceivedDonations(db: Queryable, asked: { projectId: string; skip: number; take: number }) {
  const { items, count } = await readReceived(db, { ...asked, period: always });
  const known = await db.run(donors, [items.map(({ id }) => id)]);
  const donorOf = new Map(known.map(({ id, donorId }) => [id, donorId]));
  return { count, items: items.map((donation) => ({ ...donation, donorId: donorOf.get(donation.id) ?? null })) };
}

/** Donations of a donor, newest first. */
export async function readGivenDonations(
  db: Queryable,
  asked: { donorId: string; skip: number; take: number },
): Promise<{ items: OwnRow[]; count: number }> {
  return readGiven(db, { ...asked, period: always });
}
