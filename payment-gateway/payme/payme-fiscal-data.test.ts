import { expect, it } from 'vitest';
import { fiscalDataOf } from './payme-fiscal-data.ts';

const id = '0123456789abcdef01234567';

it('a receipt has the time in Tashkent of what it is about: of the payment, or of its refund', () => {
  const dateOf = (type: 'PERFORM' | 'CANCEL', time: string) =>
    fiscalDataOf({ id, type, time: Date.parse(time) }).fiscal_data.date;
  expect(dateOf('PERFORM', '2026-03-01T12:30:00+05:00')).toBe('20260301123000');
  expect(dateOf('CANCEL', '2026-03-04T00:10:09+05:00')).toBe('20260304001009');
});
