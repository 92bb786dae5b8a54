import { type Queryable, statement } from '#base/db/db.server.ts';
import type { MembershipState } from '../membership-state.ts';

/** A month that a donation pays: of whom, and in which state the membership is. */
interface PaidMonth {
  readonly month: number;
  readonly donorId: string;
  readonly state: MembershipState;
}

const ofDonations = statement<PaidMonth & { donationId: string }>(`
  select c.donation_id as "donationId", c.month, m.person_id as "donorId", m.state
  from membership_charge c join membership m on m.id = c.membership_id where c.donation_id = any ($1::uuid[])`);

/** The months that some donations pay, by donation; others are left out. */
export async function monthsOf(db: Queryable, donationIds: readonly string[]): Promise<ReadonlyMap<string, PaidMonth>> {
  const rows = await db.run(ofDonations, [donationIds]);
  return new Map(rows.map(({ donationId, ...month }) => [donationId, month]));
}
