import { expect, it } from 'vitest';
import { amountOf, hasDayFirst, momentOf } from './line-values.ts';

it.each([
  ['500', 50_000],
  ['1 234,50', 123_450],
  ['1\u00a0234.5', 123_450],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['12,345', 1_234_500],
  ['0,5', 50],
  ['5.0000', 500],
  ['500000000', 50_000_000_000],
])('reads the sum %s', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

it.each(['', '-5', '0', '1e9', '=5+5', '1.234', '0,001', '5 USD', '500000001', '9'.repeat(400), 'NaN', '٥٠٠'])(
  'does not read %j as a sum',
  (text) => {
    expect(amountOf(text)).toBeNull();
  },
);

it.each([
  ['2024-05-06T07:08:09Z', false, '2024-05-06T07:08:09.000Z'],
  ['2024-05-06 07:08:09', false, '2024-05-06T07:08:09.000Z'],
  ['2024-05-06T07:08:09.123+05:00', false, '2024-05-06T02:08:09.000Z'],
  ['2024-05-06', false, '2024-05-06T00:00:00.000Z'],
  ['06.05.2024, 07:08', false, '2024-05-06T07:08:00.000Z'],
  ['05/06/2024 12:08 AM', false, '2024-05-06T00:08:00.000Z'],
  ['05/06/2024 07:08', true, '2024-06-05T07:08:00.000Z'],
])('reads the moment %s', (text, isDayFirst, iso) => {
  expect(momentOf(text, isDayFirst)?.toISOString()).toBe(iso);
});

it.each(['', 'вчера', '2024-02-30', '31.04.2024', '1999-01-01', '2999-01-01', '13/13/2024', '2024-05-06 07:08 lunch'])(
  'does not read %j as a moment',
  (text) => {
    expect(momentOf(text, false)).toBeNull();
  },
);

it('sees that a day stands first', () => {
  expect([hasDayFirst('25/12/2024'), hasDayFirst('12/25/2024'), hasDayFirst('2024-12-25')]).toEqual([
    true,
    false,
    false,
  ]);
});
