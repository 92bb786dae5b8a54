/** The product's own accent in the light scheme. */
export const ownAccent = '#c2334d';

/** The grounds of text in each scheme that are the hardest to read on. */
const hardest = { light: '#F5F0E8', dark: '#2A2427' };
const white = '#FFFFFF';
const black = '#000000';

/** WCAG AA asks for 4.5; the rest is for tinted grounds. */
const readable = 5;
/** For shapes such as a bar. */
const visible = 3;
/** For buttons, whose white text makes them visible. */
const distinct = 1.5;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function mixed(colour: string, end: string, share: number): string {
  const to = channels(end);
  const parts = channels(colour).map((from, at) => Math.round(from + ((to[at] ?? from) - from) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const steps = Array.from({ length: 51 }, (_, step) => step / 50);

/** The colour nearest to the chosen one, on its way to black or white, that stands out enough. */
function standingOut(colour: string, way: { end: string; ground: string; least: number }): string {
  const found = steps
    .map((share) => mixed(colour, way.end, share))
    .find((one) => contrast(one, way.ground) >= way.least);
  return found ?? way.end;
}

/** The colour nearest to the chosen one that can be read on a ground. */
export function readableOn(ground: string, colour: string): string {
  const end = contrast(white, ground) > contrast(black, ground) ? white : black;
  return standingOut(colour, { end, ground, least: readable });
}

/** A chosen colour in both schemes: as text, as a shape, and as a ground for white text. */
export function accentColours(colour: string) {
  // White text needs a dark ground, which on a dark page must not be too dark.
  const fill = standingOut(colour, { end: black, ground: white, least: readable });
  const fillInDark = standingOut(fill, { end: white, ground: hardest.dark, least: distinct });
  return {
    text: {
      light: standingOut(colour, { end: black, ground: hardest.light, least: readable }),
      dark: standingOut(colour, { end: white, ground: hardest.dark, least: readable }),
    },
    shape: {
      light: standingOut(colour, { end: black, ground: hardest.light, least: visible }),
      dark: standingOut(colour, { end: white, ground: hardest.dark, least: visible }),
    },
    fill: { light: fill, dark: fillInDark },
    fillHover: { light: mixed(fill, black, 0.14), dark: mixed(fillInDark, black, 0.14) },
  };
}

/** The style that gives everything inside an element the chosen accent; null: that of the theme. */
export function accentStyle(colour: string | null): Record<`--${string}`, string> {
  if (colour === null) return {};
  const { text, shape, fill, fillHover } = accentColours(colour);
  const both = ({ light, dark }: { light: string; dark: string }) => `light-dark(${light}, ${dark})`;
  return {
    '--accent': both(shape),
    '--accent-text': both(text),
    '--accent-fill': both(fill),
    '--accent-fill-hover': both(fillHover),
  };
}
