import { expect, it } from 'vitest';
import { isOpen, nextPaymentStatuses, paymentStatuses, statusesBefore } from './payment-status.ts';

it('has one consistent table of transitions', () => {
  expect(Object.keys(nextPaymentStatuses).toSorted()).toEqual([...paymentStatuses].toSorted());
  expect(statusesBefore('Paid').toSorted()).toEqual(['AwaitingCode', 'Created', 'Expired', 'Failed']);
  expect(statusesBefore('Refunded')).toEqual(['Paid']);
  expect(statusesBefore('Created')).toEqual([]);
});

it('is open until the provider’s status is final', () => {
  expect(paymentStatuses.filter(isOpen)).toEqual(['Created', 'AwaitingCode']);
});
