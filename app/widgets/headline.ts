/** A piece of an alert's headline. */
export interface HeadlinePart {
  readonly kind: 'text' | 'name' | 'amount';
  readonly text: string;
}

/** Fills a creator's template: `{name} — {amount}`. Unknown words in braces stay as they are. */
export function fillTemplate(template: string, values: { name: string; amount: string }): HeadlinePart[] {
  return template
    .split(/(\{name\}|\{amount\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece === '{name}') return { kind: 'name', text: values.name };
      if (piece === '{amount}') return { kind: 'amount', text: values.amount };
      return { kind: 'text', text: piece };
    });
}

/** A letter with its place in the whole headline, so that letters can come one after the other. */
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

/** The words of a headline in letters as people see them: an emoji or an accented letter is one. */
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

/** How large a text may stand: the longer, the smaller, so that all of it fits. */
export function textSize(text: string): 'huge' | 'large' | 'medium' | 'small' | 'tiny' {
  const { length } = text;
  if (length <= 40) return 'huge';
  if (length <= 110) return 'large';
  if (length <= 220) return 'medium';
  return length <= 520 ? 'small' : 'tiny';
}
