import { useEffect, useEffectEvent, useState } from 'react';
import { CallFailure } from '#base/calls/errors.ts';

/** How progress is polled. */
interface Watch<Known> {
  /** Reads the current state; `known` is the previous one. May throw. */
  ask(known: Known, signal: AbortSignal): Promise<Known>;
  /** Whether the state is final. */
  isOver(known: Known): boolean;
  /** Milliseconds before the next poll, by the number of polls so far and the previous state. */
  pauseAfter(tries: number, known: Known): number;
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

const longestPauseOfFailures = 8_000;

/**
 * Polls a state until it is final, less often while polls fail. `first` is the loaded state; another one restarts the polling. `isOffline`: the last poll failed.
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
      let failures = 0;
      for (let tries = 0; !signal.aborted && !isOver(known); tries += 1) {
        const wait = pauseAfter(tries, known);
        await pause(Math.min(wait * 1.6 ** failures, Math.max(wait, longestPauseOfFailures)), signal);
        if (signal.aborted) return;
        try {
          known = await ask(known, signal);
          setState({ first, known });
          setOffline(false);
          failures = 0;
        } catch (error) {
          failures += 1;
          if (error instanceof CallFailure) setOffline(true);
        }
      }
    };
    void follow();
    return () => leaving.abort();
  }, [first]);

  return { known: state.first === first ? state.known : first, isOffline };
}
