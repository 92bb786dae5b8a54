import { z } from 'zod';
import { fromMain, hasAtMostTwoDecimals, isMinor, type Minor, toMain } from './money.ts';

/** Wire form of money (contract, section 1): a number of main units, at most 2 decimals; inside it is `Minor`. */
export const money = z.codec(
  z
    .number({ error: 'Укажите сумму числом' })
    .refine(hasAtMostTwoDecimals, { error: 'Укажите сумму не более чем с двумя знаками после запятой' })
    .meta({ description: 'Amount in main units of the currency, at most 2 decimals' }),
  z.custom<Minor>((value) => typeof value === 'number' && isMinor(value)),
  { decode: (main) => fromMain(main), encode: (amount) => toMain(amount) },
);
