import { expect, it } from 'vitest';
import { begun } from '../hosted/hosted-books.ts';
import { fiscalDataOf } from './payme-fiscal-data.ts';

const bill = { account: 'payment', amount: 100, returnUrl: 'http://127.0.0.1', language: 'ru' } as const;
const transaction = {
  ...begun('0123456789abcdef01234567', bill, Date.parse('2026-03-01T12:30:00+05:00')),
  cancelTime: Date.parse('2026-03-04T00:10:09+05:00'),
};

it('a receipt has the time in Tashkent of what it is about: of the payment, or of its refund', () => {
  const dateOf = (state: 'paid' | 'refunded') => fiscalDataOf({ ...transaction, state }).fiscal_data.date;
  expect(dateOf('paid')).toBe('20260301123000');
  expect(dateOf('refunded')).toBe('20260304001009');
});
