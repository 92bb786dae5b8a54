import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import type { ShownReward } from './reward-shapes.ts';

/** A choice in a donor's draft, with the revision that the donor has seen. */
interface ChosenReward {
  readonly rewardId: string;
  readonly revision: number;
}

/** The sum of a draft, with what was typed before a reward has raised it; null: none has. */
interface TypedSum {
  readonly amount: string;
  readonly before: string | null;
}

/** A reward with what becomes of the sum of its draft. */
type RewardChange =
  | { readonly reward: null }
  | ({ readonly reward: ChosenReward & { readonly price: number } } & TypedSum);

/** What a draft has chosen, and what may be kept for a donation that its donor left unpaid; empty: none. */
interface KeptChoice {
  readonly reward: ChosenReward | null;
  readonly left: string;
  readonly held: string;
}

type OfferedReward = Pick<ShownReward, 'id' | 'revision' | 'left'>;

const isSoldOut = ({ left }: OfferedReward) => left === 0;

/** The rewards of a page as the form lists them: what is sold out comes last. */
export function listedRewards<Reward extends OfferedReward>(rewards: readonly Reward[]): readonly Reward[] {
  return [...rewards.filter((reward) => !isSoldOut(reward)), ...rewards.filter(isSoldOut)];
}

/** The choice of a stored draft as it is offered now: null once its reward is not, or is another one. Sold out it stays: the last piece may be kept for this donor. */
export function offeredReward<Chosen extends ChosenReward>(
  chosen: Chosen | null,
  rewards: readonly OfferedReward[],
): Chosen | null {
  const isOffered = rewards.some(({ id, revision }) => id === chosen?.rewardId && revision === chosen.revision);
  return isOffered ? chosen : null;
}

/** What has to be added to a sum for a reward, in main units; 0: nothing, or there is no sum yet, as its field says. */
export function missingFor({ price }: Pick<ShownReward, 'price'>, amount: number | null): number {
  return Math.max(0, price - (amount ?? price));
}

/**
 * The change of a draft that takes a reward; undefined: none. A smaller sum is raised to what the reward needs. What an earlier one had raised
 * begins from what was typed.
 */
export function takeReward(
  { amount, before }: TypedSum,
  reward: Pick<ShownReward, 'id' | 'revision' | 'price'> | undefined,
): RewardChange {
  if (reward === undefined) return { reward: null };
  const { id: rewardId, revision, price } = reward;
  const typed = before ?? amount;
  const isEnough = (readAmount(typed) ?? 0) >= price;
  const sum = isEnough ? { amount: typed, before: null } : { amount: typedAmount(price), before: typed };
  return { reward: { rewardId, revision, price }, ...sum };
}

/** Whether a donor may choose a reward: one that is left, or one of which a piece may be kept for this donor. */
export function isFree(reward: OfferedReward, { reward: chosen, left, held }: KeptChoice): boolean {
  return !isSoldOut(reward) || reward.id === chosen?.rewardId || (left !== '' && reward.id === held);
}
