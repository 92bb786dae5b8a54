import { apart, gaps, readAmount } from './amount-text.ts';
import { written } from './form-rules.ts';
import type { Mask } from './masked-text.ts';

/** What is said of a text that is no whole number. */
export const notWhole = 'Нужно целое число';

/** What is said of a number that is too small. */
export const notBelow = (least: number) => `Не меньше ${written(least)}`;

/** The sign before a number, and the rest. */
function signed(text: string): readonly [minus: string | undefined, digits: string] {
  const [, minus, digits = ''] = /^\s*([-−])?(.*)$/s.exec(text) ?? [];
  return [minus, digits];
}

/** A whole number; null: nothing is typed, NaN: something else. A sum may name its currency, a number may not. */
export function readWhole(text: string): number | null {
  const [minus, digits] = signed(text);
  const value = /[\p{L}\p{Sc}]/u.test(digits) ? Number.NaN : readAmount(digits);
  if (value === null) return minus === undefined ? null : Number.NaN;
  if (!Number.isInteger(value)) return Number.NaN;
  return minus === undefined || value === 0 ? value : -value;
}

/** A number with any decimals, of which a sign begins no group of three: `2,500` is two and a half; null and NaN as above. */
export function readDecimal(text: string): number | null {
  const [minus, digits] = signed(text);
  const signs = digits.replace(gaps, '');
  if (signs === '') return minus === undefined ? null : Number.NaN;
  const value = /^\d+(?:[.,]\d+)?$/.test(signs) ? Number(signs.replace(',', '.')) : Number.NaN;
  return minus === undefined ? value : -value;
}

/** The field of a number with decimals: no groups, for three decimals would be taken for one. `33,3`, in English `33.3`. */
export const decimalMask: Mask = {
  meaningless: gaps,
  show: apart,
  english: {
    meaningless: gaps,
    show: apart,
    added: '',
    plain: (signs) => signs,
    from: (text) => text.replace(gaps, '').replace(',', '.'),
  },
};

/** Whether a number has at most two decimals. */
export const isInHundredths = (value: number) => Math.round(value * 100) / 100 === value;

/** What is said of a number with more. */
export const notInHundredths = 'Не более двух знаков после запятой';

/** A number as its field shows it: `33,3`. */
export const typedDecimal = (value: number) => String(value).replace('.', ',');
