import { type Minor, zero } from '#base/money/money.ts';
import { dayAfter } from '#base/text/days.ts';

/** A way of delivery. */
export const deliveryWays = ['pickUp', 'address'] as const;

export type DeliveryWay = (typeof deliveryWays)[number];

/** How many pickup points may have a rate of their own. */
export const mostPointRates = 200;

/** The highest price, in main units. */
export const mostPrice = 1_000_000_000;

/** The latest day of a delivery, after the order was placed. */
export const mostDays = 365;

/** What one way of delivery costs and how long it takes: to one pickup point, in one region, or by default. Amounts in minor units. */
export interface DeliveryRate {
  readonly way: DeliveryWay;
  /** Null: all regions without a rate of their own, or one pickup point. */
  readonly regionId: number | null;
  readonly regionName: string | null;
  /** Null: all points without a rate of their own. */
  readonly pickupPointId: number | null;
  readonly pickupPointName: string | null;
  readonly price: Minor;
  /** From this sum of the items on it is free; null: never. */
  readonly freeFrom: Minor | null;
  /** Days after the order was placed; null: no day is promised. */
  readonly daysFrom: number | null;
  readonly daysTo: number | null;
}

/** Where an order is delivered to; `regionId`: of the pickup point. */
export type DeliveryPlace =
  | { readonly way: 'pickUp'; readonly pickupPointId: number; readonly regionId: number | null }
  | { readonly way: 'address'; readonly address: string };

/** What a delivery costs, and the days in which it is expected (`2026-11-28`). */
export interface DeliveryQuote {
  readonly price: Minor;
  readonly from: string | null;
  readonly to: string | null;
}

export const freeDelivery: DeliveryQuote = { price: zero, from: null, to: null };

/** The rate of a place: the pickup point's own, else that of its region, else the default one; null where none was set. */
export function rateOf(rates: readonly DeliveryRate[], place: DeliveryPlace): DeliveryRate | null {
  const ofWay = rates.filter(({ way }) => way === place.way);
  const own = place.way === 'address' ? ofAddress(ofWay, place.address) : ofPoint(ofWay, place);
  return own ?? ofWay.find(({ regionId, pickupPointId }) => regionId === null && pickupPointId === null) ?? null;
}

function ofAddress(rates: readonly DeliveryRate[], address: string): DeliveryRate | null {
  const named = rates.flatMap((rate) => (rate.regionName === null ? [] : [{ rate, name: rate.regionName }]));
  return regionIn(address, named)?.rate ?? null;
}

type Point = Extract<DeliveryPlace, { readonly way: 'pickUp' }>;

function ofPoint(rates: readonly DeliveryRate[], point: Point): DeliveryRate | undefined {
  return (
    rates.find(({ pickupPointId }) => pickupPointId === point.pickupPointId) ??
    rates.find(({ regionId }) => regionId !== null && regionId === point.regionId)
  );
}

/** The price and the expected days of a delivery (docs/rules.md#delivery-prices); `items`: what the items cost. */
export function quoteOf(
  rates: readonly DeliveryRate[],
  place: DeliveryPlace,
  { items, today }: { readonly items: Minor; readonly today: string },
): DeliveryQuote {
  const rate = rateOf(rates, place);
  if (rate === null) return freeDelivery;
  const { price, freeFrom, daysFrom, daysTo } = rate;
  const day = (days: number | null) => (days === null ? null : dayAfter(today, days));
  return { price: freeFrom !== null && items >= freeFrom ? zero : price, from: day(daysFrom), to: day(daysTo) };
}

interface NamedRegion {
  readonly name: string;
}

/** The region named as a part of an address, or null. */
export function regionIn<Region extends NamedRegion>(address: string, regions: readonly Region[]): Region | null {
  const words = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^город\s+/, '');
  const parts = address.split(',').map(words);
  return regions.find(({ name }) => parts.includes(words(name))) ?? null;
}
