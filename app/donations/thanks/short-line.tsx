import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { ShortPieces } from '../short-pieces.tsx';
import classes from './thanks-screen.module.css';

/** Says whether fewer pieces of merch are given than were paid, once that is known: below all that leads on, so that it moves nothing. */
export function ShortLine({ payId }: { readonly payId: string }) {
  const [short, setShort] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void call('GET Membership/Gifted', { query: { giftId: payId } }, { signal: leaving.signal }).then(
      ({ gift }) => setShort(gift.short),
      () => undefined,
    );
    return () => leaving.abort();
  }, [payId]);
  if (short === 0) return null;
  return (
    <p className={classes.lead} role="status">
      <ShortPieces short={short} />
    </p>
  );
}
