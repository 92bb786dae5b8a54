import { hasAtMostTwoDecimals } from '#base/money/money.ts';
import { formMessages } from '#base/text/form-rules.ts';
import type { WireRates } from '../delivery-rates.calls.ts';
import { type DeliveryRate, deliveryWays } from '../delivery-rates.ts';
import { wireRatesOf } from '../rates-of-answer.ts';

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
export function draftsOf(rates: WireRates): readonly RateDraft[] {
  const given = wireRatesOf(rates).map(({ price, freeFrom, daysFrom, daysTo, regionName, ...place }) => ({
    ...place,
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

const isOfPoint = ({ pickupPointId }: RatePlace) => pickupPointId !== null;

/** Where a rate stands in what is sent, as the server names it: `items.0`, `points.2`. */
export function pathOf(drafts: readonly RateDraft[], at: number): string {
  const own = drafts[at];
  const isPoint = own !== undefined && isOfPoint(own);
  const before = drafts.slice(0, at).filter((draft) => isOfPoint(draft) === isPoint);
  return `${isPoint ? 'points' : 'items'}.${before.length}`;
}

/** The faults of the drafts, by the names that the server uses: `items.0.price`. */
export function faultsOf(drafts: readonly RateDraft[]): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [at, draft] of drafts.entries()) {
    const path = pathOf(drafts, at);
    if (draft.price.trim() === '') faults[`${path}.price`] = formMessages.required;
    for (const name of sums) {
      if (!hasAtMostTwoDecimals(numberIn(draft[name]))) faults[`${path}.${name}`] = 'Введите сумму числом';
    }
    for (const name of days) {
      if (!Number.isInteger(numberIn(draft[name]))) faults[`${path}.${name}`] = 'Введите число дней';
    }
  }
  return faults;
}

function termsOf({ price, freeFrom, daysFrom, daysTo }: RateDraft) {
  const optional = (text: string) => (text.trim() === '' ? null : numberIn(text));
  return {
    price: numberIn(price),
    freeFrom: optional(freeFrom),
    daysFrom: optional(daysFrom),
    daysTo: optional(daysTo),
  };
}

/** The rates to send. */
export function bodyOf(drafts: readonly RateDraft[]) {
  return {
    items: drafts
      .filter((draft) => !isOfPoint(draft))
      .map((draft) => ({ way: draft.way, regionId: draft.regionId, ...termsOf(draft) })),
    points: drafts.flatMap((draft) =>
      draft.pickupPointId === null ? [] : [{ pickupPointId: draft.pickupPointId, ...termsOf(draft) }],
    ),
  };
}
