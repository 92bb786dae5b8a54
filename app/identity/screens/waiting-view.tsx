import { useLocation } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { isProfileSection } from '../guarded-paths.ts';
import classes from './waiting-view.module.css';

/** Rows that fill the window of a desktop. */
const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Shown instead of a guarded view until the guard has decided and its data is there; the server and guests see only this. */
export function WaitingView({ title }: { readonly title: string }) {
  const { pathname } = useLocation();
  const hasMenu = isProfileSection(pathname);
  return (
    <PageFrame>
      <PageHead title={title} noIndex />
      <div className={hasMenu ? classes.columns : undefined} aria-busy="true">
        {hasMenu && (
          <div className={classes.menu}>
            <Skeleton height="100%" />
          </div>
        )}
        <div className={classes.view}>
          <div className={classes.title}>
            <Skeleton width="min(320px, 70%)" height={40} />
          </div>
          {rows.map((row) => (
            <Skeleton key={row} height={64} />
          ))}
        </div>
      </div>
    </PageFrame>
  );
}
