import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { money } from '#base/calls/money-wire.ts';
import { add, formatAmount, fromMain, minor, negate, percentOf, subtract, times, toMain, zero } from './money.ts';

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(minor);

test('what is written in main units comes back as the same minor units', () => {
  fc.assert(fc.property(amounts, (amount) => fromMain(toMain(amount)) === amount));
});

test('the wire form holds at most two decimals, and both ways agree', () => {
  fc.assert(fc.property(amounts, (amount) => z.decode(money, z.encode(money, amount)) === amount));
  for (const wrong of [0.001, 10.005, Number.POSITIVE_INFINITY, Number.NaN, '5000', null, 2 ** 53]) {
    expect(money.safeParse(wrong).success, String(wrong)).toBe(false);
  }
  expect(z.decode(money, 0.1)).toBe(10);
  expect(z.decode(money, 19.99)).toBe(1999);
});

test('adding is not disturbed by order, and subtracting undoes it', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (a, b, c) => {
      expect(add(a, b, c)).toBe(add(c, a, b));
      expect(subtract(add(a, b), b)).toBe(a);
      expect(add(a, negate(a))).toBe(zero);
      expect(times(a, 3)).toBe(add(a, a, a));
    }),
  );
});

test('a share and the rest are the whole, and the share is off by at most half a minor unit', () => {
  const percents = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }).map(minor), percents, (amount, percent) => {
      const share = percentOf(amount, percent);
      expect(add(share, subtract(amount, share))).toBe(amount);
      const exact = (BigInt(amount) * BigInt(Math.round(percent * 100)) * 2n) / 10_000n;
      expect(BigInt(share) * 2n - exact).toBeGreaterThanOrEqual(-1n);
      expect(BigInt(share) * 2n - exact).toBeLessThanOrEqual(1n);
    }),
  );
  expect(percentOf(minor(1005), 10)).toBe(101);
});

test('the other side of nothing is nothing, not minus nothing', () => {
  expect(Object.is(negate(zero), 0)).toBe(true);
  expect(negate(minor(5))).toBe(-5);
  expect(negate(minor(-5))).toBe(5);
});

test('a fraction of a minor unit is no amount', () => {
  expect(() => minor(0.5)).toThrow(RangeError);
  expect(() => fromMain(1.005)).toThrow(RangeError);
});

test('sums for people: no currency sign, a zero fraction dropped, groups kept together', () => {
  expect(formatAmount(5000)).toBe('5\u00a0000');
  expect(formatAmount(1234567.5)).toBe('1\u00a0234\u00a0567,50');
  expect(formatAmount(0)).toBe('0');
  expect(formatAmount(-12.3)).toBe('−12,30');
  expect(formatAmount(12.001)).toBe('12');
  expect(formatAmount(12.999)).toBe('13');
  expect(formatAmount(102_090.91, 'uz')).toBe('102\u00a0090,91');
  expect(formatAmount(102_090.91, 'en')).toBe('102,090.91');
  expect(formatAmount(-5_000.5, 'en')).toBe('−5,000.50');
});
