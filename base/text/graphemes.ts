const segmenter = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** The signs of a text as people count them: a flag, a joined emoji and a letter with its marks are one. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first of them; undefined for an empty text. */
export function firstGrapheme(text: string): string | undefined {
  for (const { segment } of segmenter.segment(text)) return segment;
  return undefined;
}
