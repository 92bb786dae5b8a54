import { useEffect } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';

/** Whether the thanks for a donation were shown in this tab. */
const shown = (payId: string) =>
  new StoredValue<boolean>({
    place: 'session',
    key: `celebrated:${payId}`,
    empty: false,
    parse: (raw) => raw === true,
  });

export const isCelebrated = (payId: string): boolean => shown(payId).read();

/** Shows confetti for a paid donation once: not after a reload, and not with reduced motion. */
export function useCelebration(payId: string, isPaid: boolean): void {
  useEffect(() => {
    if (!isPaid || isCelebrated(payId)) return;
    shown(payId).write(true);
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Without the chunk only the confetti is missing.
    import('./confetti.ts').then(({ throwConfetti }) => throwConfetti()).catch(() => undefined);
  }, [payId, isPaid]);
}
