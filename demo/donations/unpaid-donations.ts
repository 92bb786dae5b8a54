import { v7 as uuidV7 } from 'uuid';
import { donationKind } from '#app/donations/donation-postings.server.ts';
import { donorKeyOf } from '#app/donations/donation-rules.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { Tx } from '#base/db/db.server.ts';
import { fromMain, percentOf } from '#base/money/money.ts';
import { demoCreators } from '../creators/creators.ts';
import { insertPayments } from '../payments/payment-rows.ts';
import { Random } from '../random.ts';
import { insertDonations } from './donation-insert.ts';
import type { DemoDonation, DonationOptions } from './donations.ts';

/** A payment that has brought nothing. */
interface DemoTry {
  readonly status: 'Failed' | 'Expired';
  readonly system: PaymentSystemName;
  readonly at: Date;
}

/** A demo donation that was never paid, with what was tried, from the first. */
export interface UnpaidDonation extends Omit<DemoDonation, 'system' | 'paidAt' | 'refundedAt'> {
  readonly tries: readonly DemoTry[];
}

const hour = 3_600_000;

/** How many hours ago: some of them within the last day. */
const hoursAgo = [2.4, 7.1, 15.6, 31, 54, 77, 103, 140, 181, 236, 300, 372, 455, 560];

const names = ['Шахзод', 'Лола', 'Ойбек', 'Kamola', 'Саша', 'Нодир', null] as const;

interface UnpaidOptions extends DonationOptions {
  /** What was tried at another one could not be compared with its books. */
  readonly systems: readonly PaymentSystemName[];
}

/** Donations whose cards were refused or whose time ran out, by each of the systems. */
export function makeUnpaid({ creators, commissionPercent, now, systems }: UnpaidOptions): UnpaidDonation[] {
  const random = new Random('unpaid');
  return hoursAgo.flatMap((hours, index): UnpaidDonation[] => {
    const person = creators.get(random.pickWeighted(demoCreators, ({ weight }) => weight).userName);
    const system = systems[index % systems.length];
    if (person === undefined || system === undefined) return [];
    const createdAt = new Date(now.getTime() - hours * hour);
    const amount = fromMain(random.pick([10_000, 25_000, 50_000, 120_000]));
    const name = random.pick(names);
    const noise = Uint8Array.from({ length: 16 }, () => random.whole(0, 255));
    const status = index % 3 === 1 ? 'Expired' : 'Failed';
    return [
      {
        id: uuidV7({ msecs: createdAt.getTime(), random: noise }),
        projectId: person.projectId,
        accountId: person.accountId,
        donorId: null,
        name,
        isAnonymous: false,
        donorKey: donorKeyOf({ personId: null, name, isAnonymous: false }),
        message: null,
        amount,
        commission: percentOf(amount, commissionPercent),
        createdAt,
        tries: [{ status, system, at: createdAt }],
      },
    ];
  });
}

/** Inserts donations that were never paid; they count nowhere. Comes after those that were, whose totals are made of all rows. */
export async function addUnpaid(tx: Tx, donations: readonly UnpaidDonation[], currency: string): Promise<void> {
  await insertDonations(tx, donations);
  const payments = donations.flatMap(({ id: reference, amount, tries }) =>
    tries.map(({ status, system, at: createdAt }, index) => {
      return { kind: donationKind, reference, number: index + 1, system, amount, status, createdAt, paidAt: null };
    }),
  );
  await insertPayments(tx, payments, currency);
}
