/** The maximum length of a donor's name. */
export const nameMaxLength = 60;

// Control characters, direction marks and overrides, and invisible letters that can deceive. Joiners stay, since
// emoji and some scripts need them.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
const tooManyMarks = /(\p{M}{3})\p{M}+/gu;

function plain(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(tooManyMarks, '$1');
}

/** Cleans a donor's name to plain text on one line; null where nothing is left. */
export function cleanName(text: string | null | undefined): string | null {
  const line = plain(text ?? '')
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(unseen, '')
    .trim();
  return line === '' ? null : line;
}

/** Cleans a message to plain text with at most one empty line in a row; null where nothing is left. */
export function cleanMessage(text: string | null | undefined): string | null {
  const lines = plain(text ?? '')
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .split('\n')
    .map((line) => line.replace(/\t/g, ' ').replace(unseen, '').trimEnd());
  const message = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return message === '' ? null : message;
}

/** Folds a name: names that differ only in case, spaces or the form of their letters are one donor. */
function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The row of the top list that a donation counts in. Anonymous donations and those without a name share one row. */
export function donorKeyOf(donor: { personId: string | null; name: string | null; isAnonymous: boolean }): string {
  if (donor.isAnonymous || donor.name === null) return 'anonymous';
  return donor.personId === null ? `name:${foldName(donor.name)}` : `person:${donor.personId}`;
}
