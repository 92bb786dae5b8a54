import { lazy, useState } from 'react';
import type { DraftChoices } from '#app/donations/donation-draft.ts';
import { bring } from '#base/pages/bring.ts';
import { DonorPreview } from '#base/ui/panel/donor-preview.tsx';
import type { ShownTarget } from '../target-shapes.ts';
import { previewOf, type TargetDraft } from './target-draft.ts';

// As on the page of the creator, so that both load the same file.
const TargetChoice = lazy(() => bring(() => import('../target-choice.tsx')));

interface TargetPreviewProps {
  readonly draft: TargetDraft;
  /** What is changed; null: a new target is written. */
  readonly target: ShownTarget | null;
}

export function TargetPreview({ draft, target }: TargetPreviewProps) {
  const [chosen, setChosen] = useState<Pick<DraftChoices, 'target'>>({ target: null });
  const preview = previewOf(draft, target);
  if (preview === null) return null;
  return (
    <DonorPreview>
      <TargetChoice targets={[preview]} chosen={chosen} onChoose={setChosen} onFollow={setChosen} />
    </DonorPreview>
  );
}
