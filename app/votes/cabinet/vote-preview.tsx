import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { ChosenVote } from '#app/donations/donation-draft.ts';
import { bring } from '#base/pages/bring.ts';
import watched from '#base/ui/panel/watched.module.css';
import { previewOf, type VoteDraft } from './vote-draft.ts';

// As on the page of the creator, so that both load the same file.
const VoteChoice = lazy(() => bring(() => import('../vote-choice.tsx')));

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
    <section className={watched.preview} aria-label={t`Как увидят донатеры`}>
      <h2>{t`Как увидят донатеры`}</h2>
      <Suspense>
        <VoteChoice
          votes={[vote]}
          chosen={chosen}
          amount={vote.price}
          currency={currency}
          onChoose={setChosen}
          onFollow={setChosen}
        />
      </Suspense>
    </section>
  );
}
