import { fromMain } from '#base/money/money.ts';
import type { WireRates } from './delivery-rates.calls.ts';
import type { DeliveryRate } from './delivery-rates.ts';

const noPoint = { pickupPointId: null, pickupPointName: null };

const noRegion = { way: 'pickUp', regionId: null, regionName: null } as const;

/** All rates of an answer, amounts in main units: those of ways and regions, then those of pickup points. */
export function wireRatesOf({ items, points }: Pick<WireRates, 'items' | 'points'>) {
  return [...items.map((rate) => ({ ...noPoint, ...rate })), ...points.map((rate) => ({ ...noRegion, ...rate }))];
}

/** The same with amounts in minor units. */
export function ratesOf(answer: Pick<WireRates, 'items' | 'points'>): DeliveryRate[] {
  return wireRatesOf(answer).map(({ price, freeFrom, ...rate }) => ({
    ...rate,
    price: fromMain(price),
    freeFrom: freeFrom === null ? null : fromMain(freeFrom),
  }));
}
