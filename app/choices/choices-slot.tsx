import { lazy, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { DonationDraft } from '#app/donations/donation-draft.ts';
import type { ShownTarget } from '#app/targets/target-shapes.ts';
import type { ShownVote } from '#app/votes/vote-shapes.ts';
import { bring } from '#base/pages/bring.ts';
import { LateCode, useIsLost } from '#base/pages/late-code.ts';
import { LatePart } from '#base/pages/late-part.tsx';
import classes from '#base/ui/choices/chips.module.css';

type Choices = Pick<DonationDraft, 'vote' | 'target'>;

interface ChoicesSlotProps {
  /** Those that are open. */
  readonly votes: readonly ShownVote[];
  readonly targets: readonly ShownTarget[];
  readonly chosen: Choices;
  /** Main units; null: none yet. */
  readonly amount: number | null;
  readonly currency: string;
  readonly onChoose: (choices: Partial<Choices>) => void;
  /** What was chosen is offered otherwise now, or no longer. */
  readonly onFollow: (choices: Partial<Choices>) => void;
}

interface ForgottenProps {
  readonly chosen: object | null;
  readonly onFollow: (nothing: null) => void;
}

/** Stands for choices whose code is lost: what was chosen before must not be sent unseen. */
function Forgotten({ chosen, onFollow }: ForgottenProps) {
  const forget = useEffectEvent(() => onFollow(null));
  useEffect(() => {
    if (chosen !== null) forget();
  }, [chosen]);
  return null;
}

// Only where a creator asks or promises something, or has done so until now.
const voteCode = new LateCode(() => bring(() => import('#app/votes/vote-choice.tsx')).catch(() => null));
const targetCode = new LateCode(() => bring(() => import('#app/targets/target-choice.tsx')).catch(() => null));
const VoteChoice = lazy(voteCode.bring);
const TargetChoice = lazy(targetCode.bring);

/** What a donation may decide, on the page of a creator: nothing where there is nothing to choose. */
export function ChoicesSlot(props: ChoicesSlotProps) {
  // A stored draft appears before the code is here: until then the choices stay as the server has sent them.
  const [isHere, setHere] = useState(false);
  const early = useDeferredValue(props);
  const { votes, targets, chosen, amount, currency, onChoose, onFollow } = isHere ? props : early;
  const hasVotes = votes.length > 0 || chosen.vote !== null;
  const hasTargets = targets.length > 0 || chosen.target !== null;
  const isVoteLost = useIsLost(voteCode);
  const isTargetLost = useIsLost(targetCode);
  if (!hasVotes && !hasTargets) return null;
  return (
    // Another key: what the server has sent of lost code goes, unread.
    <LatePart key={`${isVoteLost} ${isTargetLost}`} className={classes.sets} onHere={() => setHere(true)}>
      {isVoteLost && <Forgotten chosen={chosen.vote} onFollow={(vote) => onFollow({ vote })} />}
      {isTargetLost && <Forgotten chosen={chosen.target} onFollow={(target) => onFollow({ target })} />}
      {hasVotes && !isVoteLost && (
        <VoteChoice
          votes={votes}
          chosen={chosen.vote}
          amount={amount}
          currency={currency}
          onChoose={(vote) => onChoose({ vote })}
          onFollow={(vote) => onFollow({ vote })}
        />
      )}
      {hasTargets && !isTargetLost && (
        <TargetChoice
          targets={targets}
          chosen={chosen.target}
          isBesideVotes={votes.length > 0}
          onChoose={(target) => onChoose({ target })}
          onFollow={(target) => onFollow({ target })}
        />
      )}
    </LatePart>
  );
}
