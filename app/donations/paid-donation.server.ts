import { addedSeconds } from '#app/donathon/added-time.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { readDonationSettings } from './donation-settings-store.server.ts';
import { type DonationRow, readPaidDonations } from './donations-store.server.ts';
import type { GiftedPieces, GiftReceiver } from './gift-receivers.ts';
import { maskOfRows } from './settings/text-mask.server.ts';

/** A paid donation as others may see it. Amount in minor units. */
export interface PaidDonation {
  readonly projectId: string;
  /** The payId. */
  readonly donationId: string;
  /** Null for an anonymous donation; stop words are masked. */
  readonly name: string | null;
  readonly amount: Minor;
  /** Stop words are masked. */
  readonly message: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date;
  /** The month of monthly support that it pays; null: it was given once. */
  readonly month: number | null;
  /** The months that it gives to others; null: it gives none. */
  readonly giftedMonths: number | null;
  readonly giftedTo: GiftReceiver | null;
  /** The pieces of merch that it gives to viewers; null: it gives none. */
  readonly giftedPieces: GiftedPieces | null;
  /** Its donor has chosen something with it. */
  readonly hasChoices: boolean;
  /** What it adds to the creator's clock; null: it counts for none. */
  readonly clockSeconds: number | null;
  /** The stream together in which it was shared, of which this is the part of one creator (docs/rules.md#joint-streams); null: it was not. */
  readonly jointId: string | null;
  /** All that its donor gave to the creators of that stream, less what was refunded; null: it was not shared. */
  readonly whole: Minor | null;
}

/** A donation of which a part was refunded: only sums have changed. */
export interface ReducedDonation
  extends Pick<PaidDonation, 'projectId' | 'donationId' | 'month' | 'giftedMonths' | 'giftedPieces' | 'hasChoices'> {
  /** The refunded part. */
  readonly back: Minor;
  /** Of a shared donation as it was given: what its donor gets of the whole; else `back`. */
  readonly wholeBack: Minor;
}

/** A donation as others may see it, as it is stored. */
export function toPaidDonation(
  row: DonationRow,
  mask: (text: string) => string,
  clockSeconds: number | null = null,
): PaidDonation {
  const { id, projectId, name, message, isAnonymous, amount, createdAt, paidAt, month, hasChoices } = row;
  const { giftedMonths, giftedTo, giftedPieces, jointId, whole } = row;
  return {
    projectId,
    donationId: id,
    name: isAnonymous || name === null ? null : mask(name),
    amount: minor(amount),
    message: message === null ? null : mask(message),
    createdAt,
    paidAt: paidAt ?? createdAt,
    month,
    giftedMonths,
    giftedTo,
    giftedPieces,
    hasChoices,
    clockSeconds,
    jointId,
    whole: whole === null ? null : minor(whole),
  };
}

/** Some paid donations as others see them now, without refunded ones. */
export async function paidDonations(db: Queryable, ids: readonly string[]): Promise<PaidDonation[]> {
  const [rows, { stopWords }, seconds] = await Promise.all([
    readPaidDonations(db, ids),
    readDonationSettings(db),
    addedSeconds(db, ids),
  ]);
  const mask = await maskOfRows(stopWords, rows);
  return rows.map((row) => toPaidDonation(row, mask, seconds.get(row.id) ?? null));
}

/** The names of the donors of some donations as others see them; anonymous and refunded ones are left out. */
export async function publicNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const [rows, { stopWords }] = await Promise.all([readPaidDonations(db, ids), readDonationSettings(db)]);
  const mask = await maskOfRows(stopWords, rows);
  return new Map(
    rows.flatMap(({ id, name, isAnonymous }) => (isAnonymous || name === null ? [] : [[id, mask(name)] as const])),
  );
}
