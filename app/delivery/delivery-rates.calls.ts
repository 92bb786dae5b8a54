import { z } from 'zod';
import { get, put } from '#base/calls/call.ts';
import { money } from '#base/calls/money-wire.ts';
import { ratesChanged } from './delivery-failures.ts';
import { deliveryWays } from './delivery-rates.ts';

const mostDays = 365;

const mostPrice = 1_000_000_000;

const days = z
  .int()
  .min(0)
  .max(mostDays, { error: `Значение не должно превышать ${mostDays}` });

const price = money.refine((amount) => amount >= 0, { error: 'Цена не бывает меньше нуля' });

const freeFrom = money.refine((amount) => amount > 0, { error: 'Сумма должна быть больше нуля' });

const place = { way: z.enum(deliveryWays), regionId: z.int().positive().max(2_147_483_647).nullable() };

/**
 * What one way of delivery costs. `regionId` null: in all regions without a rate of their own. `freeFrom`: the sum of the items from which on
 * it is free; `daysFrom`, `daysTo`: days after the order was placed. Sums in main units.
 */
const rate = z
  .object({
    ...place,
    regionName: z.string().nullable(),
    price: money,
    freeFrom: money.nullable(),
    daysFrom: z.int().nullable(),
    daysTo: z.int().nullable(),
  })
  .meta({ id: 'DeliveryRate' });

/** `today`: the day in the country, from which days are counted. `version` changes with the rates. */
const rates = z.object({ items: z.array(rate), today: z.iso.date(), version: z.string() });

/** A rate on the wire. */
export type WireRate = z.input<typeof rate>;

/** All rates on the wire. */
export type WireRates = z.input<typeof rates>;

const writtenRate = z
  .strictObject({
    ...place,
    price: price.refine((amount) => amount <= mostPrice * 100, {
      error: `Значение не должно превышать ${mostPrice.toLocaleString('ru')}`,
    }),
    freeFrom: freeFrom.nullable(),
    daysFrom: days.nullable(),
    daysTo: days.nullable(),
  })
  .refine(({ daysFrom, daysTo }) => (daysFrom === null) === (daysTo === null), {
    error: 'Укажите оба срока или ни одного',
    path: ['daysTo'],
  })
  .refine(({ daysFrom, daysTo }) => daysFrom === null || daysTo === null || daysFrom <= daysTo, {
    error: 'Этот срок раньше первого',
    path: ['daysTo'],
  });

/** What delivery costs (docs/rules.md#delivery-prices). */
export const deliveryRatesCalls = {
  /** The prices and days of delivery; without any it is free and promises no day (docs/rules.md#delivery-prices). */
  rates: get('Delivery/Rates', {
    summary: 'What delivery costs and how long it takes',
    access: 'guest',
    answer: rates,
    errors: [],
  }),
  /**
   * Replaces all rates. `version`: of the rates that were read, 409 `RatesChanged` when others have changed them since. 400: a region that is
   * not the country's, or a place named twice. Answers the rates (docs/rules.md#delivery-prices).
   */
  changeRates: put('Delivery/Rates', {
    summary: 'Change what delivery costs',
    access: 'moderator',
    body: z.strictObject({
      version: z.string().max(64),
      items: z
        .array(writtenRate)
        .max(200)
        .refine((items) => new Set(items.map(({ way, regionId }) => `${way} ${regionId}`)).size === items.length, {
          error: 'Место указано дважды',
        }),
    }),
    answer: rates,
    errors: [ratesChanged],
    audited: true,
  }),
};
