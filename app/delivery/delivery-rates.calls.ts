import { z } from 'zod';
import { get, put } from '#base/calls/call.ts';
import { money } from '#base/calls/money-wire.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { ratesChanged } from './delivery-failures.ts';
import { deliveryWays, mostDays, mostPointRates, mostPrice } from './delivery-rates.ts';

const days = z.int().min(0).max(mostDays);

const price = money.refine((amount) => amount >= 0, { error: 'Цена не бывает меньше нуля' });

const freeFrom = money.refine((amount) => amount > 0, { error: 'Сумма должна быть больше нуля' });

const id = z.int().positive().max(2_147_483_647);

const place = { way: z.enum(deliveryWays), regionId: id.nullable() };

/** `freeFrom`: the sum of the items from which on it is free; `daysFrom`, `daysTo`: days after the order was placed. Sums in main units. */
const terms = { price: money, freeFrom: money.nullable(), daysFrom: z.int().nullable(), daysTo: z.int().nullable() };

/** What one way of delivery costs. `regionId` null: in all regions without a rate of their own. */
const rate = z.object({ ...place, regionName: z.string().nullable(), ...terms }).meta({ id: 'DeliveryRate' });

/** What delivery to one pickup point costs, whatever its region does. */
const pointRate = z
  .object({ pickupPointId: id, pickupPointName: z.string(), ...terms })
  .meta({ id: 'PickUpPointRate' });

/** `today`: the day in the country, from which days are counted. `version` changes with the rates. */
const rates = z.object({
  items: z.array(rate),
  points: z.array(pointRate),
  today: z.iso.date(),
  version: z.string(),
});

/** All rates on the wire. */
export type WireRates = z.input<typeof rates>;

const writtenTerms = {
  price: price.refine((amount) => amount <= mostPrice * 100, {
    error: formMessages.notAbove(mostPrice),
  }),
  freeFrom: freeFrom.nullable(),
  daysFrom: days.nullable(),
  daysTo: days.nullable(),
};

interface Days {
  readonly daysFrom: number | null;
  readonly daysTo: number | null;
}

/** Refuses one day without the other, and a last day before the first. */
function refuseOddDays({ daysFrom, daysTo }: Days, context: z.core.$RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['daysTo'], message });
  if ((daysFrom === null) !== (daysTo === null)) refuse('Укажите оба срока или ни одного');
  else if (daysFrom !== null && daysTo !== null && daysFrom > daysTo) refuse('Этот срок раньше первого');
}

/** Refuses a place that a rate before has named, at its field. */
function once<Rate>(field: keyof Rate & string, placeOf: (rate: Rate) => string) {
  return (rates: readonly Rate[], context: z.core.$RefinementCtx): void => {
    const named = new Set<string>();
    for (const [at, one] of rates.entries()) {
      const place = placeOf(one);
      if (named.has(place)) context.addIssue({ code: 'custom', path: [at, field], message: 'Место указано дважды' });
      named.add(place);
    }
  };
}

const writtenRate = z.strictObject({ ...place, ...writtenTerms }).superRefine(refuseOddDays);

const writtenPointRate = z.strictObject({ pickupPointId: id, ...writtenTerms }).superRefine(refuseOddDays);

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
   * Replaces all rates, those of pickup points too. `version`: of the rates that were read, 409 `RatesChanged` when others have changed them
   * since. 400 with the field at fault: a region or a point that is not the country's, or a place named twice. Answers the rates
   * (docs/rules.md#delivery-prices).
   */
  changeRates: put('Delivery/Rates', {
    summary: 'Change what delivery costs',
    access: 'moderator',
    body: z.strictObject({
      version: z.string().max(64),
      items: z
        .array(writtenRate)
        .max(200)
        .superRefine(once('regionId', ({ way, regionId }) => `${way} ${regionId}`)),
      points: z
        .array(writtenPointRate)
        .max(mostPointRates, { error: `Своя цена может быть не больше чем у ${mostPointRates} пунктов` })
        .superRefine(once('pickupPointId', ({ pickupPointId }) => String(pickupPointId))),
    }),
    answer: rates,
    errors: [ratesChanged],
    audited: true,
  }),
};
