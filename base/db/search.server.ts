import sql, { join, type Sql } from 'sql-template-tag';
import { normalisePhone } from '#base/text/phone.ts';

/** Apostrophes that `search_fold` does not know. */
const rareApostrophes = /[´′‛ˈ＇‵]/g;

/** The words of a search. */
export const wordsOf = (search: string): string[] =>
  search.normalize('NFC').replace(rareApostrophes, "'").split(/\s+/).filter(Boolean);

/** A search with phones as they are stored, however they were typed: `+998 90 265-68-98` is one word of digits. */
export const withPhones = (search: string): string =>
  search.replace(/[+(]*\d[\d\s()\-\u2010-\u2015]{5,}\d/g, (typed) => normalisePhone(typed));

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
 * The conditions that a text contains all words of a search, literally and in any order; none without words. Short words are searched
 * at the beginnings of words, because a trigram index has no shorter pieces. Characters that the fold removes, like a lone apostrophe, find
 * nothing alone and make no difference beside other words.
 */
export function holdsWords({ text, shortOnes, otherNames }: SearchedText, words: readonly string[]): Sql[] {
  if (words.length === 0) return [];
  const isLike = (word: string) => {
    const start = word.length < 3 && shortOnes === undefined ? '% ' : '%';
    return sql`${text} like ${start} || search_fold(${literal(word)}) || '%'`;
  };
  const holds = words.map((word) => sql`(${join([word, ...(otherNames?.(word) ?? [])].map(isLike), ' or ')})`);
  return [sql`search_fold(${words.join('')}) <> ''`, ...holds];
}
