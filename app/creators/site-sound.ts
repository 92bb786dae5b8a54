import { latinOf } from '#base/text/latin-letters.ts';

/** Latin letters that are written for one sound. */
const sounds: Readonly<Record<string, string>> = { x: 'h', q: 'k', y: 'i', w: 'v' };

/** A name as Latin letters that sound like it: «Чойхона», `choyxona` and `choihona` are one. */
export function soundOf(name: string): string {
  const written = name.normalize('NFKC').toLowerCase().replace(/y[eo]/g, 'e').replace(/ts/g, 'c');
  const letters = latinOf(written).replace(/[xqyw]/g, (letter) => sounds[letter] ?? letter);
  return letters
    .replace(/kh/g, 'h')
    .replace(/zh/g, 'j')
    .replace(/gh/g, 'g')
    .replace(/[^a-z]/g, '');
}
