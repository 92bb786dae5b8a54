import { lazy, useDeferredValue, useEffect, useState } from 'react';
import type { DonationDraft, DraftChange, DraftChoices, MadeChange } from '#app/donations/donation-draft.ts';
import type { ShownReward } from '#app/rewards/reward-shapes.ts';
import type { ShownTarget } from '#app/targets/target-shapes.ts';
import type { ShownVote } from '#app/votes/vote-shapes.ts';
import { bring } from '#base/pages/bring.ts';
import { LateCode, useIsLost } from '#base/pages/late-code.ts';
import { LatePart } from '#base/pages/late-part.tsx';
import classes from '#base/ui/choices/chips.module.css';

interface ChoicesSlotProps {
  /** Those that are open. */
  readonly votes: readonly ShownVote[];
  readonly targets: readonly ShownTarget[];
  readonly rewards: readonly ShownReward[];
  readonly chosen: DonationDraft;
  /** Why the chosen reward was refused. */
  readonly rewardFault: string | null | undefined;
  /** Why the last donation was refused, by its fields. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** What was typed before that reward had raised the sum; null: it had not. */
  readonly before: string | null | undefined;
  /** Main units; null: none yet. */
  readonly amount: number | null;
  readonly currency: string;
  readonly onChoose: (change: DraftChange | MadeChange) => void;
  /** What was chosen is offered otherwise now, or no longer. */
  readonly onFollow: (choices: Partial<DraftChoices>) => void;
}

const kinds = ['vote', 'target', 'reward'] as const;

// Only where a creator asks or promises something, or has done so until now.
const voteCode = new LateCode(() => bring(() => import('#app/votes/vote-choice.tsx')));
const targetCode = new LateCode(() => bring(() => import('#app/targets/target-choice.tsx')));
const rewardCode = new LateCode(() => bring(() => import('#app/rewards/reward-choice.tsx')));
const VoteChoice = lazy(voteCode.bring);
const TargetChoice = lazy(targetCode.bring);
const RewardChoice = lazy(rewardCode.bring);

/** What a donation may decide, on the page of a creator: nothing where there is nothing to choose. */
export function ChoicesSlot(props: ChoicesSlotProps) {
  // A stored draft appears before the code is here: until then the choices stay as the server has sent them.
  const [isHere, setHere] = useState(false);
  const early = useDeferredValue(props);
  const shown = isHere ? props : early;
  const { votes, targets, rewards, chosen, rewardFault, onFollow } = shown;
  const hasVotes = votes.length || chosen.vote;
  const hasTargets = targets.length || chosen.target;
  // What was chosen and has ended since says so.
  const [hadReward, setHadReward] = useState(false);
  if (chosen.reward !== null && !hadReward) setHadReward(true);
  const hasRewards = rewards.length || hadReward || rewardFault;
  const isVoteLost = useIsLost(voteCode);
  const isTargetLost = useIsLost(targetCode);
  const isRewardLost = useIsLost(rewardCode);
  const isVoteShown = hasVotes && !isVoteLost;
  const isTargetShown = hasTargets && !isTargetLost;
  const isRewardShown = hasRewards && !isRewardLost;
  const lost = `${isVoteLost && 'vote'} ${isTargetLost && 'target'} ${isRewardLost && 'reward'}`;
  const unseen = kinds.find((kind) => lost.includes(kind) && chosen[kind]);
  useEffect(() => {
    // What was chosen before its code was lost must not be sent unseen.
    if (unseen) onFollow({ [unseen]: null });
  }, [unseen, onFollow]);
  if (!hasVotes && !hasTargets && !hasRewards) return null;

  return (
    // Another key: what the server has sent of lost code goes, unread.
    <LatePart key={lost} className={classes.sets} onHere={() => setHere(true)}>
      {isRewardShown && <RewardChoice {...shown} />}
      {isVoteShown && <VoteChoice {...shown} />}
      {isTargetShown && <TargetChoice {...shown} />}
    </LatePart>
  );
}
