import { expect, it } from 'vitest';
import { minor } from '#base/money/money.ts';
import { donationFaults, settingsFaults } from '../donation-rules.ts';

const limits = { minAmount: 5_000, maxAmount: 100_000, messageMaxLength: 10, nameMaxLength: 5 };
const faultsOf = (amount: number, name: string | null = null, message: string | null = null) =>
  Object.keys(donationFaults({ amount: minor(amount), name, message }, limits));

it('accepts a donation within its limits, and names every member beyond them', () => {
  for (const amount of [500_000, 500_001, 10_000_000]) expect(faultsOf(amount, 'Пятеро'.slice(0, 5))).toEqual([]);
  expect([faultsOf(499_999), faultsOf(10_000_001), faultsOf(-500_000)]).toEqual([['amount'], ['amount'], ['amount']]);
  expect(faultsOf(1, 'Шестеро', 'Длинное слово')).toEqual(['amount', 'name', 'message']);
});

it('requires presets within the limits, and the limits in order', () => {
  const faults = (minAmount: number, maxAmount: number, presets: readonly number[]) =>
    settingsFaults({ minAmount: minor(minAmount), maxAmount: minor(maxAmount), presets: presets.map(minor) });
  expect(faults(500, 1_000, [500, 700, 1_000])).toEqual({});
  expect(faults(500, 500, [500])).toEqual({});
  expect(faults(500, 1_000, [])).toEqual({});
  expect(Object.keys(faults(501, 500, [500]))).toEqual(['maxAmount']);
  expect(faults(500_000, 1_000_000, [600_000, 499_999, 1_000_001])).toEqual({
    'presets.1': 'Минимальная сумма от 5 000',
  });
  expect(faults(500_000, 1_000_000, [1_000_001, 600_000])).toEqual({
    'presets.0': 'Значение не должно превышать 10 000',
  });
  expect(faults(500, 1_000, [500, 700, 500, 500])).toEqual({ 'presets.2': 'Такая сумма уже есть' });
});
