import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import classes from './watched.module.css';

/** What donors will see; it can be tried, once its code is here. */
export function DonorPreview({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const title = t`Как увидят донатеры`;
  return (
    <section className={classes.preview} aria-label={title}>
      <h2>{title}</h2>
      <Suspense>{children}</Suspense>
    </section>
  );
}
