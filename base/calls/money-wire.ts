import { z } from 'zod';
import { largestMain } from '#base/money/largest-main.ts';
import { fromMain, hasAtMostTwoDecimals, isMinor, type Minor, toMain } from '#base/money/money.ts';
import { sumMessages } from '#base/text/sum-fault.ts';

const beyondText = (main: unknown) =>
  typeof main === 'number' && main > 0 ? sumMessages.tooLarge : 'Слишком маленькая сумма';

const isEndless = (main: unknown) => main === Number.POSITIVE_INFINITY || main === Number.NEGATIVE_INFINITY;

/** Money on the wire (docs/rules.md#wire): a number of main units with at most 2 decimals, decoded to `Minor`. */
export const money = z.codec(
  z
    .number({ error: ({ input }) => (isEndless(input) ? beyondText(input) : 'Укажите сумму числом') })
    .refine((main) => Math.abs(main) <= largestMain, { error: ({ input }) => beyondText(input) })
    .refine(hasAtMostTwoDecimals, { error: 'Укажите сумму не более чем с двумя знаками после запятой' })
    .meta({ description: 'Amount in main units of the currency, at most 2 decimals' }),
  z.custom<Minor>((value) => typeof value === 'number' && isMinor(value)),
  { decode: (main) => fromMain(main), encode: (amount) => toMain(amount) },
);
