// Control characters, direction marks and overrides, and invisible letters that can deceive. Joiners stay, since
// emoji and some scripts need them.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
const tooManyMarks = /(\p{M}{3})\p{M}+/gu;

function plain(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(tooManyMarks, '$1');
}

/** Cleans a text to plain text on one line; null where nothing is left. */
export function cleanLine(text: string | null | undefined): string | null {
  const line = plain(text ?? '')
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(unseen, '')
    .trim();
  return line === '' ? null : line;
}

/** Cleans a text to plain text with at most one empty line in a row; null where nothing is left. */
export function cleanText(text: string | null | undefined): string | null {
  const lines = plain(text ?? '')
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .split('\n')
    .map((line) => line.replace(/\t/g, ' ').replace(unseen, '').trimEnd());
  const cleaned = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cleaned === '' ? null : cleaned;
}
