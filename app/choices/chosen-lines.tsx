import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DraftChoices } from '#app/donations/donation-draft.ts';
import type { ShownReward } from '#app/rewards/reward-shapes.ts';
import type { ShownTarget } from '#app/targets/target-shapes.ts';
import type { ShownVote } from '#app/votes/vote-shapes.ts';

interface ChosenLinesProps {
  /** Those that are open. */
  readonly votes: readonly ShownVote[];
  readonly targets: readonly ShownTarget[];
  readonly rewards: readonly ShownReward[];
  readonly chosen: DraftChoices;
}

function optionText({ options }: ShownVote, chosen: NonNullable<DraftChoices['vote']>): string | undefined {
  if ('suggestion' in chosen) return chosen.suggestion;
  return options.find(({ optionId }) => optionId === chosen.optionId)?.text;
}

/** What a donation decides, where it is paid. */
export default function ChosenLines({ votes, targets, rewards, chosen }: ChosenLinesProps): ReactNode {
  const vote = votes.find(({ id }) => id === chosen.vote?.voteId);
  const option = vote && chosen.vote && optionText(vote, chosen.vote);
  const target = targets.find(({ id }) => id === chosen.target?.targetId)?.text;
  const offered = rewards.find(({ id }) => id === chosen.reward?.rewardId);
  const reward = offered?.text;
  return (
    <>
      {offered !== undefined && (
        <p>
          <Trans>Награда: {reward}</Trans>
          {/* Of what is not limited no piece has to be kept. */}
          {offered.left !== null && (
            <small>
              <Trans>С начала оплаты держим награду за вами 15 минут.</Trans>
            </small>
          )}
        </p>
      )}
      {vote && option && (
        <p>
          {vote.question} <b>{option}</b>
        </p>
      )}
      {target !== undefined && (
        <p>
          <Trans>Рубеж: {target}</Trans>
        </p>
      )}
    </>
  );
}
