import { hasAtMostTwoDecimals } from '#base/money/money.ts';
import { formMessages } from '#base/text/form-rules.ts';
import type { WireRate } from '../delivery-rates.calls.ts';
import { type DeliveryWay, deliveryWays } from '../delivery-rates.ts';

const sums = ['price', 'freeFrom'] as const;

const days = ['daysFrom', 'daysTo'] as const;

export type RateField = (typeof sums)[number] | (typeof days)[number];

/** A rate as field texts. */
export interface RateDraft extends Readonly<Record<RateField, string>> {
  readonly way: DeliveryWay;
  /** Null: the default of the way. */
  readonly regionId: number | null;
}

const textOf = (number: number | null) => (number === null ? '' : String(number).replace('.', ','));

/** A rate that nobody has set yet. */
export function newRate(way: DeliveryWay, regionId: number | null): RateDraft {
  return { way, regionId, price: regionId === null ? '0' : '', freeFrom: '', daysFrom: '', daysTo: '' };
}

/** The texts of the rates, with a default of each way. */
export function draftsOf(rates: readonly WireRate[]): readonly RateDraft[] {
  const given = rates.map(({ way, regionId, price, freeFrom, daysFrom, daysTo }) => ({
    way,
    regionId,
    price: textOf(price),
    freeFrom: textOf(freeFrom),
    daysFrom: textOf(daysFrom),
    daysTo: textOf(daysTo),
  }));
  return deliveryWays.flatMap((way) => {
    const own = given.filter((one) => one.way === way);
    return own.some(({ regionId }) => regionId === null) ? own : [newRate(way, null), ...own];
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
  return drafts.map(({ way, regionId, price, freeFrom, daysFrom, daysTo }) => ({
    way,
    regionId,
    price: numberIn(price),
    freeFrom: optional(freeFrom),
    daysFrom: optional(daysFrom),
    daysTo: optional(daysTo),
  }));
}
