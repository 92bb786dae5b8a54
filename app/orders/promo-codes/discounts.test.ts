import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberDiscountOf, mostPercent } from '#app/merch/member-price.ts';
import { add, minor, times } from '#base/money/money.ts';
import { type CodeTerms, discountsOf } from './discounts.ts';
import { divide } from './divide.ts';

const line = fc.record({
  sellerId: fc.constantFrom('first', 'second', 'third'),
  price: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9_000_000_000 })).map(minor),
  quantity: fc.integer({ min: 1, max: 99 }),
  memberPercent: fc.constantFrom(0, 0, 1, 15, 90),
});
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const sum = fc.integer({ min: 1, max: 90_000_000_000 }).map(minor);
const base = {
  sellerId: fc.constantFrom(null, 'first', 'second'),
  minTotal: fc.integer({ min: 0, max: 500_000 }).map(minor),
};
const terms: fc.Arbitrary<CodeTerms> = fc.oneof(
  fc.record({ ...base, percent: fc.integer({ min: 1, max: mostPercent }), amount: fc.constant(null) }),
  fc.record({ ...base, percent: fc.constant(null), amount: sum }),
);

test('an amount is divided without loss, by the weights, and no part exceeds its weight', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 9_000_000_000 }).map(minor), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
      const whole = add(...given);
      const amount = minor(Math.floor(whole * share));
      const parts = divide(amount, given);
      expect(add(...parts)).toBe(amount);
      for (const [at, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(given[at] ?? 0);
        expect(Math.abs(part - (whole === 0 ? 0 : amount * ((given[at] ?? 0) / whole)))).toBeLessThanOrEqual(1.001);
      }
    }),
  );
});

test('a discount is at most what was promised, with what a member gets leaves every piece a price, and touches only the lines of the code', () => {
  fc.assert(
    fc.property(lines, terms, (sold, code) => {
      const off = discountsOf(sold, code);
      const own = sold.filter(({ sellerId }) => code.sellerId === null || code.sellerId === sellerId);
      const price = add(...own.map((one) => minor(times(one.price, one.quantity) - memberDiscountOf(one))));
      const taken = add(...off);
      expect(taken).toBeLessThanOrEqual(code.amount ?? Math.ceil((price * (code.percent ?? 0)) / 100));
      for (const [at, one] of sold.entries()) {
        expect(off[at]).toBeGreaterThanOrEqual(0);
        const whole = times(one.price, one.quantity);
        const all = memberDiscountOf(one) + (off[at] ?? 0);
        expect(memberDiscountOf(one)).toBeLessThanOrEqual(Math.ceil((whole * one.memberPercent) / 100));
        expect(all).toBeLessThanOrEqual((one.price - 1) * one.quantity);
        expect(all).toBeLessThanOrEqual(Math.ceil((whole * mostPercent) / 100));
        if (!own.includes(one)) expect(off[at]).toBe(0);
      }
      if (price < code.minTotal) expect(taken).toBe(0);
    }),
  );
});

test('a percentage and a sum are taken off exactly where prices are ordinary', () => {
  const sold = [
    { sellerId: 'first', price: minor(3_333_300), quantity: 1, memberPercent: 0 },
    { sellerId: 'second', price: minor(10_000_000), quantity: 2, memberPercent: 0 },
  ];
  const code = { percent: 10, amount: null, sellerId: null, minTotal: minor(0) };
  expect(add(...discountsOf(sold, code))).toBe(2_333_330);
  expect(add(...discountsOf(sold, { ...code, percent: null, amount: minor(1_000_001) }))).toBe(1_000_001);
  expect(discountsOf(sold, { ...code, sellerId: 'first' })).toEqual([333_330, 0]);
  expect(discountsOf(sold, { ...code, minTotal: minor(23_333_301) })).toEqual([0, 0]);
  expect(add(...discountsOf(sold, { ...code, percent: null, amount: minor(99_000_000) }))).toBe(21_000_000 - 30);
});

test('a code is taken off what a member pays, and its least sum is that of what he pays', () => {
  const sold = [
    { sellerId: 'first', price: minor(10_000_000), quantity: 1, memberPercent: 20 },
    { sellerId: 'second', price: minor(2_000_000), quantity: 1, memberPercent: 0 },
  ];
  const code = { percent: 10, amount: null, sellerId: null, minTotal: minor(10_000_000) };
  expect(sold.map(memberDiscountOf)).toEqual([2_000_000, 0]);
  expect(discountsOf(sold, code)).toEqual([795_455, 204_545]);
  expect(discountsOf(sold, { ...code, minTotal: minor(10_000_001) })).toEqual([0, 0]);
  const whole = { ...code, percent: null, amount: minor(99_000_000), minTotal: minor(0) };
  expect(discountsOf(sold, whole)).toEqual([7_000_000, 1_800_000]);
});
