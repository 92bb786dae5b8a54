import { startTransition, use, useEffect, useEffectEvent, useState } from 'react';
import type { FormParts } from '#app/donations/form-parts.ts';
import { levelsOf, loadLevels } from './load-levels.ts';

/**
 * The levels of a creator. They are loaded anew when what was chosen is refused, and the chosen level is brought up to date: it may cost another sum by now, or
 * be offered no more. `gifted`: the level of months that somebody else has paid for the donor, which is chosen at first.
 */
export function useOfferedLevels(
  { draft: { level }, failure, follow }: FormParts['donation'],
  userName: string,
  gifted: string | null,
) {
  const [asked, setAsked] = useState(() => levelsOf(userName));
  const levels = use(asked);
  const isRefused = failure?.fields?.amount !== undefined || failure?.status === 404;
  const askAgain = useEffectEvent(() => isRefused && startTransition(() => setAsked(loadLevels(userName))));
  useEffect(() => {
    if (failure !== null) askAgain();
  }, [failure]);

  const offered = levels.find(({ id }) => id === level?.id);
  const isStale = level !== null && offered?.amount !== level.amount;
  const update = useEffectEvent(() => follow({ level: offered ? { id: offered.id, amount: offered.amount } : null }));
  useEffect(() => {
    if (isStale) update();
  }, [isStale]);

  const chooseGifted = useEffectEvent(() => {
    const given = levels.find(({ id }) => id === gifted);
    if (level === null && given !== undefined) follow({ level: { id: given.id, amount: given.amount } });
  });
  useEffect(() => chooseGifted(), []);
  return levels;
}
