import sql, { type Sql } from 'sql-template-tag';

/** The words of a search. */
export const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean);

/** Escapes `%`, `_` and `\`, which are matched literally. */
const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** A text that is searched. */
export interface SearchedText {
  /** An expression of the form that `search_fold` returns, with a space before each word. */
  readonly text: Sql;
  /** Also finds words of one or two letters inside words; default: at the beginnings of words only. */
  readonly shortOnes?: 'anywhere';
}

/**
 * The conditions that a text contains all words of a search, literally and in any order; none without words. Short words are searched
 * at the beginnings of words, because a trigram index has no shorter pieces. Characters that the fold removes, like a lone apostrophe, find
 * nothing alone and make no difference beside other words.
 */
export function holdsWords({ text, shortOnes }: SearchedText, words: readonly string[]): Sql[] {
  if (words.length === 0) return [];
  const holds = words.map((word) => {
    const start = word.length < 3 && shortOnes === undefined ? '% ' : '%';
    return sql`(${text} like ${start} || search_fold(${literal(word)}) || '%')`;
  });
  return [sql`search_fold(${words.join('')}) <> ''`, ...holds];
}
