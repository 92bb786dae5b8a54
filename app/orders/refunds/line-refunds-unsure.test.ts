import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { askAgain } from '#test/support/money/ask-again.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { refundDone as done, tooManyPieces as tooLarge } from '#test/support/money/refund-fixture.ts';
import { openRefundStage } from '#test/support/money/refund-stage.ts';

const shop = await openRefundStage();

describe('when the provider', () => {
  const line = async () => ({ productId: await shop.product({ stock: 5 }), quantity: 1 });

  test.each(['down', 'error500', 'lost-answer', 'lie-amount'])(
    'is %s, the refund is finished later and never doubled',
    async (mode) => {
      const one = await line();
      const { orderId } = await shop.bought(shop.buyer, [{ ...one, quantity: 3 }]);
      await shop.faults({ mode });
      const key = randomUUID();
      const wanted = { status: 200, body: { data: { state: 'Wanted', amount: 100_000 } } };
      expect(await shop.give(orderId, [one], key)).toMatchObject(wanted);
      expect(await shop.give(orderId, [one], key)).toMatchObject(wanted);
      expect(await shop.give(orderId, [{ ...one, quantity: 3 }])).toMatchObject(tooLarge);
      expect((await shop.orderFor(shop.buyer, orderId)).refunds).toMatchObject([{ state: 'Wanted' }]);
      expect(await shop.stockOf(one.productId)).toBe(2);
      await shop.dueNow();
      await shop.faults({});
      await Promise.all([shop.dueNow(), shop.dueNow(), shop.dueNow()]);
      expect((await shop.orderFor(shop.buyer, orderId)).refunds).toMatchObject([{ state: 'Done' }]);
      expect(await shop.stockOf(one.productId)).toBe(3);
    },
  );

  test('has refunded the whole payment meanwhile, an unanswered refund of lines ends with it', async () => {
    const one = await line();
    const before = await shop.balanceOf(shop.seller.accountId);
    const { orderId, paymentUrl } = await shop.bought(shop.buyer, [{ ...one, quantity: 3 }]);
    await shop.faults({ mode: 'down' });
    await shop.give(orderId, [one]);
    await shop.faults({});
    await shop.giveAtProvider(paymentUrl);
    await shop.reaches(shop.buyer, orderId, 'Refunded');
    await shop.dueNow();
    expect((await shop.orderFor(shop.buyer, orderId)).refunds).toMatchObject([{ state: 'Done' }]);
    expect(await shop.stockOf(one.productId)).toBe(5);
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
  });

  test('refuses for good, the pieces are free again and the payment is flagged for an operator', async () => {
    const one = await line();
    const { orderId, paymentUrl } = await shop.bought(shop.buyer, [{ ...one, quantity: 2 }]);
    // Refunded at the provider, without a callback yet.
    await shop.faults({ callbacks: 'drop' });
    await shop.giveAtProvider(paymentUrl, 15_000_000);
    const key = randomUUID();
    const refused = { status: 409, body: { error: { code: 'RefundRefused' } } };
    expect(await shop.give(orderId, [one], key)).toMatchObject(refused);
    expect(await shop.give(orderId, [one], key)).toMatchObject(refused);
    expect((await shop.orderFor(shop.staff, orderId)).refunds).toMatchObject([{ state: 'Refused' }]);
    expect((await shop.orderFor(shop.buyer, orderId)).refunds).toEqual([]);
    const { rows } = await shop.app.db.execute(sql`select problem from payment where reference = ${orderId}`);
    expect(rows).toEqual([{ problem: 'PartRefused RefundTooLarge' }]);
    await shop.app.db.execute(sql`update payment set problem = null where reference = ${orderId}`);
    await askAgain(shop.app, sql`reference = ${orderId}`);
    const past = { state: 'Done', amount: 15_000_000, lines: [] };
    expect((await shop.orderFor(shop.buyer, orderId)).refunds).toMatchObject([past]);
    await shop.faults({});
    await shop.giveAll(orderId);
    await shop.reaches(shop.buyer, orderId, 'Refunded');
  });

  describe('reports an impossible state again and again', () => {
    const bought = async () => {
      const one = await line();
      return { one, ...(await shop.bought(shop.buyer, [{ ...one, quantity: 2 }])) };
    };
    const partOf = async (orderId: string) => {
      const { rows } = await shop.app.db.execute(sql`
        select r.state, r.next_try_at = 'infinity' as "isOver", p.problem is not null as "isFlagged"
        from payment_refund r join payment p on p.id = r.payment_id where p.reference = ${orderId}`);
      return rows;
    };
    const stopped = { state: 'Wanted', isOver: true, isFlagged: true };
    /** Lets the last try of a refund fail in this way. */
    const lastTry = async () => {
      await shop.app.db.execute(sql`update payment_refund set tries = 7 where state = 'Wanted'`);
      await shop.dueNow();
    };
    /** A question to the provider, and what the background does then. */
    const report = async (orderId: string) => {
      const { payments } = shop.app.opora.areas;
      await askAgain(shop.app, sql`reference = ${orderId}`);
      await payments.parts.sweep(100);
    };

    test('the tries end, staff see the payment, and a later report of the provider is booked', async () => {
      const { one, orderId } = await bought();
      const before = await shop.balanceOf(shop.seller.accountId);
      await shop.faults({ mode: 'lie-amount' });
      await shop.give(orderId, [one]);
      expect(await partOf(orderId)).toEqual([{ ...stopped, isOver: false }]);
      await lastTry();
      expect(await partOf(orderId)).toEqual([stopped]);
      await report(orderId);
      expect(await partOf(orderId)).toEqual([stopped]);
      await shop.faults({});
      await report(orderId);
      await until(async () => (await shop.orderFor(shop.buyer, orderId)).refunds[0]?.state === 'Done');
      expect(await shop.balanceOf(shop.seller.accountId)).toBeLessThan(before);
      expect(await shop.stockOf(one.productId)).toBe(4);
      await shop.giveAll(orderId);
      await shop.reaches(shop.buyer, orderId, 'Refunded');
    });

    test('the tries of a refund of all money end too, and a later report is booked', async () => {
      const { orderId } = await bought();
      const refundOf = async () => {
        const { rows } = await shop.app.db.execute(sql`
          select o.refund_next_at = 'infinity' as "isOver", p.problem is not null as "isFlagged"
          from shop_order o join payment p on p.id = o.payment_id where o.id = ${orderId}`);
        return rows;
      };
      await shop.faults({ mode: 'lie-amount' });
      await shop.giveAll(orderId);
      expect(await refundOf()).toEqual([{ isOver: false, isFlagged: true }]);
      await shop.app.db.execute(sql`update shop_order set refund_tries = 7 where id = ${orderId}`);
      await shop.dueNow();
      expect(await refundOf()).toEqual([{ isOver: true, isFlagged: true }]);
      expect((await shop.orderFor(shop.buyer, orderId)).isRefunding).toBe(true);
      await shop.faults({});
      await report(orderId);
      await shop.reaches(shop.buyer, orderId, 'Refunded');
    });

    test('a refund of all money whose tries have ended is requested once more after a report that is possible', async () => {
      const { orderId } = await bought();
      await shop.faults({ mode: 'down' });
      await shop.giveAll(orderId);
      await shop.app.db.execute(sql`
        update shop_order set refund_tries = 8, refund_next_at = 'infinity' where id = ${orderId}`);
      await shop.faults({});
      await report(orderId);
      await shop.dueNow();
      await shop.reaches(shop.buyer, orderId, 'Refunded');
    });

    test('a refund whose tries have ended is requested once more after a report that is possible', async () => {
      const { one, orderId } = await bought();
      await shop.faults({ mode: 'down' });
      await shop.give(orderId, [one]);
      await shop.app.db.execute(sql`
        update payment_refund set tries = 8, next_try_at = 'infinity' where state = 'Wanted'`);
      await shop.faults({});
      await report(orderId);
      await until(async () => (await shop.orderFor(shop.buyer, orderId)).refunds[0]?.state === 'Done');
    });
  });

  test('was asked by a server that died before it answered, the same request refunds once', async () => {
    const one = await line();
    const { orderId } = await shop.bought(shop.buyer, [{ ...one, quantity: 3 }]);
    const key = randomUUID();
    await shop.faults({ mode: 'lost-answer' });
    await shop.give(orderId, [one], key);
    // The state that a killed process leaves of its request.
    await shop.app.db.execute(sql`update idempotency_key set answer = null, locked_until = now()`);
    await shop.faults({});
    expect(await shop.give(orderId, [one], key)).toMatchObject(done);
    expect((await shop.orderFor(shop.buyer, orderId)).refunds).toMatchObject([{ state: 'Done', amount: 10_000_000 }]);
    expect(await shop.stockOf(one.productId)).toBe(3);
  });
});
