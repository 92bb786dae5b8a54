import { expect, it } from 'vitest';
import { minor } from '#base/money/money.ts';
import { parseSum, sumText } from './click-amount.ts';

it('reads sums with at most two decimals exactly', () => {
  for (const [text, amount] of [
    ['5000', 500_000],
    ['5000.0', 500_000],
    ['5000.10', 500_010],
    ['0.01', 1],
    ['999999999999.99', 99_999_999_999_999],
  ] as const) {
    expect(parseSum(text), text).toBe(amount);
  }
});

it('reads no other way to write a number', () => {
  const others = ['1e3', '+5000', '-1', '5000.001', '05000', '5 000', '5000,00', '.5', '5000.', '', '0x10', '٥', '５'];
  for (const text of [...others, ' 5000', '5000\n', 'Infinity', '1000000000000'])
    expect(parseSum(text), text).toBeNull();
});

it('writes sums as the page wants them', () => {
  expect([1, 10, 500_000].map((amount) => sumText(minor(amount)))).toEqual(['0.01', '0.10', '5000.00']);
});
