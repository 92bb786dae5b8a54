import { expect, test } from 'vitest';
import { minor } from '#base/money/money.ts';
import { donationLine } from '../../payment-lines.ts';
import { fiscalDetail } from './payme-fiscal.server.ts';

const item = { code: '10305008002000001', packageCode: '1501', unit: '', vat: 12 };
const shown = { code: item.code, package_code: '1501', vat_percent: 12 };
const order = { kind: 'order', amount: 5_000 };

test('a payment opened by the version before has one item over all, if the configuration names what is sold', () => {
  const items = [{ title: 'Заказ', price: 5_000, count: 1, ...shown }];
  expect(fiscalDetail({ ...order, lines: null }, item)).toEqual({ detail: { receipt_type: 0, items } });
  expect(fiscalDetail({ ...order, lines: null }, null)).toEqual({});
});

test('no items where one of the lines has no ИКПУ: they would not add up to the payment', () => {
  const line = donationLine({ taxNumber: null }, minor(5_000));
  const items = [{ title: 'Поддержка автора', price: 5_000, count: 1, ...shown }];
  expect(fiscalDetail({ ...order, lines: [{ ...line, item }] }, null)).toEqual({ detail: { receipt_type: 0, items } });
  expect(fiscalDetail({ ...order, lines: [{ ...line, item }, line] }, item)).toEqual({});
});
