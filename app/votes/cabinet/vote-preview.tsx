import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ChosenVote } from '#app/donations/donation-draft.ts';
import VoteChoice from '../vote-choice.tsx';
import { previewOf, type VoteDraft } from './vote-draft.ts';
import classes from './votes-screen.module.css';

interface VotePreviewProps {
  readonly draft: VoteDraft;
  readonly currency: string;
}

/** What donors will see; it can be tried, with the sum of one vote. */
export function VotePreview({ draft, currency }: VotePreviewProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ChosenVote | null>(null);
  const vote = previewOf(draft);
  if (vote === null) return null;
  return (
    <section className={classes.preview} aria-label={t`Как увидят донатеры`}>
      <h3>{t`Как увидят донатеры`}</h3>
      <VoteChoice votes={[vote]} chosen={chosen} amount={vote.price} currency={currency} onChoose={setChosen} />
    </section>
  );
}
