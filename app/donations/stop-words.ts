/** Masks the words of a list in what other people read and hear. */
export interface StopWords {
  /** The text with each letter of a stop word made an asterisk. Its length in characters stays. */
  mask(text: string): string;
}

// Each line is one letter with what looks or sounds like it, so that `xуй`, `hui` and `пи3да` are what they mean. A
// character may stand for several letters.
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

/** A letter of the text: which letters it may stand for, where it stands, and what separates it from the one before. */
interface Unit {
  readonly letters: number;
  readonly start: number;
  readonly end: number;
  readonly gap: 'none' | 'marks' | 'space';
  /** A digit or a sign: a letter within a word, but a word may also begin after it and end before it. */
  readonly isSign: boolean;
}

interface Pattern {
  readonly letters: readonly number[];
  /** `word*`: also everything that begins so. */
  readonly isPrefix: boolean;
}

const isMark = (char: string) => /^[\p{M}\p{Cf}]$/u.test(char);
const isLetter = (char: string) => /^[\p{L}\p{N}]$/u.test(char);

function readUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let gap: Unit['gap'] = 'space';
  let start = 0;
  for (const char of text) {
    const end = start + char.length;
    for (const part of char.normalize('NFKD').toLowerCase()) {
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

function readPattern(word: string): Pattern | null {
  const isPrefix = word.trim().endsWith('*');
  const units = readUnits(word.replaceAll('*', ''));
  const isWord = units.length > 1 && units.some(({ isSign }) => !isSign) && units.every(({ letters }) => letters !== 0);
  return isWord ? { letters: units.map(({ letters }) => letters), isPrefix } : null;
}

/** Whether the unit may follow within a word: written in one (`х.у.й` too), or with every letter set apart (`х у й`). */
function follows(unit: Unit, isSpaced: boolean): boolean {
  return isSpaced ? unit.gap !== 'none' : unit.gap !== 'space';
}

/** Whether a word may end before and begin at this place. */
function isEdge(units: readonly Unit[], at: number): boolean {
  const [before, after] = [units[at - 1], units[at]];
  return before === undefined || after === undefined || after.gap !== 'none' || after.isSign || before.isSign;
}

/** The unit after the last one of the word that begins at `first`, or -1. Letters may be repeated at will. */
function matchAt(units: readonly Unit[], first: number, { letters, isPrefix }: Pattern, isSpaced: boolean): number {
  let matched = 0;
  let at = first;
  for (; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined || (at > first && !follows(unit, isSpaced))) break;
    if (matched < letters.length && (unit.letters & (letters[matched] ?? 0)) !== 0) matched += 1;
    else if (matched === 0 || (unit.letters & (letters[matched - 1] ?? 0)) === 0) break;
    if (matched === letters.length && isSpaced) {
      at += 1;
      break;
    }
  }
  if (matched < letters.length) return -1;
  if (!isPrefix) return isEdge(units, at) ? at : -1;
  const isMarked = units.slice(first + 1, at).some(({ gap }) => gap === 'marks');
  while (units[at]?.gap === 'none' || (isMarked && units[at]?.gap === 'marks')) at += 1;
  return at;
}

function endOfMatch(units: readonly Unit[], first: number, pattern: Pattern): number {
  return Math.max(matchAt(units, first, pattern, false), matchAt(units, first, pattern, true));
}

function star(text: string): string {
  return [...text].map((char) => (/\s/u.test(char) ? char : '*')).join('');
}

/**
 * Makes the mask of a list of words. `word` is the word alone, `word*` also all that begins so; case, look-alike letters of
 * other alphabets, digits for letters, marks or spaces between the letters and repeated letters make no difference.
 */
export function createStopWords(words: readonly string[]): StopWords {
  const patterns = words.flatMap((word) => readPattern(word) ?? []);
  return {
    mask(text) {
      const units = readUnits(text);
      let result = '';
      let done = 0;
      for (let first = 0; first < units.length; first++) {
        const unit = units[first];
        if (unit === undefined || !isEdge(units, first)) continue;
        const end = Math.max(-1, ...patterns.map((pattern) => endOfMatch(units, first, pattern)));
        if (end === -1) continue;
        const last = units[end - 1] ?? unit;
        result += text.slice(done, unit.start) + star(text.slice(unit.start, last.end));
        done = last.end;
        first = end - 1;
      }
      return result + text.slice(done);
    },
  };
}
