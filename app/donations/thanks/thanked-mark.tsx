import { Trans } from '@lingui/react/macro';
import { IconHeartFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { donationsCalls } from '../donations.calls.ts';
import classes from './thanks-screen.module.css';

/** Whether the creator has thanked for a donation; asked again whenever the donor comes back to the page. */
function useThanked(payId: string, wasThanked: boolean): boolean {
  const [isThanked, setThanked] = useState(wasThanked);

  useEffect(() => {
    if (isThanked) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      call('GET ProjectPay/Success', { query: { payId } }, { signal })
        .then(({ thankedAt }) => signal.aborted || setThanked(thankedAt !== null))
        // The page is complete without it.
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', ask, { signal });
    return () => leaving.abort();
  }, [payId, isThanked]);

  return isThanked;
}

type Donation = Pick<CallAnswer<typeof donationsCalls.success>, 'payId' | 'thankedAt' | 'creator'>;

/** Says that the creator has thanked for a donation himself. */
export default function ThankedMark({ donation: { payId, thankedAt, creator } }: { readonly donation: Donation }) {
  const isThanked = useThanked(payId, thankedAt !== null);
  const { displayName } = creator;
  if (!isThanked) return null;
  return (
    <p className={classes.thanked} role="status">
      <IconHeartFilled size={18} aria-hidden />
      <Trans>{displayName} благодарит вас лично</Trans>
    </p>
  );
}
