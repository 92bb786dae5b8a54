import { useEffect, useState } from 'react';
import { call } from '../call.ts';
import { proofOf } from './gift-proofs.ts';

/** What the donor alone is shown of his gift. */
interface OwnGift {
  readonly message: string | null;
  readonly isReworded: boolean;
}

/** A gift as its donor sees it, by the proof of this browser or by his login; null for everybody else, and until that is known. */
export function useOwnGift(payId: string, isSignedIn: boolean): OwnGift | null {
  const [gift, setGift] = useState<OwnGift | null>(null);

  useEffect(() => {
    const proof = proofOf(payId);
    if (proof === null && !isSignedIn) return;
    const leaving = new AbortController();
    const query = { payId, ...(proof !== null && { proof }) };
    // Without it the page shows what everybody may see.
    call('GET ProjectPay/Success', { query }, { signal: leaving.signal })
      .then(({ isOwn, message, isReworded }) => {
        if (isOwn && !leaving.signal.aborted) setGift({ message, isReworded });
      })
      .catch(() => undefined);
    return () => leaving.abort();
  }, [payId, isSignedIn]);

  return gift;
}
