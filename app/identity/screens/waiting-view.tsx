import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import classes from './waiting-view.module.css';

/** Shown instead of a guarded view until the guard has decided; the server and guests see only this. */
export function WaitingView({ title }: { readonly title: string }) {
  return (
    <PageFrame>
      <PageHead title={title} noIndex />
      <div className={classes.waiting} aria-busy="true">
        <Skeleton width="min(320px, 70%)" height={40} />
        <Skeleton height={320} />
      </div>
    </PageFrame>
  );
}
