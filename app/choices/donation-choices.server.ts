import {
  countTargetChoice,
  insertTargetChoice,
  readGivenTargets,
  readOfferedTarget,
  reduceTargetChoice,
  type TargetChoice,
  withdrawTargetChoice,
} from '#app/targets/target-choice-store.server.ts';
import {
  countVoteChoice,
  insertVoteChoice,
  readGivenVotes,
  readOption,
  reduceVoteChoice,
  type VoteChoice,
  withdrawVoteChoice,
} from '#app/votes/vote-choice-store.server.ts';
import { type CallFailure, failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { choiceFaults, type DonationChoices, type GivenChoice } from './donation-choices.ts';

/** A donation that chooses; `amount` in minor units. */
interface NewDonation {
  readonly projectId: string;
  readonly amount: number;
}

/** A choice with its place among those of the donation. */
interface PlacedChoice {
  readonly at: number;
  readonly choice: DonationChoices[number];
}

const isTarget = ({ choice }: PlacedChoice) => 'targetId' in choice;

/** Choices in the order in which their rows are locked: the vote, then the target. */
function inOrder(choices: DonationChoices): readonly PlacedChoice[] {
  const placed = choices.map((choice, at) => ({ at, choice }));
  return placed.toSorted((a, b) => Number(isTarget(a)) - Number(isTarget(b)));
}

const refused = (field: string, message: string) =>
  failures.validationFailed({ fields: { [field]: message }, message });

/** What is wrong with the choice of an option; null: nothing. */
async function faultOfVote(
  db: Queryable,
  { projectId, amount }: NewDonation,
  { choice, field }: { readonly choice: VoteChoice; readonly field: string },
): Promise<CallFailure | null> {
  const option = await readOption(db, projectId, choice);
  if (option === null || option.isHidden) return refused(field, choiceFaults.unknownOption);
  if (!option.isOpen) return refused(field, choiceFaults.voteEnded);
  // The choice itself may stay: more money makes it good.
  return amount < option.price ? refused('amount', choiceFaults.small) : null;
}

/** What is wrong with the choice of a target; null: nothing. */
async function faultOfTarget(
  db: Queryable,
  { projectId }: NewDonation,
  { choice: { targetId, revision }, field }: { readonly choice: TargetChoice; readonly field: string },
): Promise<CallFailure | null> {
  const target = await readOfferedTarget(db, projectId, targetId);
  if (target === null) return refused(field, choiceFaults.unknownTarget);
  if (!target.isOpen) return refused(field, choiceFaults.targetEnded);
  return target.revision === revision ? null : refused(field, choiceFaults.targetChanged);
}

const fieldOf = ({ at }: PlacedChoice) => `choices.${at}`;

async function faultOf(db: Queryable, donation: NewDonation, placed: PlacedChoice): Promise<CallFailure | null> {
  const { choice } = placed;
  const field = fieldOf(placed);
  return 'voteId' in choice
    ? faultOfVote(db, donation, { choice, field })
    : faultOfTarget(db, donation, { choice, field });
}

/** Refuses choices that a donation cannot make. */
export async function checkChoices(db: Queryable, donation: NewDonation, choices: DonationChoices): Promise<void> {
  for (const placed of inOrder(choices)) {
    const fault = await faultOf(db, donation, placed);
    if (fault !== null) throw fault;
  }
}

/** Writes checked choices in the transaction that writes the donation. Refuses what has changed since. */
export async function writeChoices(
  tx: Tx,
  donation: NewDonation & { readonly donationId: string },
  choices: DonationChoices,
): Promise<void> {
  for (const placed of inOrder(choices)) {
    const { choice } = placed;
    const isWritten =
      'voteId' in choice
        ? await insertVoteChoice(tx, donation, choice)
        : await insertTargetChoice(tx, donation.donationId, choice);
    if (isWritten) continue;
    // Null: it has ended between the two statements.
    const { voteEnded, targetEnded } = choiceFaults;
    throw (await faultOf(tx, donation, placed)) ?? refused(fieldOf(placed), isTarget(placed) ? targetEnded : voteEnded);
  }
}

/** A donation, as far as its choices need it. */
interface ChoosingDonation {
  readonly donationId: string;
  readonly hasChoices: boolean;
}

/** Counts what a donation has chosen, in the transaction that pays it. */
export async function countChoices(tx: Tx, donation: ChoosingDonation & { readonly amount: number }): Promise<void> {
  const { donationId, hasChoices, amount } = donation;
  if (!hasChoices) return;
  await countVoteChoice(tx, donationId, amount);
  await countTargetChoice(tx, donationId, amount);
}

/** Takes a refunded part out of what the donation has chosen, in the transaction of the refund. */
export async function reduceChoices(tx: Tx, donation: ChoosingDonation & { readonly back: number }): Promise<void> {
  const { donationId, hasChoices, back } = donation;
  if (!hasChoices) return;
  await reduceVoteChoice(tx, donationId, back);
  await reduceTargetChoice(tx, donationId, back);
}

/** Takes a refunded donation out of what it has chosen, in the transaction of the refund. */
export async function withdrawChoices(tx: Tx, { donationId, hasChoices }: ChoosingDonation): Promise<void> {
  if (!hasChoices) return;
  await withdrawVoteChoice(tx, donationId);
  await withdrawTargetChoice(tx, donationId);
}

/** What each of some donations has chosen, by its id: the vote before the target. */
export async function givenChoices(
  db: Queryable,
  donations: readonly ChoosingDonation[],
): Promise<ReadonlyMap<string, readonly GivenChoice[]>> {
  const ids = donations.filter(({ hasChoices }) => hasChoices).map(({ donationId }) => donationId);
  const given = new Map<string, GivenChoice[]>();
  if (ids.length === 0) return given;
  for (const { donationId, votes, ...vote } of await readGivenVotes(db, ids)) {
    given.set(donationId, [{ ...vote, votes: votes ?? 0, isCounted: votes !== null }]);
  }
  for (const { donationId, ...target } of await readGivenTargets(db, ids)) {
    given.set(donationId, [...(given.get(donationId) ?? []), target]);
  }
  return given;
}
