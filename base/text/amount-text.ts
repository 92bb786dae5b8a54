import type { Mask } from './masked-text.ts';

/** What means nothing in a number. */
export const gaps = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Words behind a number stand apart from it: the spaces with which they were typed are left out. */
export const apart = (signs: string) => signs.replace(/\d(?=[\p{L}\p{Sc}]\D*$)/u, '$&\u00a0');

const grouped = (signs: string, by: string) =>
  apart(signs).replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, by));

/**
 * The field of a sum, grouped in threes as sums are shown everywhere: `10 000`, `10,000` in English. A comma that was typed there may be a
 * decimal one, so no second kind of comma stands beside it.
 */
export const amountMask: Mask = {
  meaningless: gaps,
  show: (signs) => grouped(signs, '\u00a0'),
  english: {
    meaningless: gaps,
    show: (signs) => grouped(signs, /^[1-9]\d*(?:\.\d*)?$/.test(signs) ? ',' : '\u00a0'),
    added: ',',
    plain: (signs) => (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(signs) ? signs.replaceAll(',', '') : signs),
    from: (text) => text.replace(gaps, '').replace(/^(\d+),(?=\d\d?$)/, '$1.'),
  },
};

/** A sum as its field shows it. */
export function groupAmount(text: string): string {
  return amountMask.show(text.replace(gaps, ''));
}

/** A sum in main units as its field shows it: `10 000,50`. */
export function typedAmount(amount: number): string {
  return groupAmount(amount.toFixed(2).replace('.', ',').replace(',00', ''));
}

/** A pasted sum may name its currency. */
const currency = /(?:сум|сўм|so[ʻ‘’'`]?m|uzs|тенге|₸|kzt)$/iu;

/** Digits with at most two decimals, the second in groups of three: `10000,50`, `10.000,50`. */
const ways = [
  /^(?<whole>\d+)(?:[.,](?<part>\d{0,2}))?$/,
  /^(?<whole>[1-9]\d{0,2}(?<sign>[.,'’])\d{3}(?:\k<sign>\d{3})*)(?:(?!\k<sign>)[.,](?<part>\d{0,2}))?$/,
];

/** The sum in main units; null for an empty field, NaN for a text that is no sum. */
export function readAmount(text: string): number | null {
  const signs = text.replace(gaps, '');
  if (signs === '') return null;
  for (const way of ways) {
    const { whole, part = '' } = way.exec(signs.replace(currency, ''))?.groups ?? {};
    if (whole !== undefined) return Number(`${whole.replace(/\D/g, '')}.${part}`);
  }
  return Number.NaN;
}
