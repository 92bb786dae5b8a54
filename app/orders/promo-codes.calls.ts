import { z } from 'zod';
import { mostPercent } from '#app/merch/member-price.ts';
import { get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { sentDay } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { codeUsesMost } from './order-limits.ts';
import { promoCodeOver, promoCodeSpent, promoCodeTaken, promoCodeUnknown } from './promo-codes/promo-code-failures.ts';
import { isCode, isPeriod, isShare, promoCodeFaults, promoCodeLimits } from './promo-codes/promo-code-rules.ts';

/** A code as it is typed; case makes no difference. */
export const promoCodeInput = z
  .string()
  .trim()
  .min(1, { error: 'Заполните поле' })
  .max(promoCodeLimits.code)
  .transform((code) => code.toUpperCase());

const percent = z.int().min(1, { error: 'Значение должно превышать 0' }).max(mostPercent);

const sum = money.refine((amount) => amount > 0, { error: 'Сумма должна быть больше нуля' });

const howMany = z.int().min(1, { error: 'Значение должно превышать 0' }).max(codeUsesMost);

const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);

/** What a code takes off: `percent` or `amount`, the other is null. `sellerId`: only things of this creator. Sums in main units. */
const terms = z.object({
  code: z.string(),
  percent: z.int().nullable(),
  amount: money.nullable(),
  sellerId: wireId.nullable(),
  minTotal: money,
});

/** The terms of a code on the wire. */
export type PromoCodeTerms = z.input<typeof terms>;

/**
 * A code as staff sees it. `from`, `until`: its first and last day in the country; `most`, `mostEach`: how many orders may use it, in all and of
 * one person; `used`: how many do, without cancelled ones.
 */
const promoCode = z
  .object({
    id,
    ...terms.omit({ sellerId: true }).shape,
    sellerUserName: z.string().nullable(),
    from: z.iso.date().nullable(),
    until: z.iso.date().nullable(),
    most: z.int().nullable(),
    mostEach: z.int().nullable(),
    used: z.int(),
    isActive: z.boolean(),
  })
  .meta({ id: 'PromoCode' });

/** A code as staff sees it, on the wire. */
export type PromoCode = z.input<typeof promoCode>;

/** The calls of promo codes (docs/rules.md#promo-codes). */
export const promoCodesCalls = {
  /**
   * What a code takes off now, for the caller. 404 `PromoCodeUnknown`: there is none, or it is switched off or not valid yet; 409 `PromoCodeOver`,
   * `PromoCodeSpent`; 429 after too many tries of a network (docs/rules.md#promo-codes). It is a POST to keep codes out of addresses.
   */
  checkPromoCode: post('Order/PromoCode', {
    summary: 'What a promo code takes off',
    access: 'guest',
    body: z.strictObject({ code: promoCodeInput }),
    answer: terms,
    errors: [promoCodeUnknown, promoCodeOver, promoCodeSpent, failures.tooManyRequests],
    transaction: 'own',
  }),
  /** All promo codes, the newest first (docs/rules.md#promo-codes). */
  promoCodes: get('Order/PromoCodes', {
    summary: 'Promo codes',
    access: 'moderator',
    query: z.object(paging(10)),
    answer: page(promoCode),
    errors: [],
  }),
  /**
   * Makes a code. Either `percent` or `amount`; 400: both or none, an unknown creator, a last day before the first, or more uses of one person
   * than of all. 409 `PromoCodeTaken` (docs/rules.md#promo-codes).
   */
  createPromoCode: post('Order/CreatePromoCode', {
    summary: 'Make a promo code',
    access: 'moderator',
    body: z
      .strictObject({
        code: promoCodeInput.refine(isCode, { error: promoCodeFaults.code }),
        percent: percent.nullable(),
        amount: sum.nullable(),
        sellerUserName: z.string().trim().min(1).max(promoCodeLimits.seller).nullable(),
        minTotal: money.refine((amount) => amount >= 0, { error: 'Сумма не бывает меньше нуля' }),
        from: sentDay.nullable(),
        until: sentDay.nullable(),
        most: howMany.nullable(),
        mostEach: howMany.nullable(),
      })
      .refine(({ percent: share, amount }) => (share === null) !== (amount === null), {
        error: 'Укажите процент или сумму',
        path: ['percent'],
      })
      .refine(({ from, until }) => isPeriod(from, until), { error: promoCodeFaults.until, path: ['until'] })
      .refine(({ most, mostEach }) => isShare(most, mostEach), { error: promoCodeFaults.mostEach, path: ['mostEach'] }),
    answer: promoCode,
    errors: [promoCodeTaken],
    audited: true,
  }),
  /** Switches a code on or off. Orders that have used it keep their price. 404 (docs/rules.md#promo-codes). */
  turnPromoCode: put('Order/PromoCodeState', {
    summary: 'Switch a promo code on or off',
    access: 'moderator',
    body: z.strictObject({ id, isActive: z.boolean() }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};
