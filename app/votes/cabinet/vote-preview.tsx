import { lazy, useState } from 'react';
import type { DraftChoices } from '#app/donations/donation-draft.ts';
import { bring } from '#base/pages/bring.ts';
import { DonorPreview } from '#base/ui/panel/donor-preview.tsx';
import type { ShownVote } from '../vote-shapes.ts';
import { previewOf, type VoteDraft } from './vote-draft.ts';

// As on the page of the creator, so that both load the same file.
const VoteChoice = lazy(() => bring(() => import('../vote-choice.tsx')));

interface VotePreviewProps {
  readonly draft: VoteDraft;
  /** What is changed; null: a new vote is written. */
  readonly vote: ShownVote | null;
  readonly currency: string;
}

/** With the sum of one vote. */
export function VotePreview({ draft, vote, currency }: VotePreviewProps) {
  const [chosen, setChosen] = useState<Pick<DraftChoices, 'vote'>>({ vote: null });
  const preview = previewOf(draft, vote);
  if (preview === null) return null;
  return (
    <DonorPreview>
      <VoteChoice
        votes={[preview]}
        chosen={chosen}
        amount={preview.price}
        currency={currency}
        onChoose={setChosen}
        onFollow={setChosen}
      />
    </DonorPreview>
  );
}
