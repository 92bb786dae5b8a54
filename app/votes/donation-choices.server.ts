import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import {
  countVoteChoice,
  insertVoteChoice,
  readGivenVotes,
  readOption,
  reduceVoteChoice,
  type VoteChoice,
  withdrawVoteChoice,
} from './choice-store.server.ts';
import { choiceFaults, type DonationChoices, type GivenChoice } from './donation-choices.ts';

/** A donation that chooses; `amount` in minor units. */
interface NewDonation {
  readonly projectId: string;
  readonly amount: number;
}

const refused = (message: string) => failures.validationFailed({ fields: { choices: message }, message });

/** The choice itself may stay: more money makes it good. */
const tooSmall = () =>
  failures.validationFailed({ fields: { amount: choiceFaults.small }, message: choiceFaults.small });

async function checkChoice(db: Queryable, { projectId, amount }: NewDonation, choice: VoteChoice): Promise<void> {
  const option = await readOption(db, projectId, choice);
  if (option === null || option.isHidden) throw refused(choiceFaults.unknown);
  if (!option.isOpen) throw refused(choiceFaults.ended);
  if (amount < option.price) throw tooSmall();
}

/** Refuses choices that a donation cannot make. */
export async function checkChoices(db: Queryable, donation: NewDonation, choices: DonationChoices): Promise<void> {
  for (const choice of choices) await checkChoice(db, donation, choice);
}

/** Writes checked choices in the transaction that writes the donation. Refuses what has changed since. */
export async function writeChoices(
  tx: Tx,
  donation: NewDonation & { readonly donationId: string },
  choices: DonationChoices,
): Promise<void> {
  for (const choice of choices) {
    if (await insertVoteChoice(tx, donation, choice)) continue;
    await checkChoice(tx, donation, choice);
    // It has ended between the two statements.
    throw refused(choiceFaults.ended);
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

/** What each of some donations has chosen, by its id. */
export async function givenChoices(
  db: Queryable,
  donations: readonly ChoosingDonation[],
): Promise<ReadonlyMap<string, readonly GivenChoice[]>> {
  const choosing = donations.filter(({ hasChoices }) => hasChoices);
  if (choosing.length === 0) return new Map();
  const rows = await readGivenVotes(
    db,
    choosing.map(({ donationId }) => donationId),
  );
  // A donation serves one vote.
  return new Map(
    rows.map(({ donationId, voteId, optionId, question, option, votes }) => [
      donationId,
      [{ voteId, optionId, question, option, votes: votes ?? 0, isCounted: votes !== null }],
    ]),
  );
}
