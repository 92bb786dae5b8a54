import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import type { OwnRow } from '../lists/donation-lists-store.server.ts';
import {
  readDonationsByDay,
  readGivenDonations,
  readReceivedDonations,
  readReceivers,
} from './donation-overview-store.server.ts';

/** A donation for moderators; `otherId`: the person on the other side, null for a guest. */
export interface PersonDonation {
  readonly id: string;
  readonly amount: Minor;
  /** Null also for an anonymous donation among received ones. */
  readonly name: string | null;
  /** As written. */
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly isRefunded: boolean;
  /** All that was given in a stream together; null: it was not shared. */
  readonly whole: Minor | null;
  readonly paidAt: Date;
  readonly otherId: string | null;
}

function shown(row: OwnRow, otherId: string | null): PersonDonation {
  const { id, amount, name, message, isAnonymous, isRefunded, paidAt } = row;
  const whole = row.whole === null ? null : minor(row.whole);
  return { id, amount: minor(amount), whole, name, message, isAnonymous, isRefunded, paidAt, otherId };
}

/** Hides an anonymous donor from everyone who looks at the creator's donations. */
function receivedDonation(row: OwnRow & { readonly donorId: string | null }): PersonDonation {
  return row.isAnonymous ? { ...shown(row, null), name: null } : shown(row, row.donorId);
}

/** Donations to a project or by a donor, newest first, including refunded ones. */
export async function donationsOfPerson(
  db: Queryable,
  asked: { kind: 'received' | 'given'; userId: string; projectId: string; skip: number; take: number },
): Promise<{ items: PersonDonation[]; count: number }> {
  const { kind, userId, projectId, skip, take } = asked;
  if (kind === 'received') {
    const { items, count } = await readReceivedDonations(db, { projectId, skip, take });
    return { count, items: items.map(receivedDonation) };
  }
  const { items, count } = await readGivenDonations(db, { donorId: userId, skip, take });
  const projects = await findProjects(db, [...new Set(items.map((row) => row.projectId))]);
  return { count, items: items.map((row) => shown(row, projects.get(row.projectId)?.userId ?? null)) };
}

/** The creators to whom some donations go, by donation: several where one was shared, its page first; unknown ids are left out. */
export async function receiversOf(
  db: Queryable,
  donationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const donations = await readReceivers(db, donationIds);
  const projects = await findProjects(db, [...new Set(donations.map(({ projectId }) => projectId))]);
  const receivers = new Map<string, readonly string[]>();
  for (const { id, projectId } of donations) {
    const userId = projects.get(projectId)?.userId;
    receivers.set(id, [...(receivers.get(id) ?? []), ...(userId === undefined ? [] : [userId])]);
  }
  return receivers;
}

/** Donations by day (`2026-01-31`) of a time zone without refunded ones. */
export async function donationsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  const rows = await readDonationsByDay(db, asked);
  return rows.map(({ day, count, amount }) => ({ day, count, amount: minor(amount) }));
}
