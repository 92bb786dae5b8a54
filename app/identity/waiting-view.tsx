import { PageFrame } from '#base/ui/page-frame.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import { PageHead } from '../document/page-head.public.tsx';
import classes from './waiting-view.module.css';

/** What stands in the place of a guarded view until the guard has spoken: all that the server and a guest ever see of it. */
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
