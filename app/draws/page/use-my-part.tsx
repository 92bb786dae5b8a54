import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { session, useSession } from '#app/identity/session.ts';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';
import type { MyPart } from '../draw-shapes.ts';
import type { IsWaiting } from '../when-known.tsx';

interface Found {
  /** For whom and of which draw it was asked. */
  readonly asked: string;
  readonly part: MyPart | null;
  readonly failure: CallFailure | null;
}

/** What a draw is for whoever is logged in. */
export interface KnownPart extends Pick<Found, 'part' | 'failure'> {
  readonly isWaiting: IsWaiting;
  /** Of whoever is logged in. */
  readonly personId: string | null;
  readonly userName: string | null;
  readonly retry: () => void;
  /** Shows what an answer has said of it. */
  readonly take: (part: MyPart) => void;
}

/** Asks what a draw is for the person who is logged in: pages are rendered for guests. */
export function useMyPart(drawId: string): KnownPart {
  const state = useSession();
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const user = state.status === 'user' ? state.user : null;
  const personId = user?.id ?? null;
  const asked = state.status === 'guest' ? null : `${personId} ${drawId} ${attempt}`;

  useEffect(() => {
    if (asked === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = () => call('GET Draw/Mine', { query: { drawId } }, { signal });
    // Another state follows once the person is known, and with it another question.
    const answer = personId === null ? session.load().then(() => null) : read();
    void answer
      .then(
        (part) => ({ asked, part, failure: null }),
        (error: unknown) => ({ asked, part: null, failure: isCallFailure(error) ? error : failures.internal() }),
      )
      .then((one) => {
        if (!signal.aborted) setFound(one);
      });
    return () => leaving.abort();
  }, [asked, personId, drawId]);

  const known = found !== null && found.asked === asked ? found : null;
  const isAsked = asked !== null && known === null;
  return {
    part: known?.part ?? null,
    failure: known?.failure ?? null,
    isWaiting: isAsked ? (personId === null ? 'perhaps' : 'yes') : 'no',
    personId,
    userName: user?.userName ?? null,
    retry: () => setAttempt((times) => times + 1),
    take: (part) =>
      setFound((before) => (before === null || before.asked !== asked ? before : { ...before, part, failure: null })),
  };
}
