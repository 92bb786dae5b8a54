import { countRewardChoice, readGivenRewards, reduceRewardChoice } from '#app/rewards/reward-choice-store.server.ts';
import {
  handOverReward,
  insertRewardChoice,
  letGoOfReward,
  takeBackReward,
} from '#app/rewards/reward-holds-store.server.ts';
import {
  countTargetChoice,
  insertTargetChoice,
  readGivenTargets,
  reduceTargetChoice,
} from '#app/targets/target-choice-store.server.ts';
import { codesIn } from '#app/votes/code-words.ts';
import {
  countVoteChoice,
  findNamedOption,
  insertNamedChoice,
  insertSuggestion,
  insertVoteChoice,
  readGivenVotes,
  reduceVoteChoice,
  type VoteChoice,
} from '#app/votes/vote-choice-store.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import {
  faultOf,
  type NewDonation,
  type PlacedChoice,
  refusedChoice,
  refusedSuggestion,
} from './choice-checks.server.ts';
import { choiceFaults, type DonationChoices, type GivenChoice, kindOf } from './donation-choices.ts';

/** The order in which the rows of what is chosen are locked. */
const kinds = ['vote', 'target', 'reward'] as const;

function inOrder(choices: DonationChoices): readonly PlacedChoice[] {
  const placed = choices.map((choice, at) => ({ at, choice }));
  const orderOf = ({ choice }: PlacedChoice) => kinds.indexOf(kindOf(choice));
  return placed.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** Refuses choices that a donation cannot make. */
export async function checkChoices(db: Queryable, donation: NewDonation, choices: DonationChoices): Promise<void> {
  for (const placed of inOrder(choices)) {
    const fault = await faultOf(db, donation, placed);
    if (fault !== null) throw fault;
  }
}

/** Refuses a suggestion that has a stop word: others may see it once it is accepted. */
export function requireDecent(choices: DonationChoices, mask: (text: string) => string): void {
  for (const [at, choice] of choices.entries()) {
    if ('suggestion' in choice && mask(choice.suggestion) !== choice.suggestion) {
      throw refusedSuggestion(at, choiceFaults.stoppedSuggestion);
    }
  }
}

/** A new donation that is written. */
interface WrittenDonation extends NewDonation {
  readonly donationId: string;
}

/** Writes one choice; false if it can no longer be made. */
async function write(tx: Tx, donation: WrittenDonation, choice: DonationChoices[number]): Promise<boolean> {
  if ('suggestion' in choice) return insertSuggestion(tx, donation, choice);
  if ('voteId' in choice) return insertVoteChoice(tx, donation, choice);
  if ('targetId' in choice) return insertTargetChoice(tx, donation.donationId, choice);
  const isWritten = await insertRewardChoice(tx, donation, choice);
  // A piece less is left.
  if (isWritten) await outdateCached(tx, [`project:${donation.projectId}`]);
  return isWritten;
}

/** An option whose code word the message of a donation has (docs/rules.md#code-words). */
export type NamedChoice = VoteChoice;

/** What the message of a donation chooses that answers no vote itself; null: nothing. `message` is masked. */
export async function namedChoice(
  db: Queryable,
  { projectId, amount, message }: Pick<NewDonation, 'projectId' | 'amount'> & { readonly message: string | null },
  choices: DonationChoices = [],
): Promise<NamedChoice | null> {
  if (message === null || choices.some((choice) => kindOf(choice) === 'vote')) return null;
  const codes = codesIn(message);
  return codes.length === 0 ? null : findNamedOption(db, { projectId, amount }, codes);
}

/**
 * Writes what a message has chosen in the transaction that writes the donation, before its other choices. Nobody is refused for a word: what can no longer
 * be chosen is left out. Repeating changes nothing.
 */
export async function writeNamedChoice(
  tx: Tx,
  donation: Pick<WrittenDonation, 'donationId' | 'amount'>,
  named: NamedChoice | null,
): Promise<void> {
  if (named !== null) await insertNamedChoice(tx, donation, named);
}

const { voteEnded, targetEnded, rewardEnded } = choiceFaults;
const ended = { vote: voteEnded, target: targetEnded, reward: rewardEnded } as const;

/** Writes checked choices in the transaction that writes the donation. Refuses what has changed since. */
export async function writeChoices(tx: Tx, donation: WrittenDonation, choices: DonationChoices): Promise<void> {
  for (const placed of inOrder(choices)) {
    if (await write(tx, donation, placed.choice)) continue;
    // Null: it has ended between the two statements.
    throw (await faultOf(tx, donation, placed)) ?? refusedChoice(placed, ended[kindOf(placed.choice)]);
  }
}

/** A donation, as far as its choices need it. */
interface ChoosingDonation {
  readonly donationId: string;
  readonly hasChoices: boolean;
}

interface PaidDonation extends ChoosingDonation {
  readonly amount: number;
  readonly paidAt: Date;
}

/** Counts what a donation has chosen, in the transaction that pays it. */
export async function countChoices(tx: Tx, donation: PaidDonation): Promise<void> {
  const { donationId, hasChoices, amount } = donation;
  if (!hasChoices) return;
  await countVoteChoice(tx, donationId, amount);
  await countTargetChoice(tx, donationId, amount);
  await countRewardChoice(tx, donation);
}

/** Takes the refunded part out of what the donation has chosen, in the transaction of the refund; null: all of it. */
export async function reduceChoices(
  tx: Tx,
  { donationId, hasChoices }: ChoosingDonation,
  back: number | null,
): Promise<void> {
  if (!hasChoices) return;
  await reduceVoteChoice(tx, donationId, back);
  await reduceTargetChoice(tx, donationId, back);
  await reduceRewardChoice(tx, donationId, back);
}

/**
 * Keeps what is kept for a donation for the one that replaces it, as far as that chooses the same, although the payment is closed meanwhile. Returns
 * whether something is kept; `takeBackChoices` ends it where no choice is written.
 */
export async function handOverChoices(db: Queryable, replacedId: string, choices: DonationChoices): Promise<boolean> {
  const reward = choices.find((choice) => 'rewardId' in choice);
  return reward !== undefined && handOverReward(db, replacedId, reward.rewardId);
}

/** What was handed over is again kept for its own donation alone. */
export async function takeBackChoices(db: Queryable, replacedId: string): Promise<void> {
  await takeBackReward(db, replacedId);
}

/** Lets go of what is kept for a donation that will not be paid, in the transaction that closes its payment. */
export async function letGoOfChoices(tx: Tx, { donationId, hasChoices }: ChoosingDonation): Promise<void> {
  if (!hasChoices) return;
  const projectId = await letGoOfReward(tx, donationId);
  if (projectId !== null) await outdateCached(tx, [`project:${projectId}`]);
}

function givenVoteOf(row: Awaited<ReturnType<typeof readGivenVotes>>[number]): GivenChoice {
  const { voteId, optionId, question, option, code, votes, suggestion, state, isOpen } = row;
  if (state === 'offered') {
    const given = { voteId, optionId, question, option, code, votes: votes ?? 0, isCounted: votes !== null };
    return suggestion === null ? given : { ...given, suggestion };
  }
  const undecided = isOpen ? ('waiting' as const) : ('ended' as const);
  return { voteId, question, suggestion, state: state === 'declined' ? state : undecided, isCounted: false };
}

/** Hides what a donor has typed from others: they see the option for which it counts. */
export function withoutSuggestion(choice: GivenChoice): GivenChoice {
  if ('state' in choice) return { ...choice, suggestion: null };
  return 'suggestion' in choice ? { ...choice, suggestion: choice.option } : choice;
}

/** What each of some donations has chosen, by its id: the vote before the target, and the reward after both. */
export async function givenChoices(
  db: Queryable,
  donations: readonly ChoosingDonation[],
): Promise<ReadonlyMap<string, readonly GivenChoice[]>> {
  const ids = donations.filter(({ hasChoices }) => hasChoices).map(({ donationId }) => donationId);
  const given = new Map<string, GivenChoice[]>();
  if (ids.length === 0) return given;
  const add = (donationId: string, choice: GivenChoice) =>
    given.set(donationId, [...(given.get(donationId) ?? []), choice]);
  for (const vote of await readGivenVotes(db, ids)) add(vote.donationId, givenVoteOf(vote));
  for (const { donationId, ...target } of await readGivenTargets(db, ids)) add(donationId, target);
  for (const { donationId, ...reward } of await readGivenRewards(db, ids)) add(donationId, reward);
  return given;
}
