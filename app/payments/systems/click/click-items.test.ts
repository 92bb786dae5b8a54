import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NamedLine, paidForLine } from '../../payment-lines.ts';
import { clickItems } from './click-items.ts';

const line: NamedLine = {
  kind: 'product',
  name: 'Худи',
  quantity: 2,
  price: 1_000_000,
  discount: 0,
  item: { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 },
  agent: null,
};

test('a line says its pieces, its discount and the tax in what was paid', () => {
  const [item] = clickItems([{ ...line, discount: 880_000 }], '305123456');
  expect(item).toEqual({
    Name: 'Худи',
    SPIC: line.item.code,
    PackageCode: '1501',
    Units: 796,
    GoodPrice: 1_000_000,
    Price: 2_000_000,
    Amount: 2,
    VAT: 120_000,
    VATPercent: 12,
    Discount: 880_000,
    CommissionInfo: { TIN: '305123456' },
  });
});

test('what is sold for a creator has the number of the creator, a PINFL by its length', () => {
  const [own, tin, pinfl] = clickItems(
    [line, { ...line, agent: '123456789' }, { ...line, agent: '12345678901234' }],
    '305123456',
  );
  expect([own, tin, pinfl].map((item) => item?.CommissionInfo)).toEqual([
    { TIN: '305123456' },
    { TIN: '123456789' },
    { PINFL: '12345678901234' },
  ]);
});

test('a long name is cut between characters', () => {
  const [item] = clickItems([{ ...line, name: `${'я'.repeat(62)}👍👍` }], '305123456');
  expect(item?.Name).toBe(`${'я'.repeat(62)}👍`);
});

test('items add up to what was paid, and their tax is the tax of the whole within half a tiyin a line', () => {
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1_000 }),
      price: fc.integer({ min: 1, max: 10_000_000_000 }),
      share: fc.integer({ min: 0, max: 99 }),
      vat: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(lines, (drawn) => {
      const sold = drawn.map(({ quantity, price, share, vat }) => {
        const discount = Math.floor((quantity * price * share) / 100);
        return { ...line, quantity, price, discount, item: { ...line.item, vat } };
      });
      for (const [at, item] of clickItems(sold, '305123456').entries()) {
        const one = sold[at] ?? line;
        const sum = paidForLine(one);
        expect(item.Price - (item.Discount ?? 0)).toBe(sum);
        expect(Math.abs(item.VAT * (100 + one.item.vat) - sum * one.item.vat) * 2).toBeLessThanOrEqual(
          100 + one.item.vat,
        );
      }
    }),
  );
});
