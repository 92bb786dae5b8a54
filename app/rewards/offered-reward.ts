import type { ShownReward } from './reward-shapes.ts';

/** A choice in a donor's draft, with the revision that the donor has seen. */
interface ChosenReward {
  readonly rewardId: string;
  readonly revision: number;
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

/** What has to be added to a sum for a reward, in main units; 0: nothing. */
export function missingFor({ price }: Pick<ShownReward, 'price'>, amount: number | null): number {
  return Math.max(0, price - (amount ?? 0));
}
