import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { drawsCalls } from '../draws.calls.ts';
import type { KnownPart } from './use-my-part.tsx';

type Shown = Pick<CallAnswer<typeof drawsCalls.draw>, 'draw' | 'places'>;

const readAgain = 15_000;

interface Awaiting {
  readonly loaded: Shown;
  /** Its time is over. */
  readonly isPast: boolean;
  readonly my: KnownPart;
}

/**
 * A loaded draw, read again while everybody waits for its result. It changes at once with what it is for whoever looks, and stays as it is where it
 * cannot be read.
 */
export function useAwaited({ loaded, isPast, my }: Awaiting): Shown {
  const [last, setLast] = useState({ loaded, shown: loaded });
  const shown = last.loaded === loaded ? last.shown : loaded;
  const { id: drawId, state } = shown.draw;
  const isAwaited = state === 'over' || (state === 'open' && isPast);

  const readNow = useEffectEvent(async (signal: AbortSignal) => {
    const read = await call('GET Draw/Get', { query: { drawId } }, { signal });
    if (read.draw.state === 'over' || read.draw.state === 'open') return;
    const part = my.personId === null ? null : await call('GET Draw/Mine', { query: { drawId } }, { signal });
    if (signal.aborted) return;
    // The page stays in sight until the words for a winner are here, too.
    startTransition(() => {
      setLast({ loaded, shown: read });
      if (part !== null) my.take(part);
    });
  });

  useEffect(() => {
    if (!isAwaited) return;
    const leaving = new AbortController();
    // What could not be read is asked for again.
    const readQuietly = () => document.hidden || readNow(leaving.signal).catch(() => undefined);
    const timer = setInterval(readQuietly, readAgain);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isAwaited]);

  return shown;
}
