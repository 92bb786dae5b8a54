import { lazy, Suspense } from 'react';
// The page brings the style, so that what the server has drawn stands still; the code comes when the tab is opened.
import './product-card.module.css';
import type { CreatorMerchProps } from './creator-merch.tsx';

const Merch = lazy(() => import('./creator-merch.tsx'));

/** A creator's merch on his own page. */
export function CreatorMerch(props: CreatorMerchProps) {
  return (
    <Suspense>
      <Merch {...props} />
    </Suspense>
  );
}
