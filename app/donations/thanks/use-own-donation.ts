import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { proofOf } from '../donation-proofs.ts';

/** The part of a donation that only its donor sees. */
interface OwnDonation {
  readonly message: string | null;
  readonly isReworded: boolean;
}

/** A donation for its donor, identified by the proof of this browser or by login; null for others and until that is known. */
export function useOwnDonation(payId: string, isSignedIn: boolean): OwnDonation | null {
  const [donation, setDonation] = useState<OwnDonation | null>(null);

  useEffect(() => {
    const proof = proofOf(payId);
    if (proof === null && !isSignedIn) return;
    const leaving = new AbortController();
    const query = { payId, ...(proof !== null && { proof }) };
    // If it fails the page shows the public part.
    call('GET ProjectPay/Success', { query }, { signal: leaving.signal })
      .then(({ isOwn, message, isReworded }) => {
        if (isOwn && !leaving.signal.aborted) setDonation({ message, isReworded });
      })
      .catch(() => undefined);
    return () => leaving.abort();
  }, [payId, isSignedIn]);

  return donation;
}
