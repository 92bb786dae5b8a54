/** The kind of damage in the picture of an error page. */
export type Mishap = 'missing' | 'slipped' | 'cut' | 'faded';

interface Layer {
  readonly colour: string;
  readonly path: string;
}

const thread = 6;
export const artWidth = 360;
export const artHeight = 200;
const middle = artHeight / 2;
const motifs = [60, 180, 300];
const radius = 54;
const height = 84;

const rings = ['var(--ink)', 'var(--accent)', 'var(--saffron)', 'var(--page)', 'var(--accent)'];
const fadedRings = ['var(--line)', 'var(--surface-sunk)', 'var(--line)', 'var(--surface-sunk)', 'var(--saffron)'];

/** The same on the server and in the browser, so nothing is random. */
function waver(at: number): number {
  return Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1;
}

function threadPath(x: number, from: number, to: number): string {
  const half = thread / 2;
  return `M${x} ${from}l${half} -5 ${half} 5V${to}l-${half} 5-${half} -5z`;
}

/** The runs of one thread of a ring: one, or two if it is cut. */
function runs(
  mishap: Mishap,
  x: number,
  motif: number,
  half: number,
): readonly (readonly [from: number, to: number])[] {
  const isCentre = motif === artWidth / 2;
  if (mishap === 'missing' && isCentre) return [];
  if (mishap === 'slipped' && isCentre) {
    const slip = Math.round((waver(x) - 0.5) * 56);
    return [[middle - half + slip, middle + half + slip]];
  }
  if (mishap !== 'cut') return [[middle - half, middle + half]];
  const gap = 12 + waver(x) * 14;
  const apart = 8;
  return half < gap
    ? []
    : [
        [middle - half - apart, middle - gap],
        [middle + gap, middle + half + apart],
      ];
}

function ringPath(mishap: Mishap, ring: number): string {
  const left = 1 - ring / rings.length;
  let path = '';
  for (const motif of motifs) {
    for (let x = motif - radius; x < motif + radius; x += thread) {
      const distance = Math.abs(x + thread / 2 - motif) / (radius * left);
      if (distance >= 1) continue;
      const half = Math.ceil((1 - distance) * 7) * (height / 7) * left + waver(x + ring) * 5;
      for (const [from, to] of runs(mishap, x, motif, half)) path += threadPath(x, Math.round(from), Math.round(to));
    }
  }
  return path;
}

/** A band of three woven diamonds with damage, as one path per colour, from the rim to the centre. */
export function errorArt(mishap: Mishap): readonly Layer[] {
  const colours = mishap === 'faded' ? fadedRings : rings;
  return colours.map((colour, ring) => ({ colour, path: ringPath(mishap, ring) }));
}

/** The stepped outline of the missing diamond. */
export function missingOutline(): string {
  let path = '';
  const steps = 7;
  const wide = radius / steps;
  const tall = height / steps;
  for (const [sideX, sideY] of [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const) {
    for (let step = 0; step < steps; step += 1) {
      const along = sideX === sideY ? step : steps - step;
      const next = sideX === sideY ? step + 1 : steps - step - 1;
      const x1 = artWidth / 2 + sideX * (radius - along * wide);
      const x2 = artWidth / 2 + sideX * (radius - next * wide);
      path += `M${Math.round(x1)} ${Math.round(middle + sideY * along * tall)}H${Math.round(x2)}V${Math.round(middle + sideY * next * tall)}`;
    }
  }
  return path;
}
