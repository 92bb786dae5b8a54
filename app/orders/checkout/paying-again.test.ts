import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fromMain, toMain } from '#base/money/money.ts';
import { cards, until } from '#test/support/money/money-fixture.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { requireTakers, sellerGone } from './paying-checks.server.ts';

const shop = await openShop();
afterAll(() => shop.app.close());
let buyer: SignedIn;
beforeEach(async () => {
  buyer = await shop.person();
});

const refusal = (status: number, error: Record<string, unknown>) => ({ status, body: { error } });
const donationOf = (amount: number) => ({ projectId: shop.seller.projectId, amount, name: 'Бекзод', message: null });

describe('placing', () => {
  test('is refused for another user’s basket or order, and for an unknown one', async () => {
    const productId = await shop.product({ stock: 5 });
    const stranger = await shop.person();
    const other = await shop.person();
    const basket = await shop.ready(buyer, [{ productId }]);
    const order = await shop.placed(other, [{ productId }]);
    for (const orderId of [basket.orderId, order.orderId, '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c'])
      expect(await shop.askToPay(stranger, { orderId, expectedTotal: 100_000 })).toMatchObject({ status: 404 });
    expect(await shop.stockOf(productId)).toBe(4);
  });

  test('is refused for an emptied basket', async () => {
    const { orderId } = await shop.ready(buyer, [{ productId: await shop.product() }]);
    await shop.app.api('PUT Order/Update', { body: { orderId, items: [] } }, { token: buyer.token });
    expect(await shop.askToPay(buyer, { orderId, expectedTotal: 0 })).toMatchObject(
      refusal(400, { code: 'ValidationFailed', fields: { items: 'В корзине ничего нет' } }),
    );
  });

  test('sells the chosen size only', async () => {
    const productId = await shop.product({ sizeIds: [1, 9], stock: 5 });
    const { orderId, total } = await shop.ready(buyer, [
      { productId, sizeId: 9 },
      { productId, sizeId: 1 },
    ]);
    await shop.app.db.execute(sql`update product set size_ids = '{1}' where id = ${productId}`);
    expect(await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) })).toMatchObject(
      refusal(409, {
        code: 'ProductUnavailable',
        details: { lines: [{ productId, sizeId: 9, colorId: null, state: 'wrongChoice' }] },
      }),
    );
    expect(await shop.stockOf(productId)).toBe(5);
  });

  test('makes an order that staff finds by words of several items', async () => {
    const things = [await shop.product({ name: 'Кружка «Гранат»' }), await shop.product({ name: 'Плакат «Анор»' })];
    const { orderId } = await shop.placed(
      buyer,
      things.map((productId) => ({ productId })),
    );
    const query = { Search: 'гранат» плакат' };
    const answer = await shop.app.api('GET Order/Orders', { query }, { token: shop.staff.token });
    expect(answer).toMatchObject({ body: { data: { items: [{ orderId }] } } });
  });
});

