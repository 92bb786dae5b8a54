import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine, seenText } from '#base/calls/text-wire.ts';
import { mostDiscountPercent } from './levels/level-limits.ts';
import { membershipStates } from './membership-state.ts';

export const instant = z.iso.datetime();

export const membershipState = z.enum(membershipStates);

const discountRange = `Целое число от 0 до ${mostDiscountPercent}`;

const addressText = (written: string) =>
  /^\w+:/.test(written) ? 'Нужен полный адрес, как в строке браузера' : 'Добавьте https:// в начале';

/**
 * What a creator writes of a level. `amount` a month, in main units; `benefits`: what members get, a line each; `picture`: the name of an
 * uploaded picture of the type `Level`; `link`: an address that only members see; `discountPercent`: off the creator's merch.
 */
export const levelBody = z.strictObject({
  name: seenLine().min(1, { error: 'Назовите уровень' }).max(60),
  amount: money.refine((amount) => amount > 0, { error: 'Значение должно превышать 0' }),
  words: seenText().max(500).default(''),
  benefits: z
    .array(seenText().min(1, { error: 'Заполните поле' }).max(100))
    .max(8)
    .default([]),
  picture: z.string().max(100).nullable().default(null),
  link: z
    .url({
      protocol: /^https?$/,
      error: ({ code, input }) => (code === 'invalid_format' ? addressText(String(input)) : undefined),
    })
    .max(500)
    .nullable()
    .default(null),
  discountPercent: z
    .int({ error: discountRange })
    .min(0, { error: discountRange })
    .max(mostDiscountPercent, { error: discountRange })
    .default(0),
});

/** A level as everybody sees it. */
export const publicLevel = z.object({
  id: wireId,
  name: z.string(),
  amount: money,
  words: z.string(),
  benefits: z.array(z.string()),
  picture: z.string().nullable(),
  discountPercent: z.int(),
});

/** A level as its creator sees it. `members`: how many have it. */
export const ownLevel = publicLevel.extend({ link: z.string().nullable(), members: z.int() });

/** The saved card of a membership: `8600 06** **** 0106`, `MMYY`. */
export const savedCard = z.object({ mask: z.string(), expiry: z.string() });
