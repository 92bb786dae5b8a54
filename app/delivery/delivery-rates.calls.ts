import { z } from 'zod';
import { get, put } from '#base/calls/call.ts';
import { money } from '#base/calls/money-wire.ts';
import { ratesChanged } from './delivery-failures.ts';
import { deliveryWays, mostRates } from './delivery-rates.ts';

const mostDays = 365;

const mostPrice = 1_000_000_000;

const days = z
  .int()
  .min(0)
  .max(mostDays, { error: `Значение не должно превышать ${mostDays}` });

const price = money.refine((amount) => amount >= 0, { error: 'Цена не бывает меньше нуля' });

const freeFrom = money.refine((amount) => amount > 0, { error: 'Сумма должна быть больше нуля' });

const id = z.int().positive().max(2_147_483_647);

const place = { way: z.enum(deliveryWays), regionId: id.nullable(), pickupPointId: id.nullable() };

/**
 * What one way of delivery costs: to the pickup point `pickupPointId`, which goes before the rate of its region and has no `regionId`; in
 * the region `regionId`; or, if both are null, everywhere else. `freeFrom`: the sum of the items from which on it is free; `daysFrom`,
 * `daysTo`: days after the order was placed. Sums in main units.
 */
const rate = z
  .object({
    ...place,
    regionName: z.string().nullable(),
    pickupPointName: z.string().nullable(),
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
  })
  .refine(({ way, pickupPointId }) => way === 'pickUp' || pickupPointId === null, {
    error: 'Своя цена пункта бывает только у доставки до пункта',
    path: ['pickupPointId'],
  })
  .refine(({ regionId, pickupPointId }) => regionId === null || pickupPointId === null, {
    error: 'Укажите одно: регион или пункт',
    path: ['pickupPointId'],
  });

/** Refuses a place that an item before has named. */
function refuseTwice(items: readonly z.output<typeof writtenRate>[], context: z.core.$RefinementCtx): void {
  const named = new Set<string>();
  for (const [at, { way, regionId, pickupPointId }] of items.entries()) {
    const one = `${way} ${regionId} ${pickupPointId}`;
    const field = pickupPointId === null ? 'regionId' : 'pickupPointId';
    if (named.has(one)) context.addIssue({ code: 'custom', path: [at, field], message: 'Место указано дважды' });
    named.add(one);
  }
}

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
   * Replaces all rates, at most 200. `version`: of the rates that were read, 409 `RatesChanged` when others have changed them since. 400 with
   * the field at fault: a region or a pickup point that is not the country's, a point by address or beside a region, a place named twice.
   * Answers the rates (docs/rules.md#delivery-prices).
   */
  changeRates: put('Delivery/Rates', {
    summary: 'Change what delivery costs',
    access: 'moderator',
    body: z.strictObject({
      version: z.string().max(64),
      items: z
        .array(writtenRate)
        .max(mostRates, { error: `Цен доставки может быть не больше ${mostRates}` })
        .superRefine(refuseTwice),
    }),
    answer: rates,
    errors: [ratesChanged],
    audited: true,
  }),
};