describe('an unpaid order', () => {
  test('is paid at the price at which it was placed, with a new recipient', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    expect(await shop.askToPay(buyer, { orderId, expectedTotal: 90_000 })).toMatchObject(
      refusal(409, { code: 'PriceChanged', details: { total: 100_000 } }),
    );
    const recipient = { recipientName: 'Малика Олимова', recipientPhone: '+998 97 765-43-21' };
    expect(openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 100_000, ...recipient })).amount).toBe(
      100_000,
    );
    expect(await shop.orderFor(buyer, orderId)).toMatchObject({
      recipient: { name: 'Малика Олимова', phone: '998977654321' },
    });
  });

  test('keeps its donation: an equal or omitted one is accepted, another one or null is refused', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }], {
      donation: donationOf(30_000),
    });
    const ask = (donation: object | null) => shop.askToPay(buyer, { orderId, expectedTotal: 100_000, donation });
    expect(openedOf(await ask(donationOf(30_000))).amount).toBe(130_000);
    const message = 'Заказ уже оформлен, донат к нему изменить нельзя';
    const same = donationOf(30_000);
    const { projectId } = await shop.person();
    const others = [
      { projectId },
      { name: 'Другой' },
      { message: 'Другие слова' },
      { isAnonymous: true },
      { amount: 20_000 },
    ];
    for (const other of [null, ...others.map((member) => ({ ...same, ...member }))])
      expect(await ask(other), JSON.stringify(other)).toMatchObject(refusal(409, { code: 'OrderPlaced', message }));
    const plain = await shop.placed(buyer, [{ productId: await shop.product() }]);
    const asked = { orderId: plain.orderId, expectedTotal: 100_000, donation: null };
    expect(openedOf(await shop.askToPay(buyer, asked)).amount).toBe(100_000);
  });

  test('stays 20 minutes longer when its payment begins at the last moment, at most 25 hours', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    const begin = async (placedAgo: string, left: string) => {
      await shop.app.db.execute(sql`
        update shop_order set placed_at = now() - ${placedAgo}::interval, pay_until = now() + ${left}::interval
        where id = ${orderId}`);
      openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 }));
      const { payUntil } = await shop.orderFor(buyer, orderId);
      return (Date.parse(payUntil ?? '') - Date.now()) / 60_000;
    };
    const minutes = [await begin('23 hours 59 minutes', '1 minute'), await begin('24 hours 55 minutes', '1 minute')];
    expect(minutes.map(Math.round)).toEqual([20, 5]);
  });

  test('and a basket name the lines whose seller takes no money any more, and say what helps', async () => {
    const seller = await shop.person();
    const lines = [await shop.product({ seller }), await shop.product()].map((productId) => ({ productId }));
    const { orderId } = await shop.placed(buyer, lines);
    await shop.app.db.execute(sql`update creator set is_blocked = true where user_id = ${seller.userId}`);
    const lost = { ...lines[0], sizeId: null, colorId: null };
    const details = { lines: [{ ...lost, state: 'unavailable' }] };
    expect(await shop.askToPay(buyer, { orderId, expectedTotal: 200_000 })).toMatchObject(
      refusal(409, { code: 'ProductUnavailable', message: expect.stringContaining('Отмените этот заказ'), details }),
    );
    const basket = { lines: [{ productId: '', ...lost, sellerId: seller.userId }], projectId: null };
    const paying = shop.app.db.transaction((tx) => requireTakers(tx, { ...basket, message: sellerGone.basket }));
    await expect(paying).rejects.toMatchObject({ message: expect.stringContaining('Уберите'), details });
  });

  test('is not paid with less than its price', async () => {
    const { payments } = shop.app.opora.areas;
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    const update = { id: `less-${orderId}`, reference: orderId, amount: fromMain(99_999) };
    await shop.app.db.execute(sql`
      insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at)
      values ('order', ${orderId}, ${update.id}, ${update.amount}, 'UZS', 'Created', now(), now() + interval '1 hour')`);
    await expect(payments.settle({ ...update, status: 'paid' })).rejects.toThrow('costs another sum');
    expect(await shop.statusOf(buyer, orderId)).toBe('AwaitingPayment');
  });
});

test('an order that cannot be paid any more says why', async () => {
  const productId = await shop.product();
  const paid = await shop.bought(buyer, [{ productId }]);
  const cancelled = await shop.placed(buyer, [{ productId }]);
  await shop.app.api('POST Order/Cancel', { query: { orderId: cancelled.orderId } }, { token: buyer.token });
  const ask = (orderId: string) => shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
  expect(await ask(paid.orderId)).toMatchObject(
    refusal(409, { code: 'WrongTransition', message: 'Этот заказ уже оплачен', details: { status: 2 } }),
  );
  expect(await ask(cancelled.orderId)).toMatchObject(
    refusal(409, { message: 'Этот заказ отменён. Соберите корзину ещё раз', details: { status: 7 } }),
  );
});

test('a paid order is sent to the seller’s webhook', async () => {
  const seller = await shop.person();
  const receiver = await openReceiver();
  await makeWebhook(shop.app, seller, receiver.address, ['order.paid']);
  const { orderId } = await shop.bought(buyer, [{ productId: await shop.product({ seller }) }]);
  await until(() => receiver.received.length > 0).finally(() => receiver.close());
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'order.paid', data: { orderId } });
});

describe('a buyer with refused cards', () => {
  test('is limited after ten of them, with the true reason; other buyers and open payments are not', async () => {
    const limited = await openShop({ env: { LIMITS: 'on' } });
    onTestFinished(() => limited.app.close());
    const trier = await limited.person();
    const honest = await limited.person();
    const productId = await limited.product();
    const first = await limited.placed(trier, [{ productId }]);
    const second = await limited.placed(trier, [{ productId }]);
    const failures = async () => {
      const { rows } = await limited.app.db.execute<{ count: number }>(
        sql`select count(*)::int as count from payment where status = 'Failed'`,
      );
      return rows[0]?.count ?? 0;
    };
    // The provider fails a payment at the fifth refused card.
    const fail = async (paymentUrl: string) => {
      for (let tries = 0; tries < 5; tries += 1) await limited.charge(paymentUrl, cards.insufficientFunds);
    };
    const ask = () => limited.askToPay(trier, { orderId: first.orderId, expectedTotal: 100_000 });
    for (let failed = 1; failed <= 2; failed += 1) {
      await fail(openedOf(await ask()).paymentUrl);
      await until(async () => (await failures()) === failed);
    }
    await until(async () => (await ask()).status === 429);
    expect(await ask()).toMatchObject(
      refusal(429, { code: 'TooManyRequests', message: expect.stringContaining('неудачных оплат') }),
    );
    await fail(second.paymentUrl);
    await until(async () => (await failures()) === 3);
    expect(await limited.placed(honest, [{ productId }])).toMatchObject({ amount: 100_000 });
    const { logLines } = limited.app;
    expect(logLines.filter((line) => line.includes('work after a commit failed'))).toEqual([]);
  });
});
