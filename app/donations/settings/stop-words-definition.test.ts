import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStopWords } from './stop-words.ts';
import { isEdge, readUnits, type Unit } from './stop-words-text.ts';

interface Pattern {
  readonly letters: readonly number[];
  /** `word*`: also everything that starts so. */
  readonly isPrefix: boolean;
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

/** The mask by its definition: tries every word at every place. */
function maskByDefinition(words: readonly string[], text: string): string {
  const patterns = words.flatMap((word) => readPattern(word) ?? []);
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
}

const masks = (words: readonly string[], text: string) => [
  createStopWords(words).mask(text),
  maskByDefinition(words, text),
];

describe('the automaton finds what the definition finds', () => {
  const few = fc.string({ unit: fc.constantFrom(...'иуюuiyab1!3. -'), maxLength: 24 });
  const many = fc.string({ unit: fc.constantFrom(...'хуйcykaбляпизд3аебfuk1!@.-_ \u200b*⑪㎯x'), maxLength: 60 });
  const ends = fc.constantFrom('', '*');
  const wordsOf = (letters: string, maxLength: number) => {
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });
    return fc.array(
      fc.tuple(word, ends).map(([one, end]) => `${one}${end}`),
      { maxLength: 6 },
    );
  };

  it.each([
    ['letters that stand for several', wordsOf('иуюеb', 5), few],
    ['words as people write them', wordsOf('хуйсукабляпизд3еf', 7), many],
    ['more places than fit into one machine word', wordsOf('иу', 30), few],
  ])('%s', (_, words, text) => {
    const pairs = fc.tuple(words, text);
    fc.assert(
      fc.property(pairs, ([list, written]) => {
        const [found, defined] = masks(list, written);
        expect(found).toBe(defined);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the work', () => {
  const longest = 1_000;
  const lists = {
    'alike letters': Array.from({ length: 100 }, (_, at) =>
      `${'иую'[at % 3]}${'иую'[Math.floor(at / 3) % 3]}`.padEnd(50, 'и'),
    ),
    'every word another': Array.from({ length: 500 }, (_, at) =>
      `${at.toString(3)}`.replace(/./g, (digit) => 'иую'[Number(digit)] ?? '').padStart(10, 'у'),
    ),
  };
  const texts = ['⑪', '㎯', '1', 'u.', 'u ', 'х у ', 'ﷺ', '\u0301', 'ую'];

  it.each(Object.entries(lists))('grows linearly with the text: %s', (_, list) => {
    for (const sign of texts) {
      const stepsFor = (length: number) => {
        const stopWords = createStopWords(list);
        stopWords.mask(sign.repeat(Math.ceil(length / sign.length)).slice(0, length));
        return stopWords.steps;
      };
      const quarter = stepsFor(longest / 4);
      const whole = stepsFor(longest);
      expect(whole, sign).toBeLessThanOrEqual(quarter * 4.5 + 5_000);
      // A step is some nanoseconds: all of them take less than 50 ms with room to spare.
      expect(whole, sign).toBeLessThan(5_000_000);
    }
  });
});
