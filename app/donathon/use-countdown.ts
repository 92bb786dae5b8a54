import { useEffect, useState } from 'react';
import { type Counting, leftAt, secondsOf, untilNext } from './countdown.ts';

/** Counts the whole seconds of a clock down; `ahead`: how far the server's clock is ahead of the page's timer. */
export function useCountdown(clock: Counting, ahead: number): number {
  const { state, endsAt, remaining } = clock;
  const [seconds, setSeconds] = useState(() => secondsOf(leftAt(clock, ahead, performance.now())));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const left = leftAt({ state, endsAt, remaining }, ahead, performance.now());
      setSeconds(secondsOf(left));
      if (left > 0 && endsAt !== null) timer = setTimeout(tick, untilNext(left));
    };
    tick();
    return () => clearTimeout(timer);
  }, [state, endsAt, remaining, ahead]);

  return seconds;
}
