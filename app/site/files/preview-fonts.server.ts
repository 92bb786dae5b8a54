import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

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
