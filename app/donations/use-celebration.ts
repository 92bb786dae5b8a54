import { useEffect } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';

const colours = ['#C2334D', '#E9A23B', '#2F8F5B', '#F5CE86', '#E8899A'];

/** Whether the thanks for a donation were shown in this tab. */
const shown = (payId: string) =>
  new StoredValue<boolean>({
    place: 'session',
    key: `celebrated:${payId}`,
    empty: false,
    parse: (raw) => raw === true,
  });

export const isCelebrated = (payId: string): boolean => shown(payId).read();

/** A layer over the page that nobody can press or read. */
function openLayer(): HTMLCanvasElement {
  const layer = document.createElement('canvas');
  layer.ariaHidden = 'true';
  const place = { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '100' };
  Object.assign(layer.style, place, { pointerEvents: 'none' });
  document.body.append(layer);
  return layer;
}

/** Shows confetti for a paid donation once: not after a reload, and not with reduced motion. */
export function useCelebration(payId: string, isPaid: boolean): void {
  useEffect(() => {
    if (!isPaid || isCelebrated(payId)) return;
    shown(payId).write(true);
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const celebrate = async () => {
      // Without the chunk only the confetti is missing.
      const confetti = (await import('canvas-confetti').catch(() => null))?.default;
      if (confetti === undefined) return;
      const layer = openLayer();
      const throwFrom = confetti.create(layer, { resize: true });
      const shower = { particleCount: 70, spread: 70, startVelocity: 48, ticks: 160, colors: colours };
      await Promise.all([
        throwFrom({ ...shower, angle: 60, origin: { x: 0, y: 0.7 } }),
        throwFrom({ ...shower, angle: 120, origin: { x: 1, y: 0.7 } }),
      ]).finally(() => layer.remove());
    };
    celebrate().catch(() => undefined);
  }, [payId, isPaid]);
}
