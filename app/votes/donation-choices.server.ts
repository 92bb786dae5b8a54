import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import {
  countVoteChoice,
  insertVoteChoice,
  readGivenVote,
  readOption,
  reduceVoteChoice,
  withdrawVoteChoice,
} from './choice-store.server.ts';
import { choiceFaults, type DonationChoices } from './donation-choices.ts';

const refused = (message: string) => failures.validationFailed({ fields: { choices: message }, message });

/** Refuses choices that a donation cannot make; `amount` in minor units. */
export async function checkChoices(
  db: Queryable,
  { projectId, amount }: { readonly projectId: string; readonly amount: number },
  choices: DonationChoices,
): Promise<void> {
  for (const choice of choices) {
    const option = await readOption(db, projectId, choice);
    if (option === null || option.isHidden) throw refused(choiceFaults.unknown);
    if (!option.isOpen) throw refused(choiceFaults.ended);
    if (amount < option.price) throw refused(choiceFaults.small);
  }
}

/** Writes checked choices in the transaction that writes the donation. Refuses what has ended since. */
export async function writeChoices(tx: Tx, donationId: string, choices: DonationChoices): Promise<void> {
  for (const choice of choices) {
    if (!(await insertVoteChoice(tx, donationId, choice))) throw refused(choiceFaults.ended);
  }
}

/** A donation, as far as its choices need it. */
interface ChoosingDonation {
  readonly donationId: string;
  readonly hasChoices: boolean;
}

/** Counts what a donation has chosen, in the transaction that pays it. */
export async function countChoices(tx: Tx, donation: ChoosingDonation & { readonly amount: number }): Promise<void> {
  if (donation.hasChoices) await countVoteChoice(tx, donation.donationId, donation.amount);
}

/** Takes a refunded part out of what the donation has chosen, in the transaction of the refund. */
export async function reduceChoices(tx: Tx, donation: ChoosingDonation & { readonly back: number }): Promise<void> {
  if (donation.hasChoices) await reduceVoteChoice(tx, donation.donationId, donation.back);
}

/** Takes a refunded donation out of what it has chosen, in the transaction of the refund. */
export async function withdrawChoices(tx: Tx, donation: ChoosingDonation): Promise<void> {
  if (donation.hasChoices) await withdrawVoteChoice(tx, donation.donationId);
}

/** What a donation has chosen. */
export async function givenChoices(db: Queryable, donationId: string) {
  const vote = await readGivenVote(db, donationId);
  if (vote === null) return [];
  const { votes, ...chosen } = vote;
  return [{ ...chosen, votes: votes ?? 0, isCounted: votes !== null }];
}
