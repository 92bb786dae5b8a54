import { lazy, Suspense } from 'react';
import { bring } from '#base/pages/bring.ts';
import type { CreatorMerchProps } from './market/creator-products.tsx';
import classes from './product-card.module.css';

const Merch = lazy(() => bring(() => import('./market/creator-products.tsx')));

/**
 * A creator's merch on the creator's page. Its code is loaded when the tab is opened; the style sheet of the cards comes with the page, so that
 * the server-rendered layout does not shift.
 */
export function CreatorMerch(props: CreatorMerchProps) {
  return (
    <Suspense fallback={<div className={classes.waiting} aria-busy />}>
      <Merch {...props} />
    </Suspense>
  );
}
