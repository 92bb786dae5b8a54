import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';

/** Milliseconds after which the provider's answer is there: usually soon, later where the provider is slow. */
const looks = [2_000, 6_000, 15_000];

/** Looks a few times whether the provider has answered; returns what ends it. */
export function looksForOutcome(look: (isLast: boolean) => void): () => void {
  const timers = looks.map((wait, at) => setTimeout(() => look(at === looks.length - 1), wait));
  return () => timers.forEach(clearTimeout);
}

/** Returns what loads the list after a charge was asked for: now, and again when its outcome should be there. */
export function useChargeOutcome(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const look = useEffectEvent(() => void revalidate());
  useEffect(() => (asked === 0 ? undefined : looksForOutcome(look)), [asked]);
  return () => {
    setAsked((count) => count + 1);
    return revalidate();
  };
}

/** Loads the list again while the provider has not handed over a card that it shows as awaited. */
export function useAwaitedCard(isAwaited: boolean): void {
  const { revalidate } = useRevalidator();
  const look = useEffectEvent(() => void revalidate());
  useEffect(() => (isAwaited ? looksForOutcome(look) : undefined), [isAwaited]);
}
