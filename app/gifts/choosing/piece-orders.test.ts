import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { MovedOrder } from '#app/orders/moved-order.server.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';

const listed = z.object({ data: z.array(z.unknown()) });

const { members, fixture, gifts, app } = await openPieceFixture();
const moved: MovedOrder[] = [];
app.opora.areas.orders.onMoved(async (_, order) => void moved.push(order));

const orderOf = async (who: SignedIn, orderId: string) =>
  dataOf(await members.as(who, 'GET Order/Order', { query: { orderId } }));

const wonBy = async (who: SignedIn) => listed.parse((await members.as(who, 'GET Gift/Won')).body).data;

/** One piece that one person has got. */
async function won(stock: number | null = 3) {
  const sold = await fixture.product(stock);
  const winner = await members.person();
  const { giftId } = await fixture.drawn(sold, [winner], { pieces: 2 });
  return { sold, winner, giftId };
}

const day = 24 * 60;

describe('Gift/Order', () => {
  test('places an order with nothing to pay, which is paid already, and answers it again', async () => {
    const { sold, winner, giftId } = await won();
    const before = await members.balanceOf(sold.seller);
    const placed = await fixture.order(giftId, winner);
    expect(await fixture.order(giftId, winner, { recipientName: 'Другой' })).toEqual(placed);
    expect(await orderOf(winner, placed.orderId)).toMatchObject({
      orderId: placed.orderId,
      number: placed.number,
      statusName: 'Paid',
      giftId,
      total: 0,
      itemsTotal: 20_000,
      discount: 20_000,
      delivery: { price: 0 },
      payment: null,
      donation: null,
      recipient: { name: 'Бекзод Олимов', phone: '998901234567' },
      items: [{ productId: sold.productId, price: 20_000, quantity: 1, discount: 20_000 }],
      history: [{ statusName: 'Paid', by: 'buyer' }],
      pickupPoint: { name: 'Пункт на Чорсу' },
    });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 1, stocked: 1, owed: 1, ordered: 1 });
    expect((await members.balanceOf(sold.seller)) - before).toBe(-500_000);
    expect(await fixture.part(giftId, winner)).toMatchObject({ piece: { orderId: placed.orderId } });
    expect(dataOf(await members.as(winner, 'GET Order/Orders'))).toMatchObject({ count: 1 });
    const found = await members.as(winner, 'GET Order/Orders', { query: { Search: placed.number } });
    expect(dataOf(found)).toMatchObject({ count: 1 });
    expect(await members.as(await members.person(), 'GET Order/Order', { query: placed })).toMatchObject({
      status: 404,
    });
  });

  test('refuses who got nothing, a wrong choice, a closed point and a wrong phone', async () => {
    const sold = await fixture.product(3);
    const { rows } = await app.db.pool.query<{ id: number }>('select id from product_size order by id limit 2');
    const [size = 0, other = 0] = rows.map(({ id }) => id);
    await app.db.pool.query('update product set size_ids = $2 where id = $1', [sold.productId, [size]]);
    const winner = await members.person();
    const { giftId } = await fixture.drawn(sold, [winner]);
    const stranger = await members.person();
    expect(failureOf(await fixture.askOrder(giftId, stranger, { sizeId: size }))).toMatchObject({
      code: 'NothingToOrder',
    });
    expect(await fixture.askOrder(giftId, { ...winner, token: 'x' })).toMatchObject({ status: 401 });
    for (const sizeId of [null, other]) {
      expect(failureOf(await fixture.askOrder(giftId, winner, { sizeId }))).toMatchObject({ code: 'WrongSize' });
    }
    const pickupPointId = await fixture.newPoint('Закрытый', false);
    expect(failureOf(await fixture.askOrder(giftId, winner, { sizeId: size, pickupPointId }))).toMatchObject({
      code: 'PickUpClosed',
    });
    expect(failureOf(await fixture.askOrder(giftId, winner, { sizeId: size, recipientPhone: '12' }))).toMatchObject({
      code: 'ValidationFailed',
    });
    expect(failureOf(await fixture.askOrder(crypto.randomUUID(), winner))).toMatchObject({ code: 'NotFound' });
    // What is not sold any more, and out of stock, was reserved.
    await app.db.pool.query('update product set is_active = false, stock = 0 where id = $1', [sold.productId]);
    expect(await fixture.askOrder(giftId, winner, { sizeId: size })).toMatchObject({ status: 200 });
  });

  test('costs the creator the delivery to the chosen point, at most what the donor has paid', async () => {
    const { sold, winner, giftId } = await won();
    const near = await fixture.newPoint('Рядом');
    const dear = await fixture.newPoint('Далеко');
    const insert = 'insert into pickup_point_rate (pickup_point_id, price) values ($1, $2)';
    await app.db.pool.query(insert, [near, 100_000]);
    await app.db.pool.query(insert, [dear, 900_000]);
    const before = await members.balanceOf(sold.seller);
    await fixture.order(giftId, winner, { pickupPointId: near });
    expect((await members.balanceOf(sold.seller)) - before).toBe(-100_000);
    const second = await members.person();
    await gifts.take(giftId, second);
    await fixture.order(giftId, second, { pickupPointId: dear });
    expect((await members.balanceOf(sold.seller)) - before).toBe(-600_000);
    await app.db.pool.query('delete from pickup_point_rate where pickup_point_id = any ($1)', [[near, dear]]);
  });

  test('is over after 30 days: the piece returns to stock, the donation stays', async () => {
    const { sold, winner, giftId } = await won();
    gifts.pass(30 * day);
    expect(failureOf(await fixture.askOrder(giftId, winner))).toMatchObject({ code: 'NothingToOrder' });
    expect(await wonBy(winner)).toEqual([]);
    await fixture.settle();
    await app.opora.areas.gifts.stepGifts();
    expect(await fixture.part(giftId, winner)).toMatchObject({
      piece: { lapsedAt: expect.any(String), orderId: null },
    });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 3, stocked: 0, owed: 0 });
    expect(await fixture.read(giftId)).toMatchObject({
      gift: { state: 'Over', endReason: 'Lapsed' },
      places: [{ lapsedAt: expect.any(String), withdrawnAt: null, passedAt: null }],
    });
    expect(failureOf(await gifts.take(giftId, await members.person()))).toMatchObject({ code: 'NothingToTake' });
  });
});

