import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { platformAccount } from '#app/ledger/ledger.server.ts';
import { fromMain } from '#base/money/money.ts';
import { refundDone as done, tooManyPieces as tooLarge } from '#test/support/money/refund-fixture.ts';
import { openRefundStage } from '#test/support/money/refund-stage.ts';

const shop = await openRefundStage();

describe('a refund of single pieces', () => {
  test('returns their commission and stock, and the order can be moved on', async () => {
    const shirt = await shop.product({ stock: 9 });
    const cup = await shop.product({ price: 30_000 });
    const lines = [
      { productId: shirt, quantity: 3 },
      { productId: cup, quantity: 1 },
    ];
    const seller = shop.seller.accountId;
    const platform = platformAccount;
    const before = [await shop.balanceOf(seller), await shop.balanceOf(platform)] as const;
    const { orderId } = await shop.bought(shop.buyer, lines);
    const earned = (await shop.balanceOf(seller)) - before[0];
    const key = randomUUID();
    const first = await shop.give(orderId, [{ productId: shirt, quantity: 2 }], key);
    expect(first).toMatchObject({ status: 200, body: { data: { state: 'Done', amount: 200_000 } } });
    expect((await shop.give(orderId, [{ productId: shirt, quantity: 2 }], key)).body).toEqual(first.body);
    expect(await shop.stockOf(shirt)).toBe(8);
    expect((await shop.balanceOf(seller)) - before[0]).toBe(earned - fromMain(190_000));
    expect((await shop.balanceOf(platform)) - before[1]).toBe(fromMain(6_500));
    const order = await shop.orderFor(shop.staff, orderId);
    expect(order).toMatchObject({ statusName: 'Paid', payment: { status: 'Paid' } });
    const [refund] = order.refunds;
    expect(refund).toMatchObject({ state: 'Done', amount: 20_000_000, reason: 'Брак', userName: expect.any(String) });
    expect(refund?.lines).toEqual([{ productId: shirt, sizeId: null, colorId: null, quantity: 2, amount: 20_000_000 }]);
    expect((await shop.orderFor(shop.buyer, orderId)).refunds).toMatchObject([{ userName: null }]);
    const { rows } = await shop.app.db.execute(sql`
      select details from audit where call = 'POST Order/RefundLines' and subject = ${orderId}`);
    expect(rows).toEqual([{ details: { number: order.number, statusBefore: 2, amount: 200_000 } }]);
  });

  test('is refused to the second of two staff who saw the same pieces left', async () => {
    const productId = await shop.product();
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 3 }]);
    const line = { productId, sizeId: null, colorId: null };
    const ask = (left: number) =>
      shop.app.api(
        'POST Order/RefundLines',
        { body: { orderId, lines: [{ ...line, quantity: 1 }], seen: [{ ...line, quantity: left }] } },
        { token: shop.staff.token, idempotencyKey: randomUUID() },
      );
    const both = await Promise.all([ask(3), ask(3)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      error: { code: 'OrderChanged', details: { lines: [{ ...line, left: 2 }] } },
    });
    expect(await ask(2)).toMatchObject(done);
  });

  test('is refused without what was seen once another of the staff has refunded the line', async () => {
    const productId = await shop.product();
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 4 }]);
    const other = await shop.person('moderator');
    const line = { productId, quantity: 1 };
    const both = await Promise.all([shop.give(orderId, [line]), shop.give(orderId, [line], randomUUID(), other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isOtherSecond = both[0]?.status === 200;
    const first = isOtherSecond ? shop.staff : other;
    const second = isOtherSecond ? other : shop.staff;
    expect(await shop.give(orderId, [line], randomUUID(), first)).toMatchObject(done);
    expect(await shop.give(orderId, [line], randomUUID(), second)).toMatchObject({
      status: 409,
      body: { error: { code: 'OrderChanged', details: { lines: [{ productId, left: 2 }] } } },
    });
  });

  test('after shipping returns no stock; after the last piece the order is refunded', async () => {
    const productId = await shop.product({ stock: 3 });
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 3 }]);
    const before = await shop.balanceOf(shop.seller.accountId);
    for (const status of ['Processing', 'Shipped']) await shop.move(shop.staff, orderId, status);
    for (const quantity of [1, 2]) expect(await shop.give(orderId, [{ productId, quantity }])).toMatchObject(done);
    expect(await shop.orderFor(shop.staff, orderId)).toMatchObject({
      statusName: 'Refunded',
      payment: { status: 'Refunded' },
    });
    const { history } = await shop.orderFor(shop.staff, orderId);
    expect(history.at(-1)).toMatchObject({ statusName: 'Refunded', by: 'staff', reason: 'Брак' });
    expect(await shop.stockOf(productId)).toBe(0);
    expect(before - (await shop.balanceOf(shop.seller.accountId))).toBe(fromMain(285_000));
    expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject({
      status: 409,
      body: { error: { code: 'WrongTransition' } },
    });
    expect(await shop.giveAll(orderId)).toMatchObject({ status: 200 });
  });

  test('leaves the donation of the order, even when all pieces are refunded', async () => {
    const productId = await shop.product();
    const donation = { projectId: shop.seller.projectId, amount: 25_000, name: 'Бекзод' };
    const { orderId } = await shop.bought(shop.buyer, [{ productId }], { donation });
    expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject(done);
    const order = await shop.orderFor(shop.buyer, orderId);
    expect(order).toMatchObject({ statusName: 'Refunded', payment: { status: 'Paid' } });
    expect(await shop.giveAll(orderId)).toMatchObject({ status: 200 });
    const { rows } = await shop.app.db.execute(sql`
      select p.status, p.refunded, d.refunded_at from payment p join shop_order o on o.payment_id = p.id
      join donation d on d.id = o.donation_id where o.id = ${orderId}`);
    expect(rows).toEqual([{ status: 'Paid', refunded: 10_000_000, refunded_at: null }]);
  });

  test('can be followed by a refund of the whole rest, including the donation', async () => {
    const productId = await shop.product({ stock: 5 });
    const before = await shop.balanceOf(shop.seller.accountId);
    const donation = { projectId: shop.seller.projectId, amount: 25_000, name: 'Бекзод' };
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 3 }], { donation });
    expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject(done);
    expect(await shop.giveAll(orderId)).toMatchObject({ status: 200 });
    await shop.reaches(shop.buyer, orderId, 'Refunded');
    expect(await shop.stockOf(productId)).toBe(5);
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
  });

  test('is for staff only, for paid orders only, and needs a key', async () => {
    const productId = await shop.product();
    const unpaid = await shop.placed(shop.buyer, [{ productId }]);
    const line = { productId, quantity: 1 };
    expect(await shop.give(unpaid.orderId, [line])).toMatchObject({ body: { error: { code: 'WrongTransition' } } });
    const { orderId } = await shop.bought(await shop.person(), [{ productId }]);
    expect(await shop.give(orderId, [line], randomUUID(), shop.buyer)).toMatchObject({ status: 403 });
    expect(await shop.give(orderId, [{ ...line, quantity: 2 }])).toMatchObject({
      ...tooLarge,
      body: { error: { code: 'RefundTooLarge', details: { lines: [{ productId, left: 1 }] } } },
    });
    expect(await shop.give(orderId, [{ productId: await shop.product(), quantity: 1 }])).toMatchObject(tooLarge);
    expect(await shop.give(orderId, [line, line])).toMatchObject({ status: 400 });
    expect(await shop.give(randomUUID(), [line])).toMatchObject({ status: 404 });
    const body = { orderId, lines: [line] };
    const { token } = shop.staff;
    expect(await shop.app.api('POST Order/RefundLines', { body }, { token })).toMatchObject({ status: 400 });
  });
});

