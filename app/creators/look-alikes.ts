import { withoutNothing } from '#base/text/clean-text.ts';

// Small letters of Greek do not look like the capital ones, so capitals have a line of their own.
const greekCapitals: Readonly<Record<string, string>> = {
  Α: 'a',
  Β: 'b',
  Ε: 'e',
  Ζ: 'z',
  Η: 'h',
  Ι: 'i',
  Κ: 'k',
  Μ: 'm',
  Ν: 'n',
  Ο: 'o',
  Π: 'п',
  Ρ: 'p',
  Τ: 't',
  Υ: 'y',
  Χ: 'x',
};

/** Letters of the three alphabets that look alike, and signs that are written for letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  и: 'i',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  π: 'п',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'y',
  χ: 'x',
  '0': 'o',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '!': 'i',
  '3': 'з',
  '@': 'a',
  $: 's',
};

/** A text without what makes no difference to a reader who does not look closely. */
export function skeletonOf(text: string): string {
  const letters = withoutNothing(text.normalize('NFKD')).replace(/[\p{M}'ʻʼ‘’`´]/gu, '');
  return [...letters]
    .map((sign) => greekCapitals[sign] ?? sign.toLowerCase())
    .map((sign) => lookAlikes[sign] ?? sign)
    .join('');
}