describe('the order of a piece', () => {
  test('is sent to the webhooks of its creator with nothing paid', async () => {
    const { sold, winner, giftId } = await won();
    const receiver = await openReceiver();
    try {
      await makeWebhook(app, sold.seller, receiver.address, ['order.paid']);
      const { orderId } = await fixture.order(giftId, winner);
      await vi.waitUntil(() => receiver.received.length > 0, { timeout: 10_000 });
      expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
        event: 'order.paid',
        data: { orderId, total: 0, giftId, items: [{ productId: sold.productId, quantity: 1, price: 20_000 }] },
      });
    } finally {
      await receiver.close();
    }
  });

  test('is moved by the staff, cancelled by nobody, and taken back without a provider', async () => {
    const { sold, winner, giftId } = await won();
    const staff = await members.person('moderator');
    const before = await members.balanceOf(sold.seller);
    const { orderId } = await fixture.order(giftId, winner);
    const move = (status: string) => members.as(staff, 'PUT Order/UserOders', { body: { orderId, status } });
    expect(failureOf(await members.as(winner, 'POST Order/Cancel', { query: { orderId } }))).toMatchObject({
      code: 'WrongTransition',
    });
    expect(await move('Processing')).toMatchObject({ status: 200 });
    const lines = [{ productId: sold.productId, quantity: 1, sizeId: null, colorId: null }];
    const part = await members.api(
      'POST Order/RefundLines',
      { body: { orderId, lines } },
      { token: staff.token, idempotencyKey: crypto.randomUUID() },
    );
    expect(failureOf(part)).toMatchObject({ code: 'WrongTransition' });
    expect(await members.as(winner, 'GET Order/Payment', { query: { orderId } })).toMatchObject({
      status: 200,
      body: { data: { payment: null, isChecked: true } },
    });
    expect(await members.as(winner, 'GET Receipt/Receipt', { query: { id: orderId } })).toMatchObject({ status: 404 });
    expect(await move('Refunded')).toMatchObject({ status: 200 });
    expect(await orderOf(staff, orderId)).toMatchObject({ statusName: 'Refunded', isRefunding: false });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 2, stocked: 1, ordered: 0 });
    expect(await members.balanceOf(sold.seller)).toBe(before);
    expect(moved.filter((one) => one.orderId === orderId)).toMatchObject([
      { status: 'Processing', isGiven: true },
      { status: 'Refunded', isGiven: true },
    ]);
    // It was ordered, once.
    expect(await fixture.order(giftId, winner)).toMatchObject({ orderId });
  });

  test('stands in the table of the staff with nothing paid', async () => {
    const { winner, giftId } = await won();
    const { number } = await fixture.order(giftId, winner);
    const staff = await members.person('moderator');
    const found = await members.as(staff, 'GET Order/Orders', { query: { Search: number } });
    expect(dataOf(found)).toMatchObject({ count: 1, items: [{ number, giftId, total: 0 }] });
    const table = await fetch(`${app.url}/api/Order/Export?Search=${number}&Language=ru`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    const [, line, ...others] = (await table.text()).trim().split('\r\n');
    expect(others).toEqual([]);
    expect(line).toContain(`${number}`);
    expect(line).toMatch(/Кружка.*20000.*1.*0/u);
  });

  test('that was shipped keeps its piece when it is taken back', async () => {
    const { sold, winner, giftId } = await won();
    const staff = await members.person('moderator');
    const { orderId } = await fixture.order(giftId, winner);
    for (const status of ['Processing', 'Shipped', 'Refunded']) {
      const answer = await members.as(staff, 'PUT Order/UserOders', { body: { orderId, status } });
      expect(answer.status).toBe(200);
    }
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 1, stocked: 1 });
  });
});

describe('Gift/Won', () => {
  test('lists what is not ordered yet', async () => {
    const { sold, winner, giftId } = await won();
    expect(await wonBy(winner)).toMatchObject([
      { giftId, productName: 'Кружка', creator: { userName: sold.userName }, until: '2027-03-02T10:10:00.000Z' },
    ]);
    await fixture.order(giftId, winner);
    expect(await wonBy(winner)).toEqual([]);
    expect(await members.api('GET Gift/Won')).toMatchObject({ status: 401 });
  });
});
