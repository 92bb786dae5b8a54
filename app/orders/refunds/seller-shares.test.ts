import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { providerAccount } from '#app/ledger/ledger.server.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { refundDone, tooManyPieces } from '#test/support/money/refund-fixture.ts';
import { openRefundStage } from '#test/support/money/refund-stage.ts';

const shop = await openRefundStage();

/** What each account still holds of an order's sale, in minor units, the smallest first. */
async function sharesOf(orderId: string): Promise<number[]> {
  const { rows } = await shop.app.db.execute<{ rest: number }>(sql`
    select sum(e.amount)::float8 as rest from posting t join entry e on e.posting_id = t.id
    where t.kind in ('order', 'order-part-refund') and e.account_id <> ${providerAccount}
      and (t.reference = ${orderId} or t.reference in (select id from order_refund where order_id = ${orderId}))
    group by e.account_id order by rest`);
  return rows.map(({ rest }) => rest);
}

const refundedIs = (orderId: string, refunded: number) =>
  until(async () => {
    const { rows } = await shop.app.db.execute<{ refunded: number }>(
      sql`select refunded from payment where reference = ${orderId} and status = 'Paid'`,
    );
    return rows[0]?.refunded === refunded;
  });

/** Two pieces of one seller for 200,000, one of another seller for 40,000, and a donation of 25,000 if wanted. */
async function bought({ hasDonation }: { hasDonation: boolean }) {
  const other = await shop.person();
  const own = await shop.product({ stock: 5 });
  const others = await shop.product({ price: 40_000, stock: 5, seller: other });
  const donation = { projectId: shop.seller.projectId, amount: 25_000, name: 'Бекзод' };
  const lines = [
    { productId: own, quantity: 2 },
    { productId: others, quantity: 1 },
  ];
  return { ...(await shop.bought(shop.buyer, lines, hasDonation ? { donation } : {})), own, others };
}

describe('no seller pays back more than the sale brought', () => {
  test('when a refund of lines follows a part that the provider gave back', async () => {
    const { orderId, paymentUrl, own } = await bought({ hasDonation: false });
    await shop.giveAtProvider(paymentUrl, 3_000_000);
    await refundedIs(orderId, 3_000_000);
    expect(await shop.give(orderId, [{ productId: own, quantity: 2 }])).toMatchObject(refundDone);
    const shares = await sharesOf(orderId);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1_000_000);
  });

  test('and the donation of the order does not pay for pieces', async () => {
    const { orderId, paymentUrl, own, others } = await bought({ hasDonation: true });
    await shop.giveAtProvider(paymentUrl, 6_000_000);
    await refundedIs(orderId, 6_000_000);
    expect(await shop.give(orderId, [{ productId: own, quantity: 2 }])).toMatchObject(tooManyPieces);
    expect(await shop.give(orderId, [{ productId: own, quantity: 1 }])).toMatchObject(refundDone);
    expect(await shop.give(orderId, [{ productId: others, quantity: 1 }])).toMatchObject(refundDone);
    const shares = await sharesOf(orderId);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(4_000_000);
    expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ donation: { amount: 2_500_000 } });
  });

  test('when the provider gives a part back while a refund of lines is unanswered', async () => {
    const { orderId, paymentUrl, own } = await bought({ hasDonation: true });
    await shop.faults({ mode: 'lost-answer' });
    await shop.give(orderId, [{ productId: own, quantity: 2 }]);
    await shop.faults({});
    await shop.giveAtProvider(paymentUrl, 5_000_000);
    // The lines hold 200,000 of the sale: 40,000 of this part come from the rest of it, 10,000 from the donation.
    await refundedIs(orderId, 5_000_000);
    expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ donation: { amount: 1_500_000 } });
    await shop.dueNow();
    await refundedIs(orderId, 25_000_000);
    expect(await sharesOf(orderId)).toEqual([0, 0, 0]);
  });
});
