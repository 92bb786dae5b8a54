/** Words of at most so many letters are never broken. */
export const unbrokenLetters = 18;

/** Where a long word may be broken. */
export const softHyphen = '\u00ad';
const vowel = /^[аеёиоуыэюяўaeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿ]/i;
/** Signs that belong to the letter before them: soft and hard signs, `й`, and the apostrophes of Uzbek. */
const follower = /^[ьъй'’‘ʻʼ]/i;
/** Two letters that stand for one sound. */
const pairs = new Set(['sh', 'ch', 'ng', 'th', 'ph', 'ck']);
/** What stays together at either end. */
const shortest = 2;

const segmenter = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** The visible letters of a text: an emoji or an accented letter is one. */
export function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Where a consonant that begins at `at` ends, with the signs that belong to it. */
function endOfConsonant(letters: readonly string[], at: number): number {
  const isPair = pairs.has(`${letters[at]}${letters[at + 1]}`.toLowerCase());
  let end = at + (isPair ? 2 : 1);
  while (follower.test(letters[end] ?? '')) end += 1;
  return end;
}

/**
 * Where a word may be broken: before the only consonant between two vowels, else after the first of several, and after a soft or hard sign. That is right for Russian and Uzbek
 * in both alphabets, and readable in other languages. Vowels that follow each other stay together.
 */
function breaksOf(letters: readonly string[]): Set<number> {
  const breaks = new Set<number>();
  let last: number | null = null;
  for (const [at, letter] of letters.entries()) {
    if (!vowel.test(letter)) continue;
    if (last !== null) {
      let start = last + 1;
      while (follower.test(letters[start] ?? '')) start += 1;
      const end = endOfConsonant(letters, start);
      const isSoftOrHard = /[ьъ]/i.test(letters[end - 1] ?? '');
      const place = end < at || isSoftOrHard ? end : start;
      if (start < at && place >= shortest && place <= letters.length - shortest) breaks.add(place);
    }
    last = at;
  }
  return breaks;
}

/** The letters of a word; where it is long, with soft hyphens at the ends of syllables. */
export function hyphenated(word: string): string[] {
  const letters = lettersOf(word);
  if (letters.length <= unbrokenLetters) return letters;
  const breaks = breaksOf(letters);
  return letters.map((letter, at) => (breaks.has(at + 1) ? `${letter}${softHyphen}` : letter));
}

/** A text whose long words have soft hyphens. */
export function hyphenatedText(text: string): string {
  return text.replaceAll(/\S+/g, (word) => (word.length > unbrokenLetters ? hyphenated(word).join('') : word));
}
