import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { ChosenTarget } from '#app/donations/donation-draft.ts';
import { bring } from '#base/pages/bring.ts';
import watched from '#base/ui/panel/watched.module.css';
import type { ShownTarget } from '../target-shapes.ts';
import { previewOf, type TargetDraft } from './target-draft.ts';

// As on the page of the creator, so that both load the same file.
const TargetChoice = lazy(() => bring(() => import('../target-choice.tsx')));

interface TargetPreviewProps {
  readonly draft: TargetDraft;
  /** What is changed; null: a new target is written. */
  readonly target: ShownTarget | null;
}

/** What donors will see; it can be tried. */
export function TargetPreview({ draft, target }: TargetPreviewProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ChosenTarget | null>(null);
  const preview = previewOf(draft, target);
  if (preview === null) return null;
  return (
    <section className={watched.preview} aria-label={t`Как увидят донатеры`}>
      <h2>{t`Как увидят донатеры`}</h2>
      <Suspense>
        <TargetChoice targets={[preview]} chosen={chosen} onChoose={setChosen} onFollow={setChosen} />
      </Suspense>
    </section>
  );
}