describe('simultaneous requests', () => {
  test('that are equal refund once', async () => {
    const productId = await shop.product({ stock: 5 });
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 5 }]);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.give(orderId, [{ productId, quantity: 2 }], key)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]).toMatchObject(done);
    expect((await shop.orderFor(shop.buyer, orderId)).refunds).toHaveLength(1);
  });

  test('that differ never refund more than was bought', async () => {
    const productId = await shop.product({ stock: 5 });
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 5 }]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => shop.give(orderId, [{ productId, quantity: 1 + (at % 2) }])),
    );
    const back = (await shop.orderFor(shop.buyer, orderId)).refunds.flatMap(({ lines }) => lines);
    expect(back.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5);
    expect(answers.filter(({ status }) => status === 200).length).toBe(back.length);
    expect(await shop.statusOf(shop.buyer, orderId)).toBe('Refunded');
    expect(await shop.stockOf(productId)).toBe(5);
  });

  test('for lines and for the whole order refund everything once', async () => {
    const productId = await shop.product({ stock: 5 });
    const before = await shop.balanceOf(shop.seller.accountId);
    const { orderId } = await shop.bought(shop.buyer, [{ productId, quantity: 5 }]);
    await Promise.all([
      ...Array.from({ length: 6 }, () => shop.give(orderId, [{ productId, quantity: 1 }])),
      ...Array.from({ length: 3 }, () => shop.giveAll(orderId)),
    ]);
    await shop.reaches(shop.buyer, orderId, 'Refunded');
    expect(await shop.stockOf(productId)).toBe(5);
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
  });
});
