import { afterAll, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { openShop } from '#test/support/shop-fixture.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const refund = (orderId: string) =>
  shop.app.api('POST Order/Refund', { body: { orderId, reason: 'Пришло не то' } }, { token: shop.staff.token });

async function readFaults() {
  const { db } = shop.app;
  return Object.entries({ ...(await readLedgerFaults(db)), ...(await readTotalFaults(db)) }).filter(([, n]) => n !== 0);
}

test('orders whose donations are for each other’s sellers are paid and refunded without a deadlock', async () => {
  const sellers = [await shop.person(), await shop.person()] as const;
  const products = await Promise.all(sellers.map((seller) => shop.product({ seller })));
  const orders = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const by = await shop.person();
      const productId = products[index % 2] ?? '';
      const { projectId } = sellers[index % 2 === 0 ? 1 : 0];
      const placed = await shop.placed(by, [{ productId }], { donation: { projectId, amount: 5_000 } });
      return { by, ...placed };
    }),
  );
  const before = await countDeadlocks(shop.app.db);
  await Promise.all(orders.map(({ paymentUrl }) => shop.charge(paymentUrl)));
  await Promise.all(orders.map(({ by, orderId }) => shop.reaches(by, orderId, 'Paid')));
  expect(await countDeadlocks(shop.app.db)).toBe(before);
  await Promise.all(orders.map(({ orderId }) => refund(orderId)));
  await Promise.all(orders.map(({ by, orderId }) => shop.reaches(by, orderId, 'Refunded')));
  expect(await countDeadlocks(shop.app.db)).toBe(before);
  expect(await readFaults()).toEqual([]);
});
