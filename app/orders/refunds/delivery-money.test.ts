import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { platformAccount } from '#app/ledger/ledger.server.ts';
import { fromMain, toMain } from '#base/money/money.ts';
import { setRates } from '#test/support/money/delivery-fixture.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { readRefundFaults } from '#test/support/money/refund-faults.ts';
import { openRefundFixture, refundDone } from '#test/support/money/refund-fixture.ts';
import { type AnsweredOrder, openedOf, orderOf } from '#test/support/shop-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

const rate = { way: 'address', regionId: null, price: 20_000, freeFrom: null, daysFrom: 3, daysTo: 5 };

const daysBetween = ({ delivery }: AnsweredOrder) =>
  (Date.parse(delivery?.to ?? '') - Date.parse(delivery?.from ?? '')) / 86_400_000;

/** What the platform has in the ledger, in minor units. */
const ofPlatform = () => shop.balanceOf(platformAccount);

describe('the price of a delivery', () => {
  test('is in the total of a basket with a delivery, and is copied with the days when the order is placed', async () => {
    await setRates(shop, [rate, { ...rate, regionId: 1, price: 5_000 }]);
    const buyer = await shop.person();
    const items = [{ productId: await shop.product(), quantity: 1 }];
    const open = await shop.fill(buyer, items);
    expect(dataOf(open)).toMatchObject({ itemsTotal: 100_000, delivery: null, total: 100_000 });
    const basket = await shop.ready(buyer, [], 'Самарканд, улица Рудаки, 7');
    expect(basket).toMatchObject({ delivery: { price: fromMain(20_000) }, total: fromMain(120_000) });
    const { orderId } = basket;
    const low = await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
    expect(low).toMatchObject({ status: 409, body: { error: { code: 'PriceChanged', details: { total: 120_000 } } } });
    expect(openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 120_000 })).amount).toBe(120_000);
    await setRates(shop, []);
    const order = await shop.orderFor(buyer, orderId);
    expect(order).toMatchObject({ itemsTotal: fromMain(100_000), total: fromMain(120_000) });
    expect(order.delivery?.price).toBe(fromMain(20_000));
    expect(daysBetween(order)).toBe(2);
    expect((await shop.askToPay(buyer, { orderId, expectedTotal: 120_000 })).status).toBe(200);
  });

  test('of a pickup point is that of its region, and nothing from the set sum on', async () => {
    await setRates(shop, [{ ...rate, way: 'pickUp', regionId: 1, price: 7_000, freeFrom: 150_000 }]);
    const point = await shop.point();
    const productId = await shop.product();
    const basketWith = async (quantity: number) =>
      dataOf(await shop.fill(await shop.person(), [{ productId, quantity }], { pickupPointId: point.id }));
    expect(await basketWith(1)).toMatchObject({ delivery: { price: 7_000 }, total: 107_000 });
    expect(await basketWith(2)).toMatchObject({ delivery: { price: 0 }, total: 200_000 });
  });

  test('of a pickup point with a price of its own is that one, in the basket, the order and the payment', async () => {
    const point = await shop.point();
    const other = await shop.point('Пункт на Юнусабаде');
    const ofPoint = { pickupPointId: point.id, price: 9_000, freeFrom: null, daysFrom: 1, daysTo: 2 };
    await setRates(shop, [{ ...rate, way: 'pickUp', regionId: 1, price: 7_000 }], [ofPoint]);
    const items = [{ productId: await shop.product(), quantity: 1 }];
    const neighbour = await shop.fill(await shop.person(), items, { pickupPointId: other.id });
    expect(dataOf(neighbour)).toMatchObject({ delivery: { price: 7_000 }, total: 107_000 });
    const buyer = await shop.person();
    const basket = orderOf(await shop.fill(buyer, items, { pickupPointId: point.id }));
    expect(basket).toMatchObject({ delivery: { price: fromMain(9_000) }, total: fromMain(109_000) });
    const { orderId } = basket;
    const low = await shop.askToPay(buyer, { orderId, expectedTotal: 107_000 });
    expect(low).toMatchObject({ status: 409, body: { error: { code: 'PriceChanged', details: { total: 109_000 } } } });
    await setRates(shop, [], [{ ...ofPoint, price: 10_000 }]);
    const old = await shop.askToPay(buyer, { orderId, expectedTotal: 109_000 });
    expect(old).toMatchObject({ status: 409, body: { error: { code: 'PriceChanged', details: { total: 110_000 } } } });
    const opened = openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 110_000 }));
    expect(opened.amount).toBe(110_000);
    await setRates(shop, []);
    const order = await shop.orderFor(buyer, orderId);
    expect(order).toMatchObject({ delivery: { price: fromMain(10_000) }, total: fromMain(110_000) });
    expect(daysBetween(order)).toBe(1);
    await shop.charge(opened.paymentUrl);
    await shop.reaches(buyer, orderId, 'Paid');
  });

  test('that changes while the buyer pays is asked about again, and nothing is taken', async () => {
    await setRates(shop, [rate]);
    const buyer = await shop.person();
    const productId = await shop.product({ stock: 1 });
    const { orderId, total } = await shop.ready(buyer, [{ productId }]);
    await setRates(shop, [{ ...rate, price: 30_000 }]);
    const refused = await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'PriceChanged', details: { total: 130_000 } } },
    });
    expect(await shop.stockOf(productId)).toBe(1);
  });

  test('is the platform’s, without a commission; only a refund of the whole order returns it', async () => {
    await setRates(shop, [rate]);
    const before = { seller: await shop.balanceOf(shop.seller.accountId), platform: await ofPlatform() };
    const productId = await shop.product();
    const bought = await shop.bought(await shop.person(), [{ productId, quantity: 2 }]);
    expect(bought.amount).toBe(220_000);
    expect((await shop.balanceOf(shop.seller.accountId)) - before.seller).toBe(fromMain(190_000));
    expect((await ofPlatform()) - before.platform).toBe(fromMain(30_000));
    expect(await shop.give(bought.orderId, [{ productId, quantity: 1 }])).toMatchObject(refundDone);
    expect((await ofPlatform()) - before.platform).toBe(fromMain(25_000));
    expect((await shop.giveAll(bought.orderId)).status).toBe(200);
    await shop.settleBooks();
    expect(await ofPlatform()).toBe(before.platform);
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before.seller);
  });

  test('stays when all pieces went back one by one', async () => {
    await setRates(shop, [rate]);
    const before = await ofPlatform();
    const buyer = await shop.person();
    const productId = await shop.product();
    const { orderId } = await shop.bought(buyer, [{ productId }]);
    expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject(refundDone);
    await shop.reaches(buyer, orderId, 'Refunded');
    expect((await ofPlatform()) - before).toBe(fromMain(20_000));
    await shop.settleBooks();
  });

  test('is a line of the receipt, of the month and of the export', async () => {
    await setRates(shop, [rate]);
    const buyer = await shop.person();
    const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    const receipt = await shop.app.api('GET Receipt', { query: { orderId } }, { token: buyer.token });
    expect(dataOf(receipt)).toMatchObject({
      total: 120_000,
      lines: [
        { kind: 'product', amount: 100_000 },
        { kind: 'delivery', name: 'Доставка', amount: 20_000 },
      ],
    });
    const admin = await shop.person('admin');
    const Month = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 7);
    const month = await shop.app.api('GET Receipt/Month', { query: { Month } }, { token: admin.token });
    expect(String(month.body)).toMatch(/"";"Доставка";"";"0";"\d+";"-?[\d,]+";"[\d,]+";"0";"0"/);
    const { number } = await shop.orderFor(buyer, orderId);
    const file = await shop.app.api('GET Order/Export', { query: { Search: number } }, { token: shop.staff.token });
    expect(String(file.body)).toMatch(/"Цена доставки"[\s\S]*"Оплачен";"20000"/);
    const query = { Search: number, Language: 'en' };
    const english = await shop.app.api('GET Order/Export', { query }, { token: shop.staff.token });
    expect(String(english.body)).toMatch(/"Delivery price"[\s\S]*"Paid","20000"/);
    expect(String(english.body).split('\r\n')[0]).not.toMatch(/[а-яё]/i);
  });
});

