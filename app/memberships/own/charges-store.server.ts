import { type Queryable, statement } from '#base/db/db.server.ts';
import type { ChargeState } from '../membership-state.ts';

/** One month of a membership and what became of its charge. Sums in minor units. */
interface ChargeRow {
  readonly month: number;
  readonly state: ChargeState;
  readonly amount: number;
  readonly refunded: number;
  readonly at: Date;
  readonly donationId: string;
}

const chargesOf = statement<ChargeRow>(`
  select month, state, amount, refunded, coalesce(paid_at, created_at) as at, donation_id as "donationId"
  from membership_charge where membership_id = $1 order by month desc offset $2 limit $3`);

const countOfCharges = statement<{ count: number }>(
  'select count(*) as count from membership_charge where membership_id = $1',
);

/** The months of a membership, the latest first, and how many there are. */
export async function readCharges(
  db: Queryable,
  membershipId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: ChargeRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    db.run(chargesOf, [membershipId, skip, take]),
    db.run(countOfCharges, [membershipId]),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
}
