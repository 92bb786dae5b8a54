import confetti from 'canvas-confetti';

const colours = ['#C2334D', '#E9A23B', '#2F8F5B', '#F5CE86', '#E8899A'];

/** A layer over the page that nobody can press, and that is nothing for whoever cannot see it. */
function openLayer(): HTMLCanvasElement {
  const layer = document.createElement('canvas');
  layer.ariaHidden = 'true';
  const place = { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '100' };
  Object.assign(layer.style, place, { pointerEvents: 'none' });
  document.body.append(layer);
  return layer;
}

/** Throws confetti from both sides. */
export async function throwConfetti(): Promise<void> {
  const layer = openLayer();
  const throwFrom = confetti.create(layer, { resize: true });
  const shower = { particleCount: 70, spread: 70, startVelocity: 48, ticks: 160, colors: colours };
  await Promise.all([
    throwFrom({ ...shower, angle: 60, origin: { x: 0, y: 0.7 } }),
    throwFrom({ ...shower, angle: 120, origin: { x: 1, y: 0.7 } }),
  ]).finally(() => layer.remove());
}
