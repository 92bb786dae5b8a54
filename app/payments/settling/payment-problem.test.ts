import { expect, it } from 'vitest';
import { problemOf } from './payment-problem.server.ts';
import type { PaymentRow } from './payments-store.server.ts';

const row: PaymentRow = {
  id: 'one',
  kind: 'donation',
  reference: 'the donation',
  system: 'gateway',
  providerId: 'theirs',
  amount: 500_000,
  currency: 'UZS',
  status: 'Created',
  expiresAt: new Date(),
  isWaiting: true,
  refusals: 0,
  refunded: 0,
};
const update = { amount: 500_000, reference: 'the donation' };

it('is null if the update fits the payment', () => {
  expect(problemOf(row, update)).toBeNull();
  expect(problemOf(row, { ...update, currency: undefined })).toBeNull();
  expect(problemOf(row, { ...update, currency: 'UZS' })).toBeNull();
});

it('names the difference', () => {
  expect(problemOf(row, { ...update, amount: 500_001 })).toBe('OtherAmount 500001 500000');
  expect(problemOf(row, { ...update, amount: 499_999 })).toBe('OtherAmount 499999 500000');
  expect(problemOf(row, { ...update, reference: 'another donation' })).toBe('OtherReference');
  expect(problemOf(row, { ...update, currency: 'KZT' })).toBe('OtherCurrency');
});
