import type { Mask } from './masked-text.ts';

/** The field of a sum: `10 000`, grouped in threes by non-breaking spaces, as sums are shown everywhere. */
export const amountMask: Mask = {
  meaningless: /[\s\p{Default_Ignorable_Code_Point}]/gu,
  show: (signs) => signs.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, '\u00a0')),
};

/** A sum as its field shows it. */
export function groupAmount(text: string): string {
  return amountMask.show(text.replace(amountMask.meaningless, ''));
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
  const signs = text.replace(amountMask.meaningless, '');
  if (signs === '') return null;
  for (const way of ways) {
    const { whole, part = '' } = way.exec(signs.replace(currency, ''))?.groups ?? {};
    if (whole !== undefined) return Number(`${whole.replace(/\D/g, '')}.${part}`);
  }
  return Number.NaN;
}
