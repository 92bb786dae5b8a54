import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { graphemesOf } from '#base/text/graphemes.ts';

const fileOf = (font: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${font}`));

/** The product's own fonts: the machine may have none. */
const fonts = {
  'Unbounded Bold': fileOf('unbounded/700Bold/Unbounded_700Bold.ttf'),
  'Onest Bold': fileOf('onest/700Bold/Onest_700Bold.ttf'),
  Onest: fileOf('onest/400Regular/Onest_400Regular.ttf'),
} as const;

export type PreviewFont = keyof typeof fonts;

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for SVG and for Pango, without control characters, which XML refuses. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/[<>&"']/g, (sign) => escapes[sign] ?? '');
}

/** The width of a text in pixels; 0 for one without any sign to draw. Whatever was measured once can be drawn in SVG by the name of its font. */
export async function widthOf(text: string, font: PreviewFont, size: number): Promise<number> {
  const drawing = { text: escaped(text), font: `${font} ${String(size)}`, fontfile: fonts[font], dpi: 72 };
  try {
    return (await sharp({ text: drawing }).metadata()).width;
  } catch (error) {
    if (error instanceof Error && error.message.includes('no text to render')) return 0;
    throw error;
  }
}

let loading: Promise<unknown> | undefined;

/** Makes the fonts known to the renderer of SVG, once. */
export async function loadFonts(): Promise<void> {
  loading ??= Promise.all([
    widthOf('A', 'Unbounded Bold', 16),
    widthOf('A', 'Onest Bold', 16),
    widthOf('A', 'Onest', 16),
  ]);
  await loading;
}

/** Signs of the scripts that the product's own fonts have. */
const ownSigns = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}\p{P}\p{Zs}]*$/u;
const drawnSigns = new LRUCache<string, boolean>({ max: 4_000 });

async function sizeOf(sign: string): Promise<string> {
  const text = { text: escaped(sign), font: 'Onest 64', fontfile: fonts.Onest, dpi: 72 };
  const { width, height } = await sharp({ text }).metadata();
  return `${String(width)}×${String(height)}`;
}

/** Whether a font has a sign: one that none has is drawn as a box with its number, in which private numbers are drawn, too. */
async function isDrawn(sign: string): Promise<boolean> {
  const known = drawnSigns.get(sign);
  if (known !== undefined) return known;
  const box = (sign.codePointAt(0) ?? 0) > 0xffff ? '\u{f0000}' : '\ue000';
  const [own, unknown] = await Promise.all([sizeOf(sign), sizeOf(box)]).catch(() => ['', '']);
  const drawn = own !== unknown;
  drawnSigns.set(sign, drawn);
  return drawn;
}

/**
 * A text without the emoji that no font of the machine draws; empty if it draws not even the letters, so that something else stands
 * there instead of boxes.
 */
export async function drawableText(text: string): Promise<string> {
  if (ownSigns.test(text)) return text;
  const kept = await Promise.all(
    graphemesOf(text).map(async (sign) => {
      if (ownSigns.test(sign)) return { sign, isLost: false };
      const parts = [...sign].filter((part) => !/[\p{Default_Ignorable_Code_Point}\p{M}]/u.test(part));
      const drawn = await Promise.all(parts.map(isDrawn));
      return drawn.every(Boolean) ? { sign, isLost: false } : { sign: '', isLost: /\p{L}/u.test(sign) };
    }),
  );
  if (kept.some(({ isLost }) => isLost)) return '';
  const left = kept.map(({ sign }) => sign).join('');
  return left.replace(/\s+/g, ' ').trim();
}
