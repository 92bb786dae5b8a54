import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRefundFixture, type RefundFixture } from '#test/support/money/refund-fixture.ts';
import { noStockCounts, playStock, stockStory } from '#test/torture/orders/stock-story.ts';

let shop: RefundFixture;
beforeAll(async () => {
  shop = await openRefundFixture();
});
afterAll(() => shop.app.close());

it('invariant 28: the stock is what was set and delivered less what was sold, after any edits, orders, refunds and switches', async () => {
  const counts = noStockCounts();
  const check = async (rounds: Parameters<typeof playStock>[1]) => {
    expect(await playStock(shop, rounds, counts)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(stockStory, check), { numRuns: 8, endOnFailure: true });
  // What was made to order, is counted by now and comes back; a delivery that knows nothing of a sale.
  const one = { product: 1, order: 1, quantity: 2 };
  const buy = { ...one, kind: 'buy' as const };
  await check([
    { set: null, acts: [buy, buy] },
    { set: { product: 1, stock: 9 }, acts: [{ ...one, kind: 'cancel' }, buy, { ...one, kind: 'deliverLate' }] },
    { set: null, acts: Array.from({ length: 6 }, () => ({ ...one, kind: 'deliver' as const })) },
  ]);
  expect(counts.phantoms).toBeGreaterThan(0);
  expect(counts.stale).toBeGreaterThan(0);
}, 240_000);
