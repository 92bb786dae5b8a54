import { keptOf } from '#app/payments/books/comparisons-store.server.ts';
import type { SystemResult } from '#app/payments/books/reconcile.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { dayAfter, dayIn } from '#base/text/days.ts';
import { momentIn } from '#base/text/time-zones.ts';

interface PaidRow extends Record<string, unknown> {
  readonly id: string;
  readonly reference: string;
  readonly providerId: string;
  readonly amount: number;
  readonly currency: string;
}

const insert = statement(`
  insert into book_comparison (night, since, ended_at, seen_at, is_whole, differing, results)
  values ($1, $2, $3, $3, true, $4, $5::jsonb)`);

const countBetween = statement<{ count: number }>(`
  select count(*)::int as count from payment where system = 'gateway' and created_at between $1 and $2`);

const lastBefore = statement<PaidRow>(`
  select id, reference, provider_id as "providerId", amount::float8 as amount, currency from payment
  where kind = 'donation' and system = 'gateway' and status = 'Paid' and paid_at < $1 order by paid_at desc limit 1`);

const nightsAgo = 5;
/** The night in which the gateway had taken the money of a donation that was not paid here before the morning. */
const nightOfDifference = 2;

/** What the gateway had of a payment that came to us later. */
function laterPaid({ id, reference, providerId, amount, currency }: PaidRow): SystemResult['differences'][number] {
  const side = { amount: minor(amount), currency, refunded: minor(0) };
  return {
    kind: 'paidThere',
    system: 'gateway',
    payment: { id, reference, paidFor: 'donation' },
    theirIds: [providerId],
    ours: { ...side, state: 'unpaid' },
    theirs: [{ ...side, state: 'paid' }],
  };
}

/**
 * Enters what the comparisons of the last nights have found, as if the server had run: of one night a difference, which was settled since. Tonight
 * is left to the server itself.
 */
export async function addComparedNights(tx: Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  const today = dayIn(timeZone, now);
  for (let ago = nightsAgo; ago > 0; ago--) {
    const night = dayAfter(today, -ago);
    const endedAt = momentIn(timeZone, night, '03:00');
    const since = new Date(endedAt.getTime() - 3 * 86_400_000);
    const [counted] = await tx.run(countBetween, [since.toISOString(), endedAt.toISOString()]);
    const found = ago === nightOfDifference ? await tx.run(lastBefore, [endedAt.toISOString()]) : [];
    const differences = found.map(laterPaid);
    const compared = counted?.count ?? 0;
    const result = keptOf({ system: 'gateway', compared, notCompared: 0, why: null, lacks: 'strangers', differences });
    const results = JSON.stringify([result]);
    await tx.run(insert, [night, since.toISOString(), endedAt.toISOString(), differences.length, results]);
  }
}
