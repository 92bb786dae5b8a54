import { hasRightToLeft, hasSeparateLetters } from './scripts.ts';
import { hyphenated, lettersOf, unbrokenLetters } from './syllables.ts';

/** A piece of an alert's headline. */
export interface HeadlinePart {
  readonly kind: 'text' | 'name' | 'amount' | 'message';
  readonly text: string;
}

/** The values of a template's placeholders. */
export interface TemplateValues {
  readonly name: string;
  readonly amount: string;
  readonly message: string;
}

/** Fills a creator's template such as `{name} — {amount}`. Unknown placeholders stay as they are. */
export function fillTemplate(template: string, values: TemplateValues): HeadlinePart[] {
  return template
    .split(/(\{name\}|\{amount\}|\{message\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece === '{name}') return { kind: 'name', text: values.name };
      if (piece === '{amount}') return { kind: 'amount', text: values.amount };
      if (piece === '{message}') return { kind: 'message', text: values.message };
      return { kind: 'text', text: piece };
    });
}

/** Whether a template contains the message, so that it is not repeated below. */
export const saysMessage = (template: string) => template.includes('{message}');

/** The text that is read aloud; empty where the template needs a message and there is none. */
export function spokenText(template: string, values: TemplateValues): string {
  const isEmpty = template.replaceAll('{message}', '').trim() === '' && values.message === '';
  return isEmpty
    ? ''
    : fillTemplate(template, values)
        .map(({ text }) => text)
        .join('')
        .trim();
}

/** A letter, or a word whose letters do not stand apart, with its place in the whole headline, so that they can appear one after another. */
interface AnimatedLetter {
  readonly letter: string;
  readonly place: number;
}

export interface AnimatedWord {
  readonly letters: readonly AnimatedLetter[];
  /** The place of its first letter. */
  readonly place: number;
  /** It may be broken between its syllables. */
  readonly isLong: boolean;
  /** It is set as running text is: its line has words from right to left, whose order is that of the whole line. */
  readonly flows: boolean;
  /** Whether a space follows; a word with a hyphen is two. */
  readonly hasSpace: boolean;
}

export interface AlertLine extends HeadlinePart {
  /** Its number: a template may name the same part twice. */
  readonly at: number;
  /** Empty for a message, whose letters do not move. */
  readonly words: readonly AnimatedWord[];
}

const separators = /^[\s,:;|·—–-]+|[\s,:;|·—–-]+$/g;

/**
 * The parts of a headline, each on a line of its own: what only separates them, such as a dash, is left out; signs written to a part
 * without a space, as in `{amount}!`, stay with it.
 */
export function partsByLine(parts: readonly HeadlinePart[]): HeadlinePart[] {
  const strip = (text: string) => text.replace(separators, '');
  return parts
    .map((part, at) => {
      const before = parts[at - 1];
      const after = parts[at + 1];
      if (part.kind !== 'text') {
        const head = before?.kind === 'text' ? (/\S+$/.exec(before.text)?.[0] ?? '') : '';
        // Signs between two parts without any space belong to the first.
        const isTaken = head === before?.text && at > 1;
        const tail = after?.kind === 'text' ? (/^\S+/.exec(after.text)?.[0] ?? '') : '';
        return { ...part, text: part.text && `${isTaken ? '' : strip(head)}${part.text}${strip(tail)}` };
      }
      const own = part.text.replace(before ? /^\S+/ : '', '').replace(after ? /\S+$/ : '', '');
      return { ...part, text: strip(own) };
    })
    .filter(({ text }) => text !== '');
}

/** Between the parts of a double name. */
const afterHyphen = /(?<=\p{L}{2}-)(?=\p{L}{2})/u;

/** The lines of a headline in visible letters: an emoji or an accented letter is one. */
export function linesOf(parts: readonly HeadlinePart[]): AlertLine[] {
  let count = 0;
  const wordOf = (word: string, isWhole: boolean, hasSpace: boolean): AnimatedWord => {
    const isLong = lettersOf(word).length > unbrokenLetters;
    return {
      place: count,
      isLong,
      flows: isWhole,
      hasSpace,
      letters: (isWhole || !hasSeparateLetters(word) ? [word] : hyphenated(word)).map((letter) => ({
        letter,
        place: count++,
      })),
    };
  };
  const wordsOf = (text: string) => {
    const isWhole = hasRightToLeft(text);
    return text
      .split(/[ \n\t]+/)
      .filter((word) => word !== '')
      .map((word) => word.split(afterHyphen))
      .flatMap((parts) => parts.map((part, at) => wordOf(part, isWhole, at === parts.length - 1)));
  };
  return partsByLine(parts).map((part, at) => ({
    ...part,
    at,
    words: part.kind === 'message' ? [] : wordsOf(part.text),
  }));
}
