import { lazy, Suspense, useDeferredValue } from 'react';
import { LateCode, useIsLost } from '#base/pages/late-code.ts';
import classes from './clock-bar.module.css';
import type { ClockPartProps } from './clock-part.tsx';

// Only where a clock runs. The page is complete without it.
const code = new LateCode(() => import('./clock-part.tsx'));
const ClockPart = lazy(code.bring);

/** A part of the page of a creator whose clock runs: the countdown, or, with a sum, what a donation does to it. */
export function ClockSlot(props: ClockPartProps) {
  // A stored draft appears before the code is here: until then the line stays as the server has sent it.
  const shown = useDeferredValue(props);
  if (useIsLost(code)) return null;
  return (
    <Suspense fallback={<div className={props.amount === undefined ? classes.bar : classes.line} />}>
      <ClockPart {...shown} />
    </Suspense>
  );
}
