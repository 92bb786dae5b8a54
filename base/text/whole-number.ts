import { readAmount } from './amount-text.ts';

/** A whole number; null: nothing is typed, NaN: something else. */
export function readWhole(text: string): number | null {
  const value = readAmount(text);
  return value === null || Number.isInteger(value) ? value : Number.NaN;
}
