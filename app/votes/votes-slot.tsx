import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { bring } from '#base/pages/bring.ts';
import classes from './vote-choice.module.css';
import type { VoteChoiceProps } from './vote-choice.tsx';

/** Stands for the questions if their code cannot be loaded: what was chosen before must not be sent unseen. */
function NoVotes({ chosen, onChoose }: VoteChoiceProps) {
  const forget = useEffectEvent(() => onChoose(null));
  useEffect(() => {
    if (chosen !== null) forget();
  }, [chosen]);
  return null;
}

// Only where a creator asks something, or has asked until now.
const VoteChoice = lazy(() => bring(() => import('./vote-choice.tsx')).catch(() => ({ default: NoVotes })));

/** The questions that a donation may answer, on the page of a creator. */
export function VotesSlot(props: VoteChoiceProps) {
  // A stored draft appears before the code is here: until then the questions stay as the server has sent them.
  const shown = useDeferredValue(props);
  return (
    <Suspense fallback={<div className={classes.votes} />}>
      <VoteChoice {...shown} />
    </Suspense>
  );
}
