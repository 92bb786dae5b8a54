import { fromMain } from '#base/money/money.ts';
import type { WireRates } from './delivery-rates.calls.ts';
import type { DeliveryRate } from './delivery-rates.ts';

/** The rates of an answer with amounts in minor units. */
export function ratesOf({ items }: Pick<WireRates, 'items'>): DeliveryRate[] {
  return items.map(({ price, freeFrom, ...rate }) => ({
    ...rate,
    price: fromMain(price),
    freeFrom: freeFrom === null ? null : fromMain(freeFrom),
  }));
}
