import { type Queryable, statement } from '#base/db/db.server.ts';
import { type MembershipRow, membershipColumns } from '../membership-store.server.ts';

const claimDue = statement<MembershipRow>(`
  update membership m set lease = m.lease + 1, leased_until = clock_timestamp() + interval '1 minute'
  where m.id in (
    select id from membership
    where due_at <= $1 and (leased_until is null or leased_until < clock_timestamp())
    order by due_at limit $2 for update skip locked)
  returning ${membershipColumns}`);

const release = statement(`
  update membership set leased_until = clock_timestamp() + $3 * interval '1 millisecond' where id = $1 and lease = $2`);

const oldPending = statement(`
  with gone as (
    select m.id from membership m
    where m.state = 'Pending' and m.created_at < $1::timestamptz - interval '40 days' order by m.created_at limit $2
    for update skip locked
  )
  update membership m set state = 'Ended', end_reason = 'Unpaid', ended_at = $1 from gone where m.id = gone.id`);

/**
 * Leases memberships whose next step is due at `now`: for a minute of the database's clock no other process gets them, and each lease has a
 * greater number.
 */
export async function claimDueMemberships(db: Queryable, now: Date, most: number): Promise<MembershipRow[]> {
  return db.run(claimDue, [now, most]);
}

/** Ends a lease after a pause, unless there is a later one. */
export async function releaseMembership(
  db: Queryable,
  leased: { readonly id: string; readonly lease: number },
  pauseMilliseconds: number,
): Promise<void> {
  await db.run(release, [leased.id, leased.lease, pauseMilliseconds]);
}

/** Ends memberships whose first payment can no longer be paid. */
export async function endOldPending(db: Queryable, now: Date, most: number): Promise<void> {
  await db.run(oldPending, [now, most]);
}
