import { useEffect, useState } from 'react';

/** Shorter waits need no words. */
const patienceMilliseconds = 500;

/** Whether somebody waits for a player that has nothing to play at this second. */
const isShort = (player: HTMLMediaElement) =>
  player.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && (!player.paused || player.seeking);

/** Whether a player has kept its listener waiting for a while. */
export function useLoading(player: HTMLMediaElement): boolean {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      if (!isShort(player)) setLoading(false);
      else timer = window.setTimeout(() => setLoading(isShort(player)), patienceMilliseconds);
    };
    for (const event of ['waiting', 'stalled', 'seeking', 'canplay', 'playing', 'seeked', 'pause', 'error', 'emptied'])
      player.addEventListener(event, look, { signal });
    look();
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [player]);
  return isLoading;
}
