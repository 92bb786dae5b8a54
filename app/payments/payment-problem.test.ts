import { expect, it } from 'vitest';
import { problemOf } from './payment-problem.server.ts';
import type { PaymentRow } from './payments-store.server.ts';

const row: PaymentRow = {
  ...{ id: 'one', kind: 'donation', reference: 'the gift', providerId: 'theirs', amount: 500_000, currency: 'UZS' },
  ...{ status: 'Created', expiresAt: new Date(), isWaiting: true, refusals: 0 },
};
const told = { amount: 500_000, reference: 'the gift' };

it('is nothing where all that was told fits', () => {
  expect(problemOf(row, told)).toBeNull();
  expect(problemOf(row, { ...told, currency: undefined })).toBeNull();
  expect(problemOf(row, { ...told, currency: 'UZS' })).toBeNull();
});

it('names what does not fit', () => {
  expect(problemOf(row, { ...told, amount: 500_001 })).toBe('amount: 500001 instead of 500000');
  expect(problemOf(row, { ...told, amount: 499_999 })).toBe('amount: 499999 instead of 500000');
  expect(problemOf(row, { ...told, reference: 'another gift' })).toBe('another reference');
  expect(problemOf(row, { ...told, currency: 'KZT' })).toBe('another currency');
});
