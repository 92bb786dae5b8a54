import { namedChoice, writeNamedChoice } from '#app/choices/donation-choices.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, percentOf } from '#base/money/money.ts';
import { donorKeyOf } from './donation-rules.ts';
import { readDonationSettings } from './donation-settings-store.server.ts';
import { mayChoose, type NewDonation, writePrice } from './donations-store.server.ts';
import { maskOf } from './settings/text-mask.server.ts';

/** Monthly support that a donation begins. Amount in minor units. */
interface MonthlyRequest {
  readonly projectId: string;
  readonly personId: string;
  readonly amount: Minor;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  readonly system: PaymentSystemName;
  readonly levelId: string | null;
  /** Null: the country's. */
  readonly timeZone: string | null;
}

/**
 * Checks a request and returns what stores it, in the transaction that inserts the donation of this id, whose month 1 it pays. Throws
 * `NotFound` for an unknown level, `AlreadyMember`, and a failure of `amount` below the level's price.
 */
export type BeginMonthly = (
  db: Queryable,
  asked: MonthlyRequest,
) => Promise<(tx: Tx, donationId: string) => Promise<void>>;

/** A month of a membership that is charged without the donor. */
export interface ChargedMonth {
  readonly donationId: string;
  readonly projectId: string;
  readonly personId: string;
  readonly membershipId: string;
  readonly month: number;
  readonly amount: Minor;
  readonly name: string | null;
  readonly isAnonymous: boolean;
  /** What the donor has written with an earlier month: its code word chooses with each month. */
  readonly message: string | null;
}

/** `writeChoice`: writes what it chooses, in the transaction that writes it. */
interface DonationOfMonth {
  readonly donation: NewDonation;
  readonly writeChoice: (tx: Tx) => Promise<void>;
}

/** The donation that pays a month; null while an admin has stopped all donations. */
export async function donationOfMonth(db: Queryable, charged: ChargedMonth): Promise<DonationOfMonth | null> {
  const { commissionPercent, isEnabled, stopWords } = await readDonationSettings(db);
  if (!isEnabled) return null;
  const { donationId, projectId, personId, membershipId, month, amount, name, isAnonymous } = charged;
  const message = charged.message === null ? null : maskOf(stopWords).mask(charged.message);
  const named = await namedChoice(db, { projectId, amount, message });
  const donation = {
    id: donationId,
    project_id: projectId,
    donor_id: personId,
    donor_key: donorKeyOf({ personId, name, isAnonymous }),
    name,
    message: null,
    is_anonymous: isAnonymous,
    amount,
    commission: percentOf(amount, commissionPercent),
    address: null,
    has_choices: named !== null,
    membership_id: membershipId,
    membership_month: month,
  };
  return {
    donation,
    writeChoice: async (tx) => {
      // An earlier try has written the month, and decided what it chooses.
      if (named !== null && (await mayChoose(tx, donationId)))
        await writeNamedChoice(tx, { donationId, amount }, named);
    },
  };
}

/** Gives an unpaid month, which an earlier try has stored, the amount of the try that is made next or was paid after all. */
export async function priceMonth(tx: Tx, donationId: string, amount: Minor): Promise<void> {
  const { commissionPercent } = await readDonationSettings(tx);
  await writePrice(tx, donationId, { amount, commission: percentOf(amount, commissionPercent) });
}
