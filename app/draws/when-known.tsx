import { type ReactNode, Suspense } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import classes from './when-known.module.css';

/** `perhaps`: only the browser knows whether somebody is logged in, as on the server. `yes`: what the page is for them is on its way. */
export type IsWaiting = 'no' | 'perhaps' | 'yes';

interface WhenKnownProps {
  readonly isWaiting: IsWaiting;
  readonly children: ReactNode;
}

/** All of a page that depends on who looks: guests see it at once, others when it is known what it is for them, so that nothing moves then. */
export function WhenKnown({ isWaiting, children }: WhenKnownProps) {
  const mayWait = isWaiting !== 'no';
  return (
    <>
      {mayWait && <Waiting className={isWaiting === 'perhaps' ? classes.own : classes.waiting} />}
      {isWaiting !== 'yes' && (
        <Suspense fallback={<Waiting className={classes.waiting} />}>
          <Stack className={mayWait ? classes.others : undefined} gap={20} fit>
            {children}
          </Stack>
        </Suspense>
      )}
    </>
  );
}

const Waiting = ({ className }: { readonly className: string | undefined }) => (
  <div className={className} aria-busy>
    <Skeleton height={240} radius={16} />
  </div>
);
