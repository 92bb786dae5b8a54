import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readRefundFaults } from '#test/support/money/refund-faults.ts';
import { openRefundFixture } from '#test/support/money/refund-fixture.ts';
import { type BoughtLine, pickBack } from './refund-rules.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

/** Actions of staff, provider and background jobs. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      line: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 3 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      mode: fc.constantFrom('ok', 'down', 'lost-answer', 'error500'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveAll' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      to: fc.constantFrom('Processing', 'Shipped', 'Completed'),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function run(order: { orderId: string; productIds: readonly string[] }, one: Step): Promise<void> {
  const { orderId, productIds } = order;
  if (one.kind === 'fault') await shop.faults({ mode: one.mode });
  if (one.kind === 'sweep') await shop.dueNow();
  if (one.kind === 'giveAll') await shop.giveAll(orderId);
  if (one.kind === 'move') await shop.move(shop.staff, orderId, one.to);
  if (one.kind !== 'give') return;
  const line = { productId: productIds[one.line] ?? '', quantity: one.quantity };
  const key = randomUUID();
  await Promise.all(Array.from({ length: one.times }, () => shop.give(orderId, [line], key)));
}

test('after any sequence of refunds postings sum to 0, the ledger equals the provider’s books, and no refund exceeds the payment', async () => {
  const world = fc.record({
    prices: fc.tuple(
      fc.integer({ min: 1_000, max: 99_999 }),
      fc.integer({ min: 1_000, max: 99_999 }),
      fc.constant(33_333),
    ),
    quantities: fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
    ),
    hasDonation: fc.boolean(),
    steps: fc.array(step, { minLength: 3, maxLength: 10 }),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ prices, quantities, hasDonation, steps }) => {
      const productIds = await Promise.all(prices.map((price) => shop.product({ price, stock: 10 })));
      const lines = productIds.map((productId, at) => ({ productId, quantity: quantities[at] ?? 1 }));
      const donation = { projectId: shop.seller.projectId, amount: 5_000, name: 'Аня' };
      const { orderId } = await shop.bought(await shop.person(), lines, hasDonation ? { donation } : {});
      for (const one of steps) await run({ orderId, productIds }, one);
      await shop.settleBooks();
      expect(await readRefundFaults(shop)).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 240_000);

test('a line is refunded piece by piece: all that was paid for it, and never more than its commission', () => {
  const line = fc
    .record({
      price: fc.integer({ min: 1, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      share: fc.integer({ min: 0, max: 100 }),
      off: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ price, quantity, share, off }) => {
      const discount = Math.floor(((price - 1) * quantity * off) / 100);
      return { price, quantity, discount, commission: Math.floor(((price * quantity - discount) * share) / 100) };
    });
  fc.assert(
    fc.property(line, fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 30 }), (bought, asked) => {
      const choice = { productId: 'a', sizeId: null, colorId: null };
      let now: BoughtLine = {
        ...choice,
        ...bought,
        lineId: 1,
        backQuantity: 0,
        backAmount: 0,
        backCommission: 0,
        taken: 0,
      };
      for (const quantity of [...asked, ...Array.from({ length: bought.quantity }, () => 1)]) {
        const { pieces, tooMany } = pickBack([now], [{ ...choice, quantity }]);
        expect(tooMany.length).toBe(quantity > now.quantity - now.backQuantity ? 1 : 0);
        for (const { amount, commission } of pieces) {
          expect(commission).toBeGreaterThanOrEqual(0);
          expect(commission).toBeLessThanOrEqual(amount);
          expect(amount).toBeGreaterThan(0);
          const back = { backAmount: now.backAmount + amount, backCommission: now.backCommission + commission };
          now = { ...now, ...back, backQuantity: now.backQuantity + quantity };
        }
      }
      const paid = bought.price * bought.quantity - bought.discount;
      expect([now.backQuantity, now.backAmount, now.backCommission]).toEqual([
        bought.quantity,
        paid,
        bought.commission,
      ]);
    }),
  );
});
