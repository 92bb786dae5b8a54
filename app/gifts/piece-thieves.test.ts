import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';

const { members, fixture, gifts, app } = await openPieceFixture();

const secretName = 'Тайный Даритель';

describe('a thief', () => {
  test('gets nothing by another id, place, size, point, phone or name', async () => {
    const sold = await fixture.product(3);
    const winner = await members.person();
    const { giftId } = await fixture.drawn(sold, [winner], { pieces: 1 });
    const thief = await members.person();
    expect(failureOf(await fixture.askOrder(giftId, thief))).toMatchObject({ code: 'NothingToOrder' });
    const { rows: kinds } = await app.db.pool.query<{ size: number; color: number }>(
      'select (select min(id) from product_size) as size, (select min(id) from product_color) as color',
    );
    const refused = [
      { recipientName: 'a\u0000b' },
      { recipientName: 'x'.repeat(121) },
      { recipientName: ' ' },
      { recipientPhone: '+1 202 555 0123' },
      { recipientPhone: '998901234567'.repeat(4) },
      { recipientPhone: '998901234567\u0000' },
      { sizeId: kinds[0]?.size },
      { colorId: kinds[0]?.color },
      { sizeId: 2_147_483_648 },
      { pickupPointId: 2_147_483_648 },
      { pickupPointId: 999_999 },
      { total: 0 },
      { giftId: 'x' },
    ];
    for (const one of refused) {
      const { status } = await fixture.askOrder(giftId, winner, one);
      expect([400, 404, 409], JSON.stringify(one).slice(0, 80)).toContain(status);
    }
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 2, stocked: 1, ordered: 0 });
    expect(await fixture.askOrder(giftId, winner)).toMatchObject({ status: 200 });
  });

  test('who is blocked after the drawing orders nothing, and the piece comes back', async () => {
    const sold = await fixture.product(3);
    const winner = await members.person();
    const { giftId } = await fixture.drawn(sold, [winner], { pieces: 1 });
    const query = { userId: winner.userId, reason: 'Обман' };
    await Promise.all([
      members.as(await members.person('moderator'), 'PUT Moderator/BlockUser', { query }),
      fixture.askOrder(giftId, winner),
    ]);
    gifts.pass(30 * 24 * 60);
    await fixture.settle();
    const { stock, stocked, ordered } = await fixture.stateOf(sold.productId);
    expect([(stock ?? 0) + ordered, stocked]).toEqual([3, 0]);
    expect((await fixture.askOrder(giftId, winner)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('an order of a piece', () => {
  test('can be neither paid, nor cancelled, nor refunded at a provider, and is not in the way of a bulk move', async () => {
    const sold = await fixture.product(3);
    const winner = await members.person();
    const { giftId } = await fixture.drawn(sold, [winner], { pieces: 1 });
    const { orderId } = await fixture.order(giftId, winner);
    const staff = await members.person('moderator');
    const recipient = { recipientName: 'Бекзод', recipientPhone: '+998901234567' };
    const pay = await members.as(winner, 'POST Order/CreateOrderPayment', {
      body: { orderId, expectedTotal: 0, ...recipient },
    });
    expect(pay.status).toBe(409);
    const retried = await members.as(staff, 'POST Order/RetryRefund', { body: { orderId } });
    expect(retried.status).toBe(409);
    const status = 'Processing';
    const moved = await members.as(staff, 'PUT Order/BulkStatus', { body: { orderIds: [orderId], status } });
    expect(dataOf(moved)).toMatchObject({ results: [{ orderId, isMoved: true }] });
    await app.db.pool.query('update pickup_point set is_active = false where id = $1', [await fixture.point()]);
    const pickupPointId = await fixture.newPoint('Новый пункт');
    const changed = await members.as(winner, 'PUT Order/ChoosePickUp', { body: { orderId, pickupPointId } });
    await app.db.pool.query('update pickup_point set is_active = true where id = $1', [await fixture.point()]);
    await app.db.pool.query('update pickup_point set is_active = false where id = $1', [pickupPointId]);
    expect(changed).toMatchObject({ status: 200 });
    const back = await members.as(staff, 'POST Order/Refund', { body: { orderId, reason: 'Вещь потерялась' } });
    expect(back).toMatchObject({ status: 200 });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 3, stocked: 0, ordered: 0 });
  });
});

describe('an anonymous donor', () => {
  test('is named nowhere, and who won is nobody of the donor or the creator', async () => {
    const sold = await fixture.product(3);
    const donor = await members.person();
    const winner = await members.person();
    const receiver = await openReceiver();
    try {
      await makeWebhook(app, sold.seller, receiver.address, ['donation.paid', 'order.paid']);
      const { giftId } = await fixture.give(donor, sold, { pieces: 1, name: secretName, isAnonymous: true });
      await gifts.enter(giftId, winner, { name: 'Победитель', isAnonymous: true });
      gifts.pass(10);
      await fixture.read(giftId);
      const { orderId, number } = await fixture.order(giftId, winner);
      await vi.waitUntil(() => receiver.received.length > 1, { timeout: 10_000 });
      const staff = await members.person('moderator');
      const table = await fetch(`${app.url}/api/Order/Export?Search=${number}&Language=ru`, {
        headers: { authorization: `Bearer ${staff.token}` },
      });
      const open = [
        await gifts.get(giftId),
        await members.api('GET Gift/Announced', { query: { userName: sold.userName } }),
        await members.api('GET ProjectPay/Success', { query: { payId: giftId } }),
        await members.as(donor, 'GET Membership/Gifts'),
        await members.as(sold.seller, 'GET Membership/GiftPart', { query: { giftId } }),
      ];
      const shown = JSON.stringify([open.map(({ body }) => body), receiver.received.map(({ body }) => body)]);
      for (const word of [winner.userId, 'Победитель', 'Бекзод', '901234567', 'Олимов']) {
        expect(shown).not.toContain(word);
      }
      const own = await members.as(winner, 'GET Order/Order', { query: { orderId } });
      const seen = [JSON.stringify(own.body), await table.text(), receiver.received.map(({ body }) => body).join()];
      seen.push(JSON.stringify([open[0]?.body, open[1]?.body, open[2]?.body]));
      for (const text of seen) {
        expect(text).not.toContain(secretName);
        expect(text).not.toContain(donor.userId);
      }
      for (const who of [donor, sold.seller]) {
        expect(await members.as(who, 'GET Order/Order', { query: { orderId } })).toMatchObject({ status: 404 });
      }
    } finally {
      await receiver.close();
    }
  });
});
