import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '#base/text/server-clock.ts';

/** Timers that are longer end at once. */
const longestTimer = 2 ** 31 - 1;

const leftUntil = (moment: string) => Date.parse(moment) - serverNow().getTime();

/** Calls the listener once a moment is past by the clock of the server; returns what ends the waiting. */
export function whenPast(moment: string, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    const left = leftUntil(moment);
    if (left <= 0) listener();
    else timer = setTimeout(wait, Math.min(left, longestTimer));
  };
  wait();
  return () => clearTimeout(timer);
}

/** Whether a moment is past by the clock of the server; false where it renders the page, which is kept for later. */
export function useIsPast(moment: string): boolean {
  const subscribe = useCallback((listener: () => void) => whenPast(moment, listener), [moment]);
  return useSyncExternalStore(
    subscribe,
    () => leftUntil(moment) <= 0,
    () => false,
  );
}
