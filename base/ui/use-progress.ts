import { useEffect, useEffectEvent, useState } from 'react';
import { CallFailure } from '../errors.ts';

/** How something on its way is watched. */
interface Watch<Known> {
  /** What is known now; `known`: what was known before. May throw. */
  ask(known: Known, signal: AbortSignal): Promise<Known>;
  /** Whether nothing more will happen to it by itself. */
  isOver(known: Known): boolean;
  /** Milliseconds before the next question, after so many of them. */
  pauseAfter(tries: number): number;
}

/** Waits, and while nobody looks at the page waits until somebody does. */
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
 * Something on its way, asked for politely until nothing more happens to it. `first`: as it was loaded; another one begins anew.
 * `isOffline`: the latest question had no answer.
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
