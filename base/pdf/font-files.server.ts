import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/onest/${file}`));

/** The product's own font in the two weights of documents. */
export const fontFiles = {
  regular: pathOf('400Regular/Onest_400Regular.ttf'),
  bold: pathOf('700Bold/Onest_700Bold.ttf'),
};

const noBreak = '\u00a0';

/** A letter or digit that the font lacks. */
const standIn = '?';

/**
 * Opens the font. The answer turns a text into signs that the font has, on one line: letters and digits of other scripts become `?`; emoji and
 * other signs that the font lacks are left out.
 */
export async function openLegible(): Promise<(text: string) => string> {
  const { openSync } = await import('fontkit');
  const font = openSync(fontFiles.regular);
  const drawn = new Set('characterSet' in font ? font.characterSet : []);
  const inFont = (sign: string) => {
    if (drawn.has(sign.codePointAt(0) ?? 0)) return sign;
    return /[\p{L}\p{N}]/u.test(sign) ? standIn : '';
  };
  return (text) => Array.from(oneLine(text), inFont).join('').replace(/ +/g, ' ').trim();
}

/** The text with one kind of breaking space. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\u202f', noBreak)
    .replace(/[\p{Z}\p{Cc}]/gu, (sign) => (sign === noBreak ? noBreak : ' '));
}
