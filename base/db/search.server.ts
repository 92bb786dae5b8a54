import sql, { join, type Sql } from 'sql-template-tag';

/** Apostrophes, which `search_fold` leaves out. */
export const apostrophes = "'ʻʼ‘’`";

/** Apostrophes that it does not know. */
const rareApostrophes = '´′‛ˈ＇‵';
const rareOne = new RegExp(`[${rareApostrophes}]`, 'g');
const everyApostrophe = new RegExp(`[${apostrophes}${rareApostrophes}]`, 'g');

/** Whether a word has one or two letters, its apostrophes apart. */
export const isShort = (word: string): boolean => word.replace(everyApostrophe, '').length < 3;

/** The words of a search. */
export const wordsOf = (search: string): string[] =>
  search.normalize('NFC').replace(rareOne, "'").split(/\s+/).filter(Boolean);

/** Uzbek letters that Russian keyboards lack, and those that are typed for them. */
export const typedFor: Readonly<Record<string, string>> = { ў: 'у', қ: 'к', ғ: 'г', ҳ: 'х' };

/** Letters of one sound, which the folded texts tell apart: each is searched as both. */
const bothOf = new Map(
  Object.entries(typedFor).flatMap(([letter, typed]) =>
    [letter, typed].map((written) => [written, `(?:${typed}|${letter})`] as const),
  ),
);
// «ё» and a first «е» are two letters in Latin.
const spelledTwice = /^(?:ye|[её])|yo|g(?=['ʻʼ‘’`])|[ёуўкқгғхҳ]/giu;

function bothSpellings(found: string, start: number): string {
  const letters = found.toLowerCase();
  if (letters === 'е' || letters === 'ye') return '(?:ye|e)';
  if (letters === 'ё') return start === 0 ? '(?:yo|ye|e)' : '(?:yo|e)';
  if (letters === 'g') return '(?:g|gh)';
  return bothOf.get(letters) ?? '(?:yo|e)';
}

/** A pattern of a word, literally but for such spellings; null for a word that has one spelling. */
function patternOf(word: string): string | null {
  const escaped = word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  const pattern = escaped.replace(spelledTwice, bothSpellings);
  return pattern === escaped ? null : pattern;
}

/** Escapes `%`, `_` and `\`, which are matched literally. */
const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** A text that is searched. */
export interface SearchedText {
  /** An expression of the form that `search_fold` returns, with a space before each word. */
  readonly text: Sql;
  /** Also finds words of one or two letters inside words; default: at the beginnings of words only. */
  readonly shortOnes?: 'anywhere';
  /** Other words for a word, of which any is found as well. */
  readonly otherNames?: ((word: string) => readonly string[]) | undefined;
}

/**
 * The conditions that a text contains all words of a search, literally and in any order; none without words. A letter that keyboards lack
 * is found by the one that is typed for it. Short words are searched at the beginnings of words, because a trigram index has no shorter
 * pieces. Characters that the fold removes, like a lone apostrophe, find nothing alone and make no difference beside other words.
 */
export function holdsWords({ text, shortOnes, otherNames }: SearchedText, words: readonly string[]): Sql[] {
  if (words.length === 0) return [];
  const isLike = (word: string) => {
    const start = isShort(word) && shortOnes === undefined ? ' ' : '';
    const pattern = patternOf(word);
    return pattern === null
      ? sql`${text} like ${`%${start}`} || search_fold(${literal(word)}) || '%'`
      : sql`${text} ~ (${start} || search_fold(${pattern}))`;
  };
  const holds = words.map((word) => sql`(${join([word, ...(otherNames?.(word) ?? [])].map(isLike), ' or ')})`);
  return [sql`search_fold(${words.join('')}) <> ''`, ...holds];
}
