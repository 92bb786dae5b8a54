import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { requireWholeSum } from '#app/payments/payment-lines.ts';
import { add, fromMain, type Minor, minor, times, toMain } from '#base/money/money.ts';
import { setRates } from '#test/support/money/delivery-fixture.ts';
import { openRefundFixture } from '#test/support/money/refund-fixture.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { priceCheckout } from '../checkout/checkout-price.ts';
import { readOrderLines } from '../order-lines-store.server.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

const cart = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 3 }),
  quantities: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 }),
  delivery: fc.integer({ min: 0, max: 5_000_000 }),
  code: fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 90 }), amount: fc.constant(null) }),
    fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 20_000_000 }) }),
  ),
  isForOne: fc.boolean(),
  refunds: fc.array(fc.record({ line: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }), { maxLength: 4 }),
  isWholeRefunded: fc.boolean(),
});

const main = (amount: number) => toMain(minor(amount));

/** What the provider has paid to the platform for an order, from the ledger. */
async function booked(orderId: string): Promise<Minor> {
  const { rows } = await shop.app.db.pool.query<{ sum: number }>(
    `select -coalesce(sum(e.amount), 0)::float8 as sum from entry e join posting p on p.id = e.posting_id
     where e.account_id = '00000000-0000-7000-8000-000000000001'
       and (p.reference = $1 or p.reference in (select id from order_refund where order_id = $1))`,
    [orderId],
  );
  return minor(rows[0]?.sum ?? 0);
}

test('lines, discount and delivery are the total, the payment and the ledger, whatever is bought and refunded', async () => {
  const other = await shop.person();
  const { rows } = await shop.app.db.pool.query<{ name: string }>(
    'select user_name as name from creator where user_id = $1',
    [other.userId],
  );
  let made = 0;
  await fc.assert(
    fc.asyncProperty(cart, async ({ prices, quantities, delivery, code, isForOne, refunds, isWholeRefunded }) => {
      const rate = {
        way: 'address',
        regionId: null,
        price: main(delivery),
        freeFrom: null,
        daysFrom: null,
        daysTo: null,
      };
      await setRates(shop, [rate]);
      made += 1;
      const promoCode = `СВОЙСТВО-${made}`;
      const body = {
        code: promoCode,
        percent: code.percent,
        amount: code.amount && main(code.amount),
        minTotal: 0,
        from: null,
        until: null,
        most: null,
        mostEach: null,
        sellerUserName: isForOne ? (rows[0]?.name ?? '') : null,
      };
      await shop.app.api('POST Order/CreatePromoCode', { body }, { token: shop.staff.token });
      const terms = dataOf(await shop.app.api('POST Order/PromoCode', { body: { code: promoCode } }));
      const productIds = await Promise.all(
        prices.map((price, at) => shop.product({ price: main(price), ...(at === 1 && { seller: other }) })),
      );
      const lines = productIds.map((productId, at) => ({ productId, quantity: quantities[at] ?? 1 }));
      const buyer = await shop.person();
      const { orderId } = await shop.ready(buyer, lines);
      const basket = dataOf(await shop.app.api('GET Order/GetUserBasket', {}, { token: buyer.token }));
      const shown = priceCheckout(Object.assign([], basket.items), {
        place: { way: 'address', address: 'Ташкент' },
        rates: Object.assign(
          { items: [], points: [], today: '', version: '' },
          dataOf(await shop.app.api('GET Delivery/Rates')),
        ),
        terms: Object.assign({ code: '', percent: null, amount: null, sellerId: null, minTotal: 0 }, terms),
      });
      const asked = await shop.askToPay(buyer, { orderId, expectedTotal: shown.total, promoCode });
      const { amount, paymentUrl } = openedOf(asked);
      requireWholeSum(await readOrderLines(shop.app.db, orderId), fromMain(amount));
      const order = await shop.orderFor(buyer, orderId);
      const ofLines = order.items.map(({ price, quantity, discount }) => add(times(price, quantity), minor(-discount)));
      expect(add(...ofLines, minor(delivery))).toBe(order.total);
      expect(order.total).toBe(fromMain(amount));
      await shop.charge(paymentUrl);
      await shop.reaches(buyer, orderId, 'Paid');
      expect(await booked(orderId)).toBe(order.total);
      for (const { line, quantity } of refunds)
        await shop.give(orderId, [{ productId: productIds[line] ?? '', quantity }]);
      if (isWholeRefunded) await shop.giveAll(orderId);
      await shop.settleBooks();
      const after = await shop.orderFor(buyer, orderId);
      const back = add(...after.refunds.map((one) => one.amount));
      const isWhole = isWholeRefunded && (await booked(orderId)) === 0;
      if (!isWhole) expect(await booked(orderId)).toBe(minor(order.total - back));
    }),
    { numRuns: 8 },
  );
}, 240_000);
