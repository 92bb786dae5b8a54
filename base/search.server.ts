import { type SQL, sql } from 'drizzle-orm';

/** The words of what somebody searches for. */
export const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean);

/** `%`, `_` and `\` of what people type are matched literally. */
const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** Where a search looks. */
export interface SearchedText {
  /** An expression, as `search_fold` writes texts and with a space before each word. */
  readonly text: SQL;
  /** Where words of one or two letters are found, too; otherwise only at the beginnings of words. */
  readonly shortOnes?: 'anywhere';
}

/**
 * The conditions under which a text holds all words of a search, literally and in any order; none where there are no words. Short
 * words are looked for at the beginnings of words, because an index of trigrams knows no shorter pieces. Signs that the fold
 * leaves nothing of, like a lone apostrophe, are in no text: alone they find nothing, beside other words they make no difference.
 */
export function holdsWords({ text, shortOnes }: SearchedText, words: readonly string[]): SQL[] {
  if (words.length === 0) return [];
  const holds = words.map((word) => {
    const start = word.length < 3 && shortOnes === undefined ? '% ' : '%';
    return sql`(${text} like ${start} || search_fold(${literal(word)}) || '%')`;
  });
  return [sql`search_fold(${words.join('')}) <> ''`, ...holds];
}
