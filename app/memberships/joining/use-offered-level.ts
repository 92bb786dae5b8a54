import { useEffect, useEffectEvent } from 'react';
import type { FormParts } from '#app/donations/form-parts.ts';
import type { PublicLevel } from '../levels/public-level.ts';

/** Brings the level of a stored draft up to date: it may cost another sum by now, or be offered no more. */
export function useOfferedLevel(
  { draft: { level }, change }: FormParts['donation'],
  levels: readonly PublicLevel[],
): void {
  const offered = levels.find(({ id }) => id === level?.id);
  const isStale = level !== null && offered?.amount !== level.amount;
  const update = useEffectEvent(() => change({ level: offered ? { id: offered.id, amount: offered.amount } : null }));
  useEffect(() => {
    if (isStale) update();
  }, [isStale]);
}
