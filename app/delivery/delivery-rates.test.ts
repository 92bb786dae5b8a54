import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryOf } from '#app/country.ts';
import { minor, zero } from '#base/money/money.ts';
import { type DeliveryRate, freeDelivery, quoteOf, rateOf, regionIn } from './delivery-rates.ts';

const { regions } = countryOf('uz');

test('the region of an address is found in every form of the suggestions', () => {
  const idOf = (address: string) => regionIn(address, regions)?.id ?? null;
  expect(idOf('Узбекистан, Ташкент, улица Навои, 15')).toBe(1);
  expect(idOf('Узбекистан, Ташкентская область, Чирчик')).toBe(2);
  expect(idOf('Республика Каракалпакстан, Нукус')).toBe(14);
  expect(idOf('Где-то на Ташкентском море')).toBeNull();
});

const rate = (change: Partial<DeliveryRate>): DeliveryRate => ({
  way: 'pickUp',
  regionId: null,
  regionName: null,
  pickupPointId: null,
  pickupPointName: null,
  price: minor(1_500_000),
  freeFrom: null,
  daysFrom: null,
  daysTo: null,
  ...change,
});

const tashkent = { regionId: 1, regionName: 'город Ташкент' };
const asked = { items: minor(10_000_000), today: '2026-11-27' };

test('a region has its own rate, all others the default one of the way', () => {
  const rates = [
    rate({}),
    rate({ ...tashkent, price: zero, daysFrom: 1, daysTo: 4 }),
    rate({ way: 'address', price: minor(7) }),
  ];
  const quote = (place: Parameters<typeof quoteOf>[1]) => quoteOf(rates, place, asked);
  expect(quote({ way: 'pickUp', pickupPointId: 5, regionId: 1 })).toEqual({
    price: 0,
    from: '2026-11-28',
    to: '2026-12-01',
  });
  expect(quote({ way: 'pickUp', pickupPointId: 5, regionId: 3 })).toEqual({ price: 1_500_000, from: null, to: null });
  expect(quote({ way: 'pickUp', pickupPointId: 5, regionId: null }).price).toBe(1_500_000);
  expect(quote({ way: 'address', address: 'Ташкент, улица Навои, 12' }).price).toBe(7);
  expect(quoteOf([], { way: 'pickUp', pickupPointId: 5, regionId: 1 }, asked)).toEqual(freeDelivery);
});

test('an address gets the rate of the region that it names', () => {
  const rates = [rate({ way: 'address' }), rate({ way: 'address', ...tashkent, price: minor(500) })];
  const priceTo = (address: string) => quoteOf(rates, { way: 'address', address }, asked).price;
  expect(priceTo('Ташкент, улица Навои, 12')).toBe(500);
  expect(priceTo('Самарканд, Ташкентская улица, 1')).toBe(1_500_000);
});

test('a pickup point has its own rate, else that of its region, else the default one, in whatever order they stand', () => {
  const pointId = 5;
  const own = rate({ pickupPointId: pointId, pickupPointName: 'Чорсу', price: minor(1) });
  const ofRegion = rate({ ...tashkent, price: minor(2) });
  const byDefault = rate({ price: minor(3) });
  const others = [
    rate({ pickupPointId: 6, pickupPointName: 'Регистан', price: minor(4) }),
    rate({ regionId: 9, regionName: 'Самаркандская область', price: minor(5) }),
    rate({ way: 'address', price: minor(6) }),
    rate({ way: 'address', ...tashkent, price: minor(7) }),
  ];
  const set = fc.record({ hasOwn: fc.boolean(), hasRegion: fc.boolean(), hasDefault: fc.boolean() });
  const order = fc.shuffledSubarray([own, ofRegion, byDefault, ...others], { minLength: 7 });
  fc.assert(
    fc.property(set, order, ({ hasOwn, hasRegion, hasDefault }, shuffled) => {
      const left = new Set([
        ...(hasOwn ? [own] : []),
        ...(hasRegion ? [ofRegion] : []),
        ...(hasDefault ? [byDefault] : []),
      ]);
      const rates = shuffled.filter((one) => left.has(one) || others.includes(one));
      const [expected = null] = left;
      expect(rateOf(rates, { way: 'pickUp', pickupPointId: pointId, regionId: 1 })).toBe(expected);
    }),
  );
});

test('an address has never the rate of a pickup point', () => {
  const rates = [rate({ pickupPointId: 5, pickupPointName: 'Ташкент' }), rate({ way: 'address', price: minor(6) })];
  expect(quoteOf(rates, { way: 'address', address: 'Ташкент, улица Навои, 12' }, asked).price).toBe(6);
});

test('delivery costs its price below the sum from which on it is free, and nothing from there on', () => {
  const sum = fc.integer({ min: 1, max: 1_000_000_000 }).map(minor);
  fc.assert(
    fc.property(sum, sum, sum, (price, freeFrom, items) => {
      const quoted = quoteOf(
        [rate({ price, freeFrom })],
        { way: 'pickUp', pickupPointId: 5, regionId: 1 },
        { ...asked, items },
      );
      expect(quoted.price).toBe(items >= freeFrom ? 0 : price);
    }),
  );
});
