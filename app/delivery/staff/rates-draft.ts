import { hasAtMostTwoDecimals } from '#base/money/money.ts';
import { formMessages } from '#base/text/form-rules.ts';
import type { WireRate } from '../delivery-rates.calls.ts';
import { type DeliveryRate, deliveryWays } from '../delivery-rates.ts';

const sums = ['price', 'freeFrom'] as const;

const days = ['daysFrom', 'daysTo'] as const;

export type RateField = (typeof sums)[number] | (typeof days)[number];

/** What a rate is for: a way, and one of its regions or pickup points; neither: the default of the way. */
export type RatePlace = Pick<DeliveryRate, 'way' | 'regionId' | 'pickupPointId' | 'pickupPointName'>;

/** A rate as field texts. */
export interface RateDraft extends RatePlace, Readonly<Record<RateField, string>> {}

const textOf = (number: number | null) => (number === null ? '' : String(number).replace('.', ','));

/** Whether a rate is the default of its way. */
export const isDefault = ({ regionId, pickupPointId }: RatePlace) => regionId === null && pickupPointId === null;

/** A rate that nobody has set yet. */
export function newRate(place: RatePlace): RateDraft {
  return { ...place, price: isDefault(place) ? '0' : '', freeFrom: '', daysFrom: '', daysTo: '' };
}

/** The texts of the rates, with a default of each way. */
export function draftsOf(rates: readonly WireRate[]): readonly RateDraft[] {
  const given = rates.map(({ way, regionId, pickupPointId, pickupPointName, price, freeFrom, daysFrom, daysTo }) => ({
    way,
    regionId,
    pickupPointId,
    pickupPointName,
    price: textOf(price),
    freeFrom: textOf(freeFrom),
    daysFrom: textOf(daysFrom),
    daysTo: textOf(daysTo),
  }));
  return deliveryWays.flatMap((way) => {
    const own = given.filter((one) => one.way === way);
    if (own.some(isDefault)) return own;
    return [newRate({ way, regionId: null, pickupPointId: null, pickupPointName: null }), ...own];
  });
}

const numberIn = (text: string) => Number(text.replace(/\s/g, '').replace(',', '.'));

/** The faults of the drafts, by the names that the server uses: `items.0.price`. */
export function faultsOf(drafts: readonly RateDraft[]): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [at, draft] of drafts.entries()) {
    if (draft.price.trim() === '') faults[`items.${at}.price`] = formMessages.required;
    for (const name of sums) {
      if (!hasAtMostTwoDecimals(numberIn(draft[name]))) faults[`items.${at}.${name}`] = 'Введите сумму числом';
    }
    for (const name of days) {
      if (!Number.isInteger(numberIn(draft[name]))) faults[`items.${at}.${name}`] = 'Введите число дней';
    }
  }
  return faults;
}

/** The rates to send. */
export function bodyOf(drafts: readonly RateDraft[]) {
  const optional = (text: string) => (text.trim() === '' ? null : numberIn(text));
  return drafts.map(({ way, regionId, pickupPointId, price, freeFrom, daysFrom, daysTo }) => ({
    way,
    regionId,
    pickupPointId,
    price: numberIn(price),
    freeFrom: optional(freeFrom),
    daysFrom: optional(daysFrom),
    daysTo: optional(daysTo),
  }));
}
