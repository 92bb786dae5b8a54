import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { IsWaiting } from '#app/draws/when-known.tsx';
import { session, useSession } from '#app/identity/session.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { GiftPart } from '../gift-shapes.ts';
import type { giftsCalls } from '../gifts.calls.ts';

type Shown = Pick<CallAnswer<typeof giftsCalls.gifted>, 'gift' | 'places'>;

/** Many look when the time is over: their questions are spread. */
const pauseMilliseconds = 3_000;

/** How often it is read how many take part. */
const enteringMilliseconds = 20_000;

interface Asked {
  readonly loaded: Shown;
  /** The time to enter is over. */
  readonly isPast: boolean;
}

interface Found {
  /** For whom it was asked. */
  readonly asked: string;
  readonly part: GiftPart | null;
}

export interface KnownGift extends Shown {
  /** Of whoever is logged in. */
  readonly personId: string | null;
  /** Null: a guest looks, or it could not be read. */
  readonly part: GiftPart | null;
  readonly isWaiting: IsWaiting;
  /** Reads all of it again; what is known stays in sight. */
  readonly readAgain: () => void;
}

/** What gifted months are for a person; null: it cannot be read, and the page shows what it is for everybody. */
async function readPart(giftId: string, personId: string | null, signal: AbortSignal): Promise<GiftPart | null> {
  if (personId !== null) return call('GET Membership/GiftPart', { query: { giftId } }, { signal }).catch(() => null);
  // Another state follows once the person is known, and with it another question.
  await session.load().catch(() => null);
  return null;
}

/** Gifted months, read again while everybody waits for the drawing, and what they are for whoever is logged in. */
export function useGift({ loaded, isPast }: Asked): KnownGift {
  const [last, setLast] = useState({ loaded, shown: loaded });
  const shown = last.loaded === loaded ? last.shown : loaded;
  const { id: giftId, state } = shown.gift;
  const isAwaited = state === 'Drawing' || (state === 'Entering' && isPast);
  const pause = isAwaited ? pauseMilliseconds : state === 'Entering' ? enteringMilliseconds : null;

  const current = useSession();
  const isGuest = current.status === 'guest';
  const personId = current.status === 'user' ? current.user.id : null;
  // Who comes in by the form of this page keeps it until the answer is here.
  const [wasGuest, setWasGuest] = useState(false);
  if (isGuest && !wasGuest) setWasGuest(true);
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = isGuest ? null : `${personId} ${giftId}`;
  const isKnown = asked === null || found?.asked === asked;

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (now: Shown) => signal.aborted || setLast({ loaded, shown: now });
    // What could not be read stays as it is.
    if (attempt > 0) void call('GET Membership/Gifted', { query: { giftId } }, { signal }).then(show, () => undefined);
    if (asked !== null) {
      void readPart(giftId, personId, signal).then((part) => signal.aborted || setFound({ asked, part }));
    }
    return () => leaving.abort();
  }, [loaded, asked, personId, giftId, attempt]);

  useEffect(() => {
    if (pause === null) return;
    const ask = () => document.visibilityState === 'visible' && setAttempt((times) => times + 1);
    const first = setTimeout(ask, Math.random() * pause);
    const timer = setInterval(ask, pause);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [pause]);

  return {
    ...shown,
    personId,
    part: found !== null && found.asked === asked ? found.part : null,
    isWaiting: isKnown || wasGuest ? 'no' : personId === null ? 'perhaps' : 'yes',
    readAgain: () => setAttempt((times) => times + 1),
  };
}
