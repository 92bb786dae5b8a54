import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CallAnswer } from '#base/calls/call.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import type { donationsCalls } from '../donations.calls.ts';
import classes from './thanks-screen.module.css';

interface SharedLineProps {
  readonly joint: NonNullable<CallAnswer<typeof donationsCalls.success>['joint']>;
  readonly currency: string;
}

/** How a donation was shared in a stream together, and who of them has thanked for it. */
export default function SharedLine({ joint: { shares }, currency }: SharedLineProps): ReactNode {
  return (
    <p className={classes.lead}>
      <Trans>Поделили на стриме вместе:</Trans>{' '}
      {shares.map(({ creator: { userName, displayName }, amount, thankedAt }, at) => (
        <span key={userName}>
          <bdi>{displayName}</bdi> <Sum amount={amount} currency={currency} />
          {thankedAt !== null && (
            <>
              {' '}
              <Trans>(благодарит вас)</Trans>
            </>
          )}
          {at + 1 < shares.length && ', '}
        </span>
      ))}
    </p>
  );
}
