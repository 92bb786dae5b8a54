import { isNothing } from '#base/text/clean-text.ts';

// Each line is a letter with characters that look or sound like it, so that `xуй`, `hui` and `пи3да` are recognized. A
// character may mean several letters.
const lookAlikes = [
  'аa@4α',
  'бb6',
  'вvbw8β',
  'гgrґғ',
  'дd',
  'еeё3єэ€ε',
  'ж',
  'зz3',
  'иiyju1!|lіїι',
  'кkκқ',
  'лl',
  'мm',
  'нnhη',
  'оo0οσө',
  'пpnπ',
  'рrpρ',
  'сsc5$',
  'тt7τ',
  'уyuυў',
  'фfφ',
  'хxhχ×ҳ',
  'цc',
  'ч4',
  'шwщ',
  'ъьb',
  'ыyi',
  'юu',
  'я',
  'q9',
];

const lettersOf = new Map<string, number>();
lookAlikes.forEach((line, index) => {
  for (const char of line) lettersOf.set(char, (lettersOf.get(char) ?? 0) | (1 << index));
});

/** A letter of the text: the letters that it may mean, its position, and what separates it from the one before. */
export interface Unit {
  readonly letters: number;
  readonly start: number;
  readonly end: number;
  readonly gap: 'none' | 'marks' | 'space';
  /** A digit or a sign: a letter within a word, but a word may also start after it and end before it. */
  readonly isSign: boolean;
}

/** A code point that expands to more signs than this is not a letter of ours. */
const longestExpansion = 8;

const isMark = (char: string) => /^[\p{M}\p{Cf}]$/u.test(char) || isNothing(char);
const isLetter = (char: string) => /^[\p{L}\p{N}]$/u.test(char);

/** The letters of a text in order. */
export function readUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let gap: Unit['gap'] = 'space';
  let start = 0;
  for (const char of text) {
    const end = start + char.length;
    for (const part of [...char.normalize('NFKD').toLowerCase()].slice(0, longestExpansion)) {
      if (isMark(part)) continue;
      if (isLetter(part) || lettersOf.has(part)) {
        units.push({ letters: lettersOf.get(part) ?? 0, start, end, gap, isSign: !/^\p{L}$/u.test(part) });
        gap = 'none';
      } else if (gap !== 'space') gap = /\s/u.test(part) ? 'space' : 'marks';
    }
    start = end;
  }
  return units;
}

/** Whether a word may end before and start at this place. */
export function isEdge(units: readonly Unit[], at: number): boolean {
  const before = units[at - 1];
  const after = units[at];
  return before === undefined || after === undefined || after.gap !== 'none' || after.isSign || before.isSign;
}
