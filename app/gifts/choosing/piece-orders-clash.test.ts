import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toMain } from '#base/money/money.ts';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { MembershipFixture } from '#test/support/money/membership-fixture.ts';
import { PieceFixture } from '#test/support/money/piece-fixture.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';

const clock = { now: new Date('2027-01-31T10:00:00Z') };
const shop = await openShop({ clock: async () => clock.now });
const { app } = shop;
afterAll(() => app.close());
const members = new MembershipFixture(app, { clock });
const fixture = new PieceFixture(members);
const { gifts } = fixture;
beforeEach(() => {
  clock.now = new Date('2027-01-31T10:00:00Z');
});

const refund = (reference: string) => app.opora.areas.payments.refundPayment(reference);

describe('at the same moment', () => {
  test('the last piece is bought and given: one of them has it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sold = await fixture.product(1);
      const buyer = await members.person();
      const { orderId, total } = await shop.ready(buyer, [{ productId: sold.productId }]);
      const [bought, given] = await Promise.all([
        shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) }),
        fixture.ask(await members.person(), sold, { pieces: 1 }),
      ]);
      expect([bought.status, given.status].toSorted()).toEqual([200, 409]);
      const { stock, stocked, ordered } = await fixture
        .stateOf(sold.productId)
        .catch(() => ({ stock: 0, stocked: 0, ordered: 1 }));
      expect([stock, stocked + ordered]).toEqual([0, 1]);
    }
  });

  test('an order with a donation is paid back while gifts of its product are paid late, ordered and paid back', async () => {
    const staff = await members.person('moderator');
    for (let round = 0; round < 6; round += 1) {
      const sold = await fixture.product(20);
      const early = await fixture.give(await members.person(), sold, { pieces: 3 });
      const winners = await gifts.people(3);
      for (const one of winners) await gifts.enter(early.giftId, one);
      const late = await fixture.begin(await members.person(), sold, { pieces: 3 });
      clock.now = new Date(clock.now.getTime() + 31 * 60_000);
      await app.opora.areas.gifts.stepGifts();
      await fixture.settle();
      const orders = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const buyer = await members.person();
          const { orderId, total } = await shop.ready(buyer, [{ productId: sold.productId }]);
          const donation = { projectId: sold.projectId, amount: 7_000 };
          const asked = await shop.askToPay(buyer, { orderId, expectedTotal: toMain(total), donation });
          const { paymentUrl } = openedOf(asked);
          await shop.charge(paymentUrl);
          await shop.reaches(buyer, orderId, 'Paid');
          return orderId;
        }),
      );
      const taken = await Promise.allSettled([
        ...orders.map((orderId) => members.as(staff, 'POST Order/Refund', { body: { orderId, reason: 'Передумали' } })),
        gifts.pay(late),
        ...winners.map((one) => fixture.askOrder(early.giftId, one)),
        refund(early.giftId),
      ]);
      expect(taken.filter(({ status }) => status === 'rejected')).toEqual([]);
      for (const orderId of orders) await shop.reaches(staff, orderId, 'Refunded');
      await fixture.settle();
      const { stock, stocked, ordered, owed } = await fixture.stateOf(sold.productId);
      expect([(stock ?? 0) + stocked + ordered, stocked]).toEqual([20, owed]);
    }
    expect(await countDeadlocks(app.db)).toBe(0);
  });

  test('the order of a piece is taken back by two of the staff, moved and found again: once', async () => {
    const staff = await members.person('moderator');
    for (let round = 0; round < 4; round += 1) {
      const sold = await fixture.product(3);
      const winner = await members.person();
      const { giftId } = await fixture.drawn(sold, [winner], { pieces: 2 });
      const before = await members.balanceOf(sold.seller);
      const { orderId } = await fixture.order(giftId, winner);
      const move = (status: string) => members.as(staff, 'PUT Order/UserOders', { body: { orderId, status } });
      await Promise.all([
        move('Refunded'),
        move('Refunded'),
        members.as(staff, 'PUT Order/BulkStatus', { body: { orderIds: [orderId], status: 'Refunded' } }),
        members.as(staff, 'POST Order/Refund', { body: { orderId, reason: 'Нет такой вещи' } }),
        members.as(winner, 'POST Order/Cancel', { query: { orderId } }),
        fixture.askOrder(giftId, winner),
        refund(giftId),
      ]);
      expect(await shop.statusOf(staff, orderId)).toBe('Refunded');
      const { stock, stocked, ordered } = await fixture.stateOf(sold.productId);
      expect([stock, stocked, ordered]).toEqual([3, 0, 0]);
      // The whole donation went back, and what the delivery has cost came back.
      expect((await members.balanceOf(sold.seller)) - before).toBe(-2 * 2_500_000 * 0.95);
    }
    expect(await countDeadlocks(app.db)).toBe(0);
  });

  test('it is ordered while its time ends: an order, or a piece in the stock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sold = await fixture.product(4);
      const winners = await gifts.people(4);
      const { giftId } = await fixture.drawn(sold, winners, { pieces: 4 });
      clock.now = new Date(clock.now.getTime() + 30 * 86_400_000 - 1);
      const asked = winners.map((one) => fixture.askOrder(giftId, one));
      clock.now = new Date(clock.now.getTime() + 1);
      const answers = await Promise.all([...asked, fixture.settle().then(() => null)]);
      await fixture.settle();
      const placed = answers.filter((answer) => answer?.status === 200).length;
      expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 4 - placed, stocked: 0, ordered: placed });
    }
  });
});