test('whatever the provider and the staff refund, the books agree and end at nothing', async () => {
  const world = fc.record({
    price: fc.integer({ min: 1_000, max: 99_999 }),
    delivery: fc.integer({ min: 1, max: 50_000 }),
    share: fc.integer({ min: 1, max: 99 }),
    pieces: fc.integer({ min: 0, max: 2 }),
    hasDonation: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ price, delivery, share, pieces, hasDonation }) => {
      await setRates(shop, [{ ...rate, price: delivery }]);
      const productId = await shop.product({ price });
      const donation = { projectId: shop.seller.projectId, amount: 5_000, name: 'Аня' };
      const buyer = await shop.person();
      const bought = await shop.bought(buyer, [{ productId, quantity: 3 }], hasDonation ? { donation } : {});
      expect(bought.amount).toBe(3 * price + delivery + (hasDonation ? 5_000 : 0));
      if (pieces > 0) await shop.give(bought.orderId, [{ productId, quantity: pieces }]);
      await shop.settleBooks();
      const left = fromMain(bought.amount - pieces * price);
      await shop.giveAtProvider(bought.paymentUrl, Math.max(1, Math.floor((left * share) / 100)));
      await until(async () => (await readRefundFaults(shop)).length === 0);
      await shop.giveAll(bought.orderId);
      await shop.settleBooks();
      const { rows } = await shop.app.db.pool.query<{ sum: number }>(
        `select coalesce(sum(e.amount), 0)::float8 as sum from entry e join posting p on p.id = e.posting_id
         where e.account_id = '${platformAccount}' and (p.reference = $1
           or p.reference = (select donation_id from shop_order where id = $1) or p.reference in (select id from order_refund where order_id = $1))`,
        [bought.orderId],
      );
      expect(rows[0]?.sum).toBe(0);
    }),
    { numRuns: 8 },
  );
}, 240_000);
