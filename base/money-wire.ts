import { z } from 'zod';
import { fromMain, hasAtMostTwoDecimals, isMinor, type Minor, toMain } from './money.ts';

/** Beyond it minor units could not be counted one by one. */
const largestMain = Number.MAX_SAFE_INTEGER / 100;

const beyondText = (main: unknown) =>
  typeof main === 'number' && main > 0 ? 'Слишком большая сумма' : 'Слишком маленькая сумма';

const isEndless = (main: unknown) => main === Number.POSITIVE_INFINITY || main === Number.NEGATIVE_INFINITY;

/** Wire form of money (contract, section 1): a number of main units, at most 2 decimals; inside it is `Minor`. */
export const money = z.codec(
  z
    .number({ error: ({ input }) => (isEndless(input) ? beyondText(input) : 'Укажите сумму числом') })
    .refine((main) => Math.abs(main) <= largestMain, { error: ({ input }) => beyondText(input) })
    .refine(hasAtMostTwoDecimals, { error: 'Укажите сумму не более чем с двумя знаками после запятой' })
    .meta({ description: 'Amount in main units of the currency, at most 2 decimals' }),
  z.custom<Minor>((value) => typeof value === 'number' && isMinor(value)),
  { decode: (main) => fromMain(main), encode: (amount) => toMain(amount) },
);
