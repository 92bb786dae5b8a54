import { parse, v7 as uuidV7 } from 'uuid';
import { keptOf } from '#app/payments/books/comparisons-store.server.ts';
import type { SystemResult } from '#app/payments/books/reconcile.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { NotInBooks } from '#app/payments/systems/system-books.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { dayAfter, dayIn } from '#base/text/days.ts';
import { momentIn } from '#base/text/time-zones.ts';
import type { DemoDonation } from './donations/donations.ts';

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

const countBetween = statement<{ system: PaymentSystemName; count: number }>(`
  select system, count(*)::int as count from payment where created_at between $1 and $2 group by system`);

const paidAfter = statement<PaidRow>(`
  select id, reference, provider_id as "providerId", amount::float8 as amount, currency from payment
  where kind = 'donation' and system = 'gateway' and status = 'Paid' and created_at < $1 and paid_at > $1 order by paid_at limit 1`);

/** What the books of the systems do not say. */
const lacks: Partial<Record<PaymentSystemName, NotInBooks>> = { gateway: 'strangers', click: 'strangersAndSums' };

const nightsAgo = 5;
/** The night in which the gateway had taken the money of a donation that was paid here only after it. */
const nightOfDifference = 2;

interface Place {
  readonly now: Date;
  readonly timeZone: string;
}

/** The night so many days before today, and when its comparison ended. */
function nightBefore({ now, timeZone }: Place, days: number) {
  const night = dayAfter(dayIn(timeZone, now), -days);
  return { night, endedAt: momentIn(timeZone, night, '03:00') };
}

/** The donations, of which the first that was paid after the night of the difference was begun before its end. */
export function begunInNight(donations: readonly DemoDonation[], place: Place): readonly DemoDonation[] {
  const { endedAt } = nightBefore(place, nightOfDifference);
  const first = donations.find(
    ({ system, paidAt, refundedAt }) => system === 'gateway' && paidAt > endedAt && refundedAt === null,
  );
  const createdAt = new Date(endedAt.getTime() - 10 * 60_000);
  return donations.map((donation) => {
    if (donation !== first || donation.createdAt < createdAt) return donation;
    return { ...donation, id: uuidV7({ msecs: createdAt.getTime(), random: parse(donation.id) }), createdAt };
  });
}

/** What the gateway had of a payment whose money came here later. */
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
export async function addComparedNights(
  tx: Tx,
  place: Place & { readonly systems: readonly PaymentSystemName[] },
): Promise<void> {
  // The gateway's stand-in runs always, and months are charged there.
  const systems = [...new Set<PaymentSystemName>(['gateway', ...place.systems])];
  for (let ago = nightsAgo; ago > 0; ago--) {
    const { night, endedAt } = nightBefore(place, ago);
    const from = new Date(endedAt.getTime() - 3 * 86_400_000).toISOString();
    const to = endedAt.toISOString();
    const counts = await tx.run(countBetween, [from, to]);
    const found = ago === nightOfDifference ? await tx.run(paidAfter, [to]) : [];
    const differences = found.map(laterPaid);
    const results = systems.map((system) => {
      const compared = counts.find((one) => one.system === system)?.count ?? 0;
      const differing = system === 'gateway' ? differences : [];
      return keptOf({
        system,
        compared,
        notCompared: 0,
        why: null,
        lacks: lacks[system] ?? null,
        differences: differing,
      });
    });
    await tx.run(insert, [night, from, to, differences.length, JSON.stringify(results)]);
  }
}
