import { useEffect, useEffectEvent, useState } from 'react';
import { CallFailure } from '#base/calls/errors.ts';

/** How progress is polled. */
interface Watch<Known> {
  /** Reads the current state; `known` is the previous one. May throw. */
  ask(known: Known, signal: AbortSignal): Promise<Known>;
  /** Whether the state is final. */
  isOver(known: Known): boolean;
  /** Milliseconds before the next poll, by the number of polls so far. */
  pauseAfter(tries: number): number;
}

/** Waits, and then until the page is visible. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    document.addEventListener('visibilitychange', go);
    signal.addEventListener('abort', go, { once: true });
  });
}

/**
 * Polls a state until it is final. `first` is the loaded state; another one restarts the polling. `isOffline`: the last poll failed.
 */
export function useProgress<Known>(first: Known, watch: Watch<Known>) {
  const [state, setState] = useState({ first, known: first });
  const [isOffline, setOffline] = useState(false);
  const ask = useEffectEvent(watch.ask);
  const isOver = useEffectEvent(watch.isOver);
  const pauseAfter = useEffectEvent(watch.pauseAfter);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const follow = async () => {
      let known = first;
      for (let tries = 0; !signal.aborted && !isOver(known); tries += 1) {
        await pause(pauseAfter(tries), signal);
        if (signal.aborted) return;
        try {
          known = await ask(known, signal);
          setState({ first, known });
          setOffline(false);
        } catch (error) {
          if (error instanceof CallFailure) setOffline(true);
        }
      }
    };
    void follow();
    return () => leaving.abort();
  }, [first]);

  return { known: state.first === first ? state.known : first, isOffline };
}
