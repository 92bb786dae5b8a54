import { firstGrapheme } from '#base/text/graphemes.ts';

/**
 * The platform's signature: an ikat pattern drawn from a user name, always the same for the same name. Warp threads are drawn one
 * by one with feathered ends: in an ikat the threads are dyed before weaving, and the colours run along them.
 */
export interface IkatOptions {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  /** From 1 to `ikatPatterns`; otherwise the name determines it. */
  readonly pattern?: number | null | undefined;
}

interface Cloth {
  readonly ground: string;
  /** From the motif's rim to its centre. */
  readonly rings: readonly string[];
  readonly stripe: string;
}

const paper = '#F7EBD8';
const ink = '#26191B';
const pomegranate = '#C2334D';
const wine = '#7D1D33';
const saffron = '#E9A23B';
const honey = '#F5CE86';
const leaf = '#2F8F5B';
const pine = '#17513A';
const rose = '#E8899A';
const indigo = '#2C3E6B';

const cloths: readonly Cloth[] = [
  { ground: paper, rings: [ink, pomegranate, saffron, paper, pomegranate], stripe: pomegranate },
  { ground: pomegranate, rings: [paper, ink, saffron, wine, honey], stripe: wine },
  { ground: saffron, rings: [wine, paper, pomegranate, honey, ink], stripe: paper },
  { ground: pine, rings: [honey, pomegranate, paper, leaf, saffron], stripe: leaf },
  { ground: wine, rings: [saffron, paper, pomegranate, ink, honey], stripe: pomegranate },
  { ground: paper, rings: [leaf, honey, pine, saffron, paper], stripe: saffron },
  { ground: indigo, rings: [paper, pomegranate, honey, indigo, saffron], stripe: pomegranate },
  { ground: honey, rings: [pine, paper, pomegranate, saffron, wine], stripe: leaf },
  { ground: rose, rings: [wine, paper, saffron, pomegranate, paper], stripe: paper },
  { ground: leaf, rings: [paper, pine, saffron, pomegranate, paper], stripe: pine },
  { ground: ink, rings: [pomegranate, honey, ink, saffron, paper], stripe: wine },
  { ground: paper, rings: [indigo, rose, paper, pomegranate, saffron], stripe: indigo },
];

/** How many patterns there are to choose from. */
export const ikatPatterns = cloths.length;

const thread = 4;
const tileWidth = 112;
const tileHeight = 176;

type Random = () => number;

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text.toLowerCase()) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: small, and random enough for a pattern. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How high a motif stands above its middle at a distance of 0..1 from its axis. */
type Profile = (distance: number) => number;

const profiles: readonly Profile[] = [
  // A diamond in steps.
  (distance) => Math.ceil((1 - distance) * 6) / 6,
  // An almond, the charm against the evil eye.
  (distance) => Math.sqrt(1 - distance * distance),
  // A diamond with a waist: two combs back to back.
  (distance) => (distance < 0.5 ? 1 - distance * 1.1 : 0.62 - (distance - 0.5) * 0.9),
  // A pomegranate with its crown.
  (distance) => (distance < 0.16 ? 1 : Math.sqrt(1 - ((distance - 0.05) / 0.96) ** 2) * 0.78),
  // A tulip: the highest threads stand beside the axis.
  (distance) => 0.68 + 0.32 * Math.cos((distance - 0.34) * 5) - distance * 0.42,
];

/** One side of a motif as an outline of feathered threads; the other side is its mirror image. */
function half(profile: Profile, radius: number, height: number, random: Random): string {
  const count = Math.max(1, Math.round(radius / thread));
  const heights = Array.from({ length: count }, (_, at) =>
    Math.max(2, Math.round(profile((at + 0.35) / count) * height)),
  );
  let path = 'M0 0';
  for (const up of heights) path += `V${-up}${feather(-1, random)}`;
  path += 'V0';
  for (const down of heights.toReversed()) path += `V${down}${feather(1, random, -1)}`;
  return `${path}Z`;
}

/** How far the dye runs beyond a thread's end. */
function feather(direction: 1 | -1, random: Random, along: 1 | -1 = 1): string {
  const run = 2 + Math.round(random() ** 2 * 9);
  const step = (thread / 2) * along;
  return `l${step} ${run * direction} ${step} ${-run * direction}`.replaceAll(' -', '-');
}

interface Motif {
  readonly profile: Profile;
  readonly radius: number;
  readonly height: number;
  readonly rings: readonly string[];
}

