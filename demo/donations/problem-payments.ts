import { donationKind } from '#app/donations/donation-postings.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';

const flag = statement(`
  update payment set problem = case $2 when 'OtherAmount' then format('OtherAmount %s %s', amount / 2, amount) else $2 end,
    problem_at = created_at + interval '3 hours'
  where id = (
    select id from payment where kind = $1 and status = $3 and created_at < $4::timestamptz and system in ('gateway', 'stripe')
    order by created_at desc limit 1)`);

const day = 86_400_000;

/**
 * Says of two donations that an operator must look at them: their systems have reported other sums or currencies than were asked for, which
 * books nothing; Payme and Click ask before. Comes after the donations that were never paid.
 */
export async function addProblems(tx: Tx, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day).toISOString();
  await tx.run(flag, [donationKind, 'OtherAmount', 'Expired', before(1)]);
  await tx.run(flag, [donationKind, 'OtherCurrency', 'Failed', before(3)]);
}
