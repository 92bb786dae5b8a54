import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { platformAccount } from '#app/ledger/ledger.server.ts';
import { fromMain } from '#base/money/money.ts';
import { askAgain } from '#test/support/money/ask-again.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { tooManyPieces } from '#test/support/money/refund-fixture.ts';
import { openRefundStage } from '#test/support/money/refund-stage.ts';

const shop = await openRefundStage();

const back = async (orderId: string) =>
  (
    await shop.app.db.execute<{ refunded: number; problem: string | null }>(
      sql`select refunded, problem from payment where reference = ${orderId} and status in ('Paid', 'Refunded')`,
    )
  ).rows[0];

const comesBack = (orderId: string, refunded: number) =>
  until(async () => (await back(orderId))?.refunded === refunded);

/** Two sellers' goods and a donation: 100,000 × 2 + 40,000 + 25,000. */
async function bought() {
  const other = await shop.person();
  const own = await shop.product({ stock: 5 });
  const others = await shop.product({ price: 40_000, stock: 5, seller: other });
  const donation = { projectId: shop.seller.projectId, amount: 25_000, name: 'Бекзод', message: 'Спасибо!' };
  const lines = [
    { productId: own, quantity: 2 },
    { productId: others, quantity: 1 },
  ];
  return { ...(await shop.bought(shop.buyer, lines, { donation })), own, others, other };
}

describe('a partial refund made by the provider', () => {
  test('is booked on all accounts of the sale, is shown in the order, and the order can be moved on', async () => {
    const before = await shop.balanceOf(shop.seller.accountId);
    const platform = await shop.balanceOf(platformAccount);
    const { orderId, paymentUrl, own, other } = await bought();
    await shop.giveAtProvider(paymentUrl, 2_400_000);
    await comesBack(orderId, 2_400_000);
    // A tenth of the sale: each account gives a tenth of its share; the donation stays whole.
    expect(await shop.balanceOf(other.accountId)).toBe(fromMain(38_000 * 0.9));
    expect((await shop.balanceOf(shop.seller.accountId)) - before).toBe(fromMain(190_000 * 0.9 + 23_750));
    expect((await shop.balanceOf(platformAccount)) - platform).toBe(fromMain(12_000 * 0.9 + 1_250));
    expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({
      statusName: 'Paid',
      isRefunding: false,
      donation: { amount: 2_500_000 },
      refunds: [{ state: 'Done', amount: 2_400_000, userName: null, lines: [] }],
    });
    expect(await shop.stockOf(own)).toBe(3);
    expect((await shop.move(shop.staff, orderId, 'Processing')).status).toBe(200);
  });

  test('takes from the donation what the sale does not hold, and staff cannot refund it again', async () => {
    const { orderId, paymentUrl, own } = await bought();
    await shop.giveAtProvider(paymentUrl, 25_000_000);
    await comesBack(orderId, 25_000_000);
    expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ donation: { amount: 1_500_000 } });
    expect(await shop.give(orderId, [{ productId: own, quantity: 1 }])).toMatchObject(tooManyPieces);
    const query = { projectId: shop.seller.projectId };
    expect(await shop.app.api('GET ProjectPay/List', { query })).toMatchObject({
      body: { data: { payments: [{ amount: 15_000 }, { amount: 25_000 }] } },
    });
  });

  test('and a refund of the rest leave nothing on any account', async () => {
    const before = await shop.balanceOf(shop.seller.accountId);
    const platform = await shop.balanceOf(platformAccount);
    const { orderId, paymentUrl, own, other } = await bought();
    await shop.giveAtProvider(paymentUrl, 3_333_333);
    await comesBack(orderId, 3_333_333);
    await shop.give(orderId, [{ productId: own, quantity: 1 }]);
    await shop.giveAtProvider(paymentUrl, 7);
    await comesBack(orderId, 3_333_333 + 10_000_000 + 7);
    expect((await shop.giveAll(orderId)).status).toBe(200);
    await shop.reaches(shop.buyer, orderId, 'Refunded');
    expect(await shop.balanceOf(other.accountId)).toBe(0);
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
    expect(await shop.balanceOf(platformAccount)).toBe(platform);
    expect(await shop.stockOf(own)).toBe(5);
  });

  test('at the same moment as refunds of lines, with callbacks repeated, shuffled and lost, is booked once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { orderId, paymentUrl, own } = await bought();
      const mode = round % 2 === 0 ? 'ok' : 'lost-answer';
      await shop.faults({ mode, callbacks: 'shuffle', repeats: 4, shuffleMs: 150, dropShare: 0.3 });
      await Promise.all([
        shop.give(orderId, [{ productId: own, quantity: 1 }]),
        shop.giveAtProvider(paymentUrl, 1_000_000).catch(() => undefined),
        shop.giveAtProvider(paymentUrl, 1).catch(() => undefined),
      ]);
      await shop.faults({});
      // The app's own jobs may hold at this moment what is due.
      const dueAgain = async () => {
        await shop.dueNow();
        await askAgain(shop.app, sql`reference = ${orderId}`);
        return back(orderId);
      };
      await expect.poll(dueAgain).toEqual({ refunded: 11_000_001, problem: null });
      await shop.settleBooks();
    }
  });
});

test('a partial refund of a late payment is booked, and then its rest', async () => {
  const { payments } = shop.app.opora.areas;
  const { orderId, total } = await shop.placed(shop.buyer, [{ productId: await shop.product() }]);
  await shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: shop.buyer.token });
  const before = await shop.balanceOf(platformAccount);
  const payment = { id: `late-${orderId}`, reference: orderId, amount: total };
  await shop.app.db.execute(sql`
    insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at)
    values ('order', ${orderId}, ${payment.id}, ${total}, 'UZS', 'Created', now(), now() + interval '1 hour')`);
  await payments.settle({ ...payment, status: 'paid' });
  for (const refundedAmount of [4_000_000, 1_000_000, 4_000_000]) {
    await payments.settle({ ...payment, status: 'paid', refundedAmount });
  }
  expect((await shop.balanceOf(platformAccount)) - before).toBe(total - 4_000_000);
  await payments.settle({ ...payment, status: 'refunded', refundedAmount: total });
  expect(await shop.balanceOf(platformAccount)).toBe(before);
  await shop.app.db.execute(sql`update payment set problem = null where reference = ${orderId}`);
});
