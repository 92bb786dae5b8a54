import { lazy, Suspense } from 'react';
import type { CreatorMerchProps } from './creator-merch.tsx';
import classes from './product-card.module.css';

const Merch = lazy(() => import('./creator-merch.tsx'));

/**
 * A creator's merch on his own page. Its code comes when the tab is opened; the style of the cards comes with the page, so that
 * what the server has drawn stands still.
 */
export function CreatorMerch(props: CreatorMerchProps) {
  return (
    <Suspense fallback={<div className={classes.waiting} aria-busy />}>
      <Merch {...props} />
    </Suspense>
  );
}
