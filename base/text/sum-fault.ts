import { largestMain } from '../money/largest-main.ts';
import { readAmount } from './amount-text.ts';
import { formMessages } from './form-rules.ts';

/** Faults of a sum, as forms and the server say them. */
export const sumMessages = {
  positive: formMessages.above(0),
  tooLarge: 'Слишком большая сумма',
} as const;

/** What is wrong with a typed sum that has no limits of its own; null: nothing. */
export function sumFault(text: string): string | null {
  const sum = readAmount(text);
  if (sum === null) return formMessages.required;
  if (Number.isNaN(sum)) return formMessages.amount;
  if (sum <= 0) return sumMessages.positive;
  return sum <= largestMain ? null : sumMessages.tooLarge;
}
