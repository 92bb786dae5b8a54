/** The limits of a code word. */
const codeLimits = { least: 2, most: 20 } as const;

const letter = '[\\p{L}\\p{M}\\p{Nd}]';

// The oʻ of Uzbek is typed with whatever quote the keyboard has.
const word = `(?![\\p{M}ʻʼ])${letter}(?:${letter}|['‘’\`´](?=\\p{L}))*`;

const whole = new RegExp(`^${word}$`, 'u');

const quotes = /['‘’ʼʻ`´]/g;

/**
 * Behind a blank, or a bracket or quote that opens there: so addresses have none. A sign that goes on with the word, or the asterisks of
 * a masked one, make it another word.
 */
const marked = new RegExp(
  `(?<=^|\\s)["'\\p{Ps}\\p{Pi}]{0,3}[#!](${word})(?![\\p{L}\\p{M}\\p{N}\\p{Pc}*]|[-/@'‘’][\\p{L}\\p{N}*])`,
  'gu',
);

/** A code word as it is compared: capitals and the kind of the quote make no difference. */
export function foldedCode(typed: string): string {
  return typed.replace(quotes, 'ʻ').normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** What is typed as a code word: the mark before it is none of its letters. */
export const writtenCode = (typed: string) => foldedCode(typed.trim().replace(/^[#!]/, ''));

/** Whether a folded code word is letters and digits alone, and neither too short nor too long. */
export function isCode(code: string): boolean {
  const { length } = [...code];
  return whole.test(code) && length >= codeLimits.least && length <= codeLimits.most;
}

/** The code words that a message names with # or !, folded, each once, in their order. */
export function codesIn(message: string): readonly string[] {
  const found = [...message.matchAll(marked)].map(([, code = '']) => foldedCode(code));
  return [...new Set(found)].filter(isCode);
}