/** Rings within rings; under the rim the same colour once more, thinner and longer, as the dye runs out along the warp. */
function draw({ profile, radius, height, rings }: Motif, random: Random): string {
  const run = `<path fill="${rings[0] ?? ink}" opacity=".38" d="${half(profile, radius, height + 9, random)}"/>`;
  const solid = rings
    .map((colour, ring) => {
      const left = 1 - ring / rings.length;
      return `<path fill="${colour}" d="${half(profile, radius * left, height * left ** 0.9, random)}"/>`;
    })
    .join('');
  return run + solid;
}

function place(id: string, x: number, y: number): string {
  return `<use href="#${id}" x="${x}" y="${y}"/><use href="#${id}" transform="matrix(-1 0 0 1 ${x} ${y})"/>`;
}

function pick<Item>(items: readonly Item[], random: Random, otherwise: Item): Item {
  return items[Math.floor(random() * items.length)] ?? otherwise;
}

const firstCloth: Cloth = { ground: paper, rings: [ink, pomegranate, saffron], stripe: pomegranate };
const diamond: Profile = (distance) => 1 - distance;

function clothOf(userName: string, pattern: number | null): Cloth {
  return cloths[pattern === null ? hash(userName) % cloths.length : pattern - 1] ?? firstCloth;
}

/** The feathered bands that run between the columns of motifs. */
function stripes({ stripe, ground }: Cloth, random: Random): string {
  const wide = 4 + Math.round(random() * 2) * 2;
  const edge = `<path fill="${stripe}" d="M0 0h${wide}v${tileHeight}H0zM${tileWidth} 0h-${wide}v${tileHeight}h${wide}z"/>`;
  return random() < 0.55
    ? edge
    : `${edge}<path fill="${ground}" d="M0 0h2v${tileHeight}H0zM${tileWidth - 2} 0h2v${tileHeight}h-2z"/>`;
}

/**
 * The pattern as an SVG document of at most 4 KB; the larger side determines the number of visible motifs. Any string is a valid
 * name and no part of it appears in the document.
 */
export function ikatSvg(userName: string, { width, height, scheme, pattern = null }: IkatOptions): string {
  const cloth = clothOf(userName, pattern);
  const random = randomFrom(hash(`${userName} cloth${String(pattern ?? '')}`));
  const main: Motif = {
    profile: pick(profiles, random, diamond),
    radius: 40 + Math.round(random() * 2) * 4,
    height: 62 + Math.round(random() * 16),
    rings: cloth.rings,
  };
  const small: Motif = {
    profile: pick(profiles, random, diamond),
    radius: 20 + Math.round(random() * 3) * 4,
    height: 26 + Math.round(random() * 14),
    rings: cloth.rings.toReversed().slice(1, 4),
  };
  const scale = Math.max(0.35, Math.min(width, height) / 200);
  const id = hash(userName).toString(36);
  const shade = scheme === 'dark' ? `<path fill="#151214" opacity=".22" d="M0 0h${width}v${height}H0z"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><g id="a${id}">${draw(main, random)}</g><g id="b${id}">${draw(small, random)}</g><pattern id="c${id}" width="${tileWidth}" height="${tileHeight}" patternUnits="userSpaceOnUse" patternTransform="translate(${width / 2 - (tileWidth / 2) * scale} ${height / 2 - (tileHeight / 2) * scale})scale(${scale})"><path fill="${cloth.ground}" d="M0 0h${tileWidth}v${tileHeight}H0z"/>${stripes(cloth, random)}${place(`a${id}`, tileWidth / 2, tileHeight / 2)}${[0, tileWidth].map((x) => [0, tileHeight].map((y) => place(`b${id}`, x, y)).join('')).join('')}</pattern></defs><path fill="url(#c${id})" d="M0 0h${width}v${height}H0z"/>${shade}</svg>`;
}

/** The background for the initial of a creator without an avatar, and a readable text colour on it. */
export function ikatColour(userName: string): { readonly ground: string; readonly ink: string } {
  const grounds = [pomegranate, wine, pine, indigo, '#7A4A10', '#22704A', '#9B2A41', '#4A3A63'];
  return { ground: grounds[hash(userName) % grounds.length] ?? pomegranate, ink: '#FFF8EC' };
}

/** A creator's initial: of the name if it is shown, else of the user name. */
export function initialOf(name: string): string {
  const seen = name.replace(/^[\s\p{Default_Ignorable_Code_Point}\u2800]+/u, '');
  const first = firstGrapheme(seen) ?? '·';
  return first.normalize('NFC').toLocaleUpperCase('ru');
}
