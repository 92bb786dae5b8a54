import { expect, it } from 'vitest';
import { isOpen, nextPaymentStatuses, paymentStatuses, statusesBefore } from './payment-status.ts';

it('is one table that agrees with itself', () => {
  expect(Object.keys(nextPaymentStatuses).toSorted()).toEqual([...paymentStatuses].toSorted());
  expect(statusesBefore('Paid').toSorted()).toEqual(['AwaitingCode', 'Created', 'Expired', 'Failed']);
  expect(statusesBefore('Refunded')).toEqual(['Paid']);
  expect(statusesBefore('Created')).toEqual([]);
});

it('is open until the provider has spoken its final word', () => {
  expect(paymentStatuses.filter(isOpen)).toEqual(['Created', 'AwaitingCode']);
});
