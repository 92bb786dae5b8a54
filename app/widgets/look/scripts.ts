/** Letters of the blocks that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Scripts whose letters stand apart. Those of all others join, change with their neighbours or are stacked. */
const apart =
  /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]*$/u;

/** Whether a part of the text is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Whether the letters of a word may be drawn one by one. */
export function hasSeparateLetters(word: string): boolean {
  return apart.test(word);
}

/** A name within a sentence: where it runs from right to left, it does not turn what stands beside it. */
export function isolated(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}
