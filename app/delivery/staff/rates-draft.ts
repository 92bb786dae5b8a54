import { largestMain } from '#base/money/largest-main.ts';
import { readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { notBelow, readWhole } from '#base/text/number-text.ts';
import { sumMessages } from '#base/text/sum-fault.ts';
import type { WireRates } from '../delivery-rates.calls.ts';
import { type DeliveryRate, deliveryWays, mostDays, mostPrice } from '../delivery-rates.ts';
import { wireRatesOf } from '../rates-of-answer.ts';

const sums = ['price', 'freeFrom'] as const;

const days = ['daysFrom', 'daysTo'] as const;

const fieldNames = [...sums, ...days];

export type RateField = (typeof sums)[number] | (typeof days)[number];

/** What a rate is for: a way, and one of its regions or pickup points; neither: the default of the way. */
export type RatePlace = Pick<DeliveryRate, 'way' | 'regionId' | 'pickupPointId' | 'pickupPointName'>;

/** A rate as field texts. */
export interface RateDraft extends RatePlace, Readonly<Record<RateField, string>> {}

const sumText = (sum: number | null) => (sum === null ? '' : typedAmount(sum));

const daysText = (count: number | null) => (count === null ? '' : String(count));

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
    price: sumText(price),
    freeFrom: sumText(freeFrom),
    daysFrom: daysText(daysFrom),
    daysTo: daysText(daysTo),
  }));
  return deliveryWays.flatMap((way) => {
    const own = given.filter((one) => one.way === way);
    if (own.some(isDefault)) return own;
    return [newRate({ way, regionId: null, pickupPointId: null, pickupPointName: null }), ...own];
  });
}

const placeOf = ({ way, regionId, pickupPointId }: RatePlace) => `${way} ${regionId} ${pickupPointId}`;

const rateAt = (drafts: readonly RateDraft[], place: RatePlace) =>
  drafts.find((one) => placeOf(one) === placeOf(place));

const isSame = (one: RateDraft, other: RateDraft) => fieldNames.every((name) => one[name] === other[name]);

/** The rates as they are `now`, with all that was typed, added and removed here since they were `read`. */
export function keepTyped(
  typed: readonly RateDraft[],
  read: readonly RateDraft[],
  now: readonly RateDraft[],
): readonly RateDraft[] {
  const kept = now.flatMap((rate) => {
    const own = rateAt(typed, rate);
    const before = rateAt(read, rate);
    if (own === undefined) return before === undefined ? [rate] : [];
    const changed = fieldNames.filter((name) => own[name] !== before?.[name]);
    return [{ ...rate, ...Object.fromEntries(changed.map((name) => [name, own[name]])) }];
  });
  const others = typed.filter((own) => {
    const before = rateAt(read, own);
    return rateAt(now, own) === undefined && (before === undefined || !isSame(own, before));
  });
  return [...kept, ...others];
}

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
    const { price, freeFrom, daysFrom, daysTo } = termsOf(draft);
    if (price === null) faults[`${path}.price`] = formMessages.required;
    else if (price > mostPrice) faults[`${path}.price`] = formMessages.notAbove(mostPrice);
    if (freeFrom === 0) faults[`${path}.freeFrom`] = 'Сумма должна быть больше нуля';
    else if (freeFrom !== null && freeFrom > largestMain) faults[`${path}.freeFrom`] = sumMessages.tooLarge;
    if ((daysFrom === null) !== (daysTo === null)) faults[`${path}.daysTo`] = 'Укажите оба срока или ни одного';
    if (daysFrom !== null && daysTo !== null && daysFrom > daysTo)
      faults[`${path}.daysTo`] = 'Этот срок раньше первого';
    for (const name of sums) {
      if (Number.isNaN(readAmount(draft[name]))) faults[`${path}.${name}`] = 'Введите сумму числом';
    }
    for (const name of days) {
      const count = readWhole(draft[name]) ?? 0;
      if (Number.isNaN(count)) faults[`${path}.${name}`] = 'Введите число дней';
      else if (count < 0) faults[`${path}.${name}`] = notBelow(0);
      else if (count > mostDays) faults[`${path}.${name}`] = formMessages.notAbove(mostDays);
    }
  }
  return faults;
}

/** Null: nothing is typed; NaN: something else than a number. */
function termsOf({ price, freeFrom, daysFrom, daysTo }: RateDraft) {
  return {
    price: readAmount(price),
    freeFrom: readAmount(freeFrom),
    daysFrom: readWhole(daysFrom),
    daysTo: readWhole(daysTo),
  };
}

/** The rates to send. */
export function bodyOf(drafts: readonly RateDraft[]) {
  const sent = drafts.map((draft) => {
    const { price, ...terms } = termsOf(draft);
    return { ...draft, ...terms, price: price ?? Number.NaN };
  });
  return {
    items: sent.flatMap(({ way, regionId, pickupPointId, pickupPointName, ...terms }) =>
      pickupPointId === null ? [{ way, regionId, ...terms }] : [],
    ),
    points: sent.flatMap(({ way, regionId, pickupPointId, pickupPointName, ...terms }) =>
      pickupPointId === null ? [] : [{ pickupPointId, ...terms }],
    ),
  };
}
