import { type Pattern, StopWordsMatcher } from './stop-words-matcher.ts';
import { readUnits } from './stop-words-text.ts';

/** Masks the words of a list in public texts. */
export interface StopWords {
  /** Replaces each letter of a stop word by an asterisk. The length in characters stays the same. */
  mask(text: string): string;
  /** The work of masking so far, in steps of some nanoseconds. */
  readonly steps: number;
}

function readPattern(word: string): Pattern | null {
  const isPrefix = word.trim().endsWith('*');
  const units = readUnits(word.replaceAll('*', ''));
  const isWord = units.length > 1 && units.some(({ isSign }) => !isSign) && units.every(({ letters }) => letters !== 0);
  return isWord ? { letters: units.map(({ letters }) => letters), isPrefix } : null;
}

function star(text: string): string {
  return [...text].map((char) => (/\s/u.test(char) ? char : '*')).join('');
}

/** Reading a sign takes about as long as this many steps of the automaton. */
const stepsToRead = 50;

/**
 * Creates the mask of a list of words. `word` is the word alone, `word*` also all that start so; case, look-alike letters of
 * other alphabets, digits for letters, marks or spaces between the letters and repeated letters make no difference.
 */
export function createStopWords(words: readonly string[]): StopWords {
  let read = 0;
  const matcher = new StopWordsMatcher(words.flatMap((word) => readPattern(word) ?? []));
  return {
    mask(text) {
      const units = readUnits(text);
      read += (text.length + units.length) * stepsToRead;
      let result = '';
      let done = 0;
      for (const [first, end] of matcher.find(units)) {
        const from = units[first]?.start ?? done;
        const to = units[end - 1]?.end ?? done;
        result += text.slice(done, from) + star(text.slice(from, to));
        done = to;
      }
      return result + text.slice(done);
    },
    get steps() {
      return read + matcher.steps;
    },
  };
}
