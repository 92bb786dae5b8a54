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

/** A letter with its place in the whole headline, so that letters can appear one after another. */
interface AnimatedLetter {
  readonly letter: string;
  readonly place: number;
}

export interface AnimatedWord {
  readonly kind: HeadlinePart['kind'];
  readonly letters: readonly AnimatedLetter[];
  /** The place of its first letter. */
  readonly place: number;
}

const segmenter = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** The words of a headline in visible letters: an emoji or an accented letter is one. */
export function wordsOf(parts: readonly HeadlinePart[]): AnimatedWord[] {
  let count = 0;
  const letterOf = (letter: string): AnimatedLetter => ({ letter, place: count++ });
  return parts.flatMap(({ kind, text }) =>
    text
      .split(/[ \n\t]+/)
      .filter((word) => word !== '')
      .map((word) => {
        const place = count;
        return { kind, place, letters: Array.from(segmenter.segment(word), ({ segment }) => letterOf(segment)) };
      }),
  );
}

/** The size of a text: the longer, the smaller, so that all of it fits. */
export function textSize(text: string): 'huge' | 'large' | 'medium' | 'small' | 'tiny' {
  const { length } = text;
  if (length <= 40) return 'huge';
  if (length <= 110) return 'large';
  if (length <= 220) return 'medium';
  return length <= 520 ? 'small' : 'tiny';
}
