/** Scripts in which a joiner or a non-joiner changes the shape of the next letter. */
const joiningScripts = [
  'Arab',
  'Syrc',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
];

const joiningLetter = `(?=[\\p{L}\\p{M}])[${joiningScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;

/** Signs without a shape of their own that change the shape of others: within words, emoji, keycaps and flags. */
const shaping = [
  `(?<=${joiningLetter})[\\u200c\\u200d](?=${joiningLetter})`,
  '(?<=\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]{1,6}\\u{e007f}',
].join('|');

/** Signs that nobody sees, and blanks that are no spaces. */
const nothing = '\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}';

const shapingOrNothing = new RegExp(`(${shaping})|[${nothing}]`, 'gu');
const onlyNothing = new RegExp(`[${nothing}]`, 'u');

// Signs that turn the direction of a text show it as another one.
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a sign, alone, is nothing that a reader sees. */
export function isNothing(sign: string): boolean {
  return onlyNothing.test(sign);
}

// A mark without a letter before it.
const loneMarks = /(?<=^|\s)\p{M}+/gu;

/** Leaves out what nobody sees and marks that stand on nothing, but not what shapes its neighbours. */
export function withoutNothing(text: string): string {
  return text.replace(shapingOrNothing, (_, shapes: string | undefined) => shapes ?? '').replace(loneMarks, '');
}

/** Whether a text contains signs that turn its direction (docs/rules.md#texts). */
export function isTurning(text: string): boolean {
  return turning.test(text);
}

const tooManyMarks = /(\p{M}{3})\p{M}+/gu;

// Tabs and ends of lines are blanks.
const controls = /(?![\t-\r\u0085])\p{Cc}/gu;

function plain(text: string): string {
  const seen = text.toWellFormed().normalize('NFC').replace(controls, '');
  return withoutNothing(seen).replace(tooManyMarks, '$1');
}

/** Until nothing changes: what is taken out may leave signs beside each other that compose, or mean nothing alone. Null where nothing is left. */
function settled(text: string | null | undefined, clean: (text: string) => string): string | null {
  let last = text ?? '';
  for (let next = clean(last); next !== last; next = clean(last)) last = next;
  return last === '' ? null : last;
}

const oneLine = (text: string) =>
  plain(text)
    .replace(/[\s\u0085]+/g, ' ')
    .trim();

/** Cleans a text to plain text on one line; null where nothing is left. A clean text stays as it is. */
export function cleanLine(text: string | null | undefined): string | null {
  return settled(text, oneLine);
}

function fewEmptyLines(text: string): string {
  const lines = plain(text)
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .split('\n')
    .map((line) =>
      line
        .replace(/\t/g, ' ')
        .replace(/\p{Cc}/gu, '')
        .trimEnd(),
    );
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cleans a text to plain text with at most one empty line in a row; null where nothing is left. A clean text stays as it is. */
export function cleanText(text: string | null | undefined): string | null {
  return settled(text, fewEmptyLines);
}
