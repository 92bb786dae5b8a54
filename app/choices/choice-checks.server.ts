import { type Donor, type RewardChoice, readOfferedReward } from '#app/rewards/reward-holds-store.server.ts';
import { readOfferedTarget, type TargetChoice } from '#app/targets/target-choice-store.server.ts';
import { findPlace, type SuggestionChoice } from '#app/votes/suggestion-store.server.ts';
import { readOption, type VoteChoice } from '#app/votes/vote-choice-store.server.ts';
import { type CallFailure, failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { choiceFaults, type DonationChoices } from './donation-choices.ts';

/** A donation that chooses; `amount` in minor units. */
export interface NewDonation extends Donor {
  readonly projectId: string;
  readonly amount: number;
}

/** A choice with its place among those of the donation. */
export interface PlacedChoice {
  readonly at: number;
  readonly choice: DonationChoices[number];
}

const refused = (field: string, message: string) =>
  failures.validationFailed({ fields: { [field]: message }, message });

/** A failure at the place of a choice. */
export const refusedChoice = ({ at }: PlacedChoice, message: string) => refused(`choices.${at}`, message);

/** The choice itself may stay: more money makes it good. */
const tooSmall = (message: string) => refused('amount', message);

/** What is wrong with the choice of an option; null: nothing. */
async function faultOfVote(
  db: Queryable,
  { projectId, amount }: NewDonation,
  { placed, choice }: { readonly placed: PlacedChoice; readonly choice: VoteChoice },
): Promise<CallFailure | null> {
  const option = await readOption(db, projectId, choice);
  if (option === null || option.isHidden) return refusedChoice(placed, choiceFaults.unknownOption);
  if (!option.isOpen) return refusedChoice(placed, choiceFaults.voteEnded);
  return amount < option.price ? tooSmall(choiceFaults.small) : null;
}

/** A failure at the text of a suggestion. */
export const refusedSuggestion = (at: number, message: string) => refused(`choices.${at}.suggestion`, message);

/** What is wrong with a suggestion; null: nothing. */
async function faultOfSuggestion(
  db: Queryable,
  { projectId, amount }: NewDonation,
  { placed, choice }: { readonly placed: PlacedChoice; readonly choice: SuggestionChoice },
): Promise<CallFailure | null> {
  const { place, price } = await findPlace(db, projectId, choice);
  if (price === null) return refusedChoice(placed, choiceFaults.noSuggestions);
  if (place === 'ended') return refusedChoice(placed, choiceFaults.voteEnded);
  if (place === 'declined') return refusedSuggestion(placed.at, choiceFaults.declinedSuggestion);
  if (place === 'tooMany') return refusedSuggestion(placed.at, choiceFaults.manySuggestions);
  return amount < price ? tooSmall(choiceFaults.small) : null;
}

/** What is wrong with the choice of a target; null: nothing. */
async function faultOfTarget(
  db: Queryable,
  { projectId }: NewDonation,
  { placed, choice }: { readonly placed: PlacedChoice; readonly choice: TargetChoice },
): Promise<CallFailure | null> {
  const target = await readOfferedTarget(db, projectId, choice.targetId);
  if (target === null) return refusedChoice(placed, choiceFaults.unknownTarget);
  if (!target.isOpen) return refusedChoice(placed, choiceFaults.targetEnded);
  return target.revision === choice.revision ? null : refusedChoice(placed, choiceFaults.targetChanged);
}

/** What is wrong with the choice of a reward; null: nothing. */
async function faultOfReward(
  db: Queryable,
  donation: NewDonation,
  { placed, choice }: { readonly placed: PlacedChoice; readonly choice: RewardChoice },
): Promise<CallFailure | null> {
  const reward = await readOfferedReward(db, donation, choice.rewardId);
  if (reward === null) return refusedChoice(placed, choiceFaults.unknownReward);
  if (!reward.isOpen) return refusedChoice(placed, choiceFaults.rewardEnded);
  if (reward.revision !== choice.revision) return refusedChoice(placed, choiceFaults.rewardChanged);
  if (!reward.isLeft) return refusedChoice(placed, choiceFaults.soldOut);
  if (reward.isCrowded) return refusedChoice(placed, choiceFaults.crowded);
  return donation.amount < reward.price ? tooSmall(choiceFaults.smallForReward) : null;
}

/** What is wrong with a choice; null: nothing. */
export async function faultOf(db: Queryable, donation: NewDonation, placed: PlacedChoice): Promise<CallFailure | null> {
  const { choice } = placed;
  if ('suggestion' in choice) return faultOfSuggestion(db, donation, { placed, choice });
  if ('voteId' in choice) return faultOfVote(db, donation, { placed, choice });
  if ('targetId' in choice) return faultOfTarget(db, donation, { placed, choice });
  return faultOfReward(db, donation, { placed, choice });
}
