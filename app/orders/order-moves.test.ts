import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { platformAccount } from '#app/ledger/ledger.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import { cards, until } from '#test/support/money/money-fixture.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { cancelUnpaid } from './moves/cancelling.server.ts';
import { numberOf, type OrderStatus } from './order-status.ts';

let buyer: SignedIn;
const shop = await openShop();
afterAll(() => shop.app.close());
beforeEach(async () => {
  buyer = await shop.person();
});

const wrongTransition = { status: 409, body: { error: { code: 'WrongTransition' } } };
const notFound = { status: 404 };

const cancel = (orderId: string, { token }: SignedIn) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, { token });
const refund = (orderId: string) =>
  shop.app.api('POST Order/Refund', { body: { orderId, reason: 'Не подошло' } }, { token: shop.staff.token });
const choose = (orderId: string, pickupPointId: number, { token }: SignedIn = buyer) =>
  shop.app.api('PUT Order/ChoosePickUp', { body: { orderId, pickupPointId } }, { token });

async function lastStep(orderId: string) {
  return (await shop.orderFor(shop.staff, orderId)).history.at(-1);
}

async function paymentStatus(orderId: string): Promise<string | undefined> {
  const { rows } = await shop.app.db.execute<{ status: string }>(
    sql`select status from payment where reference = ${orderId}`,
  );
  return rows[0]?.status;
}

/** Sets the status of an order directly, against the rules. */
const force = (orderId: string, status: OrderStatus) =>
  shop.app.db.execute(sql`update shop_order set status = ${numberOf(status)} where id = ${orderId}`);

/** An order that is paid at the provider, whose callback is lost. */
async function paidInSilence() {
  const order = await shop.placed(buyer, [{ productId: await shop.product({ stock: 1 }) }]);
  await shop.charge(order.paymentUrl, cards.silent);
  await shop.sendCode(order.paymentUrl);
  return order.orderId;
}

test('a basket is no order: it cannot be moved, cancelled or refunded', async () => {
  const { orderId } = await shop.ready(buyer, [{ productId: await shop.product() }]);
  for (const status of ['Basket', 'Processing', 'Cancelled', 'Refunded']) {
    expect(await shop.move(shop.staff, orderId, status)).toMatchObject(wrongTransition);
  }
  expect(await shop.move(shop.staff, '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c', 'Cancelled')).toMatchObject(notFound);
  expect(await cancel(orderId, buyer)).toMatchObject(notFound);
  expect(await refund(orderId)).toMatchObject(notFound);
  expect(await choose(orderId, (await shop.point()).id)).toMatchObject(notFound);
  expect(await shop.statusOf(buyer, orderId)).toBe('Basket');
});

describe('a cancelled order', () => {
  test('names who cancelled it: the buyer or staff', async () => {
    const productId = await shop.product({ stock: 3 });
    const own = await shop.placed(buyer, [{ productId }]);
    const helped = await shop.placed(buyer, [{ productId }]);
    expect(await cancel(own.orderId, buyer)).toMatchObject({ status: 200 });
    expect(await cancel(helped.orderId, shop.staff)).toMatchObject({ status: 200 });
    expect(await lastStep(own.orderId)).toMatchObject({ statusName: 'Cancelled', by: 'buyer', reason: null });
    expect(await lastStep(helped.orderId)).toMatchObject({ by: 'staff', userName: expect.any(String) });
    expect(await shop.stockOf(productId)).toBe(3);
  });

  test('may also be cancelled by staff with the call for statuses', async () => {
    const productId = await shop.product({ stock: 1 });
    const { orderId } = await shop.placed(buyer, [{ productId }]);
    expect(await shop.move(shop.staff, orderId, 'Cancelled')).toMatchObject({ status: 200 });
    expect(await shop.statusOf(buyer, orderId)).toBe('Cancelled');
    expect(await shop.stockOf(productId)).toBe(1);
  });

  test('is not made of an order that is already paid at the provider', async () => {
    const orderId = await paidInSilence();
    expect(await cancel(orderId, buyer)).toMatchObject(wrongTransition);
    expect(await shop.statusOf(buyer, orderId)).toBe('Paid');
  });

  test('is not made by other users, for whom the provider is not even asked', async () => {
    const orderId = await paidInSilence();
    expect(await cancel(orderId, await shop.person())).toMatchObject(notFound);
    expect([await shop.statusOf(buyer, orderId), await paymentStatus(orderId)]).not.toContain('Paid');
  });
});

describe('a refunded order', () => {
  test('stays refunded when the refund is requested again', async () => {
    const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    expect(await refund(orderId)).toMatchObject({ status: 200 });
    await shop.reaches(buyer, orderId, 'Refunded');
    expect(await refund(orderId)).toMatchObject({ status: 200 });
    expect((await shop.orderFor(buyer, orderId)).history).toHaveLength(3);
  });

  test('may also be refunded by staff with the call for statuses, which is recorded', async () => {
    const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    expect(await shop.move(shop.staff, orderId, 'Refunded')).toMatchObject({ status: 200 });
    await shop.reaches(buyer, orderId, 'Refunded');
    expect(await lastStep(orderId)).toMatchObject({ by: 'staff', userName: expect.any(String), reason: null });
    expect(await paymentStatus(orderId)).toBe('Refunded');
    expect(await shop.move(shop.staff, orderId, 'Refunded')).toMatchObject(wrongTransition);
  });

  test('that was refunded by the provider names no member of staff', async () => {
    const { orderId, paymentUrl } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    const headers = { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' };
    await fetch(`${paymentUrl}/refund`, { method: 'POST', headers, body: '{}' });
    await shop.reaches(buyer, orderId, 'Refunded');
    expect(await lastStep(orderId)).toMatchObject({ by: 'payment', userName: null, reason: null });
  });
});

describe('another pickup point', () => {
  /** An order for a pickup point that was closed afterwards. */
  async function atClosedPoint(): Promise<string> {
    const { id } = await shop.point('Закрытый');
    await shop.fill(buyer, [{ productId: await shop.product() }], { pickupPointId: id });
    const { orderId } = await shop.basketOf(buyer);
    await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
    await shop.app.api('DELETE PickUp', { query: { id } }, { token: shop.staff.token });
    return orderId;
  }

  test('may be chosen by staff too, until the order waits there', async () => {
    const orderId = await atClosedPoint();
    const open = await shop.point('Новый');
    for (const status of ['ReadyForPickup', 'Completed', 'Cancelled'] as const) {
      await force(orderId, status);
      expect(await choose(orderId, open.id)).toMatchObject({ status: 409, body: { error: { code: 'OrderPlaced' } } });
    }
    await force(orderId, 'Shipped');
    expect(await choose(orderId, open.id, shop.staff)).toMatchObject({ status: 200 });
    expect(await shop.orderFor(buyer, orderId)).toMatchObject({
      pickupPointId: open.id,
      pickupPoint: { name: 'Новый' },
    });
  });

  test('must exist', async () => {
    const orderId = await atClosedPoint();
    expect(await choose(orderId, 2_000_000_000)).toMatchObject({
      status: 404,
      body: { error: { message: 'Такого пункта выдачи нет' } },
    });
  });

  test('is refused for an order with an address', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    const answer = await choose(orderId, (await shop.point()).id);
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'OrderPlaced' } } });
    expect(await shop.orderFor(buyer, orderId)).toMatchObject({ pickupPointId: null });
  });
});

test('a pickup point without orders is deleted', async () => {
  const { id } = await shop.point('Лишний');
  const removed = await shop.app.api('DELETE PickUp', { query: { id } }, { token: shop.staff.token });
  expect(removed).toMatchObject({ status: 200, body: { data: { isDeleted: true } } });
});

describe('an order whose status was set against the rules', () => {
  const settle = (update: { id: string; reference: string; amount: number; status: 'paid' | 'refunded' }) =>
    shop.app.opora.areas.payments.settle(update);

  test('is booked once: a second payment moves no money', async () => {
    const { orderId, total } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    const balance = await shop.balanceOf(shop.seller.accountId);
    await force(orderId, 'AwaitingPayment');
    const update = { id: `again-${orderId}`, reference: orderId, amount: total };
    await shop.app.db.execute(sql`
      insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at)
      values ('order', ${orderId}, ${update.id}, ${total}, 'UZS', 'Created', now(), now() + interval '1 hour')`);
    await expect(settle({ ...update, status: 'paid' })).rejects.toThrow('has been posted before');
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(balance);
    expect(await shop.statusOf(buyer, orderId)).toBe('AwaitingPayment');
  });

  test('is refunded only from statuses that allow it', async () => {
    const { orderId, total } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    const balance = await shop.balanceOf(shop.seller.accountId);
    await force(orderId, 'Cancelled');
    const { rows } = await shop.app.db.execute<{ id: string }>(
      sql`select provider_id as id from payment where reference = ${orderId}`,
    );
    const update = { id: rows[0]?.id ?? '', reference: orderId, amount: total, status: 'refunded' } as const;
    await expect(settle(update)).rejects.toThrow('cannot be refunded');
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(balance);
    expect(await paymentStatus(orderId)).toBe('Paid');
  });
});

test('a late payment is on the books until the provider has refunded it', async () => {
  const { payments } = shop.app.opora.areas;
  const { orderId, total } = await shop.placed(buyer, [{ productId: await shop.product() }]);
  await cancel(orderId, buyer);
  const before = await shop.balanceOf(platformAccount);
  // The provider does not know this payment, so the refund fails at first.
  const update = { id: `late-${orderId}`, reference: orderId, amount: total };
  await shop.app.db.execute(sql`
    insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at)
    values ('order', ${orderId}, ${update.id}, ${total}, 'UZS', 'Created', now(), now() + interval '1 hour')`);
  await payments.settle({ ...update, status: 'paid' });
  expect((await shop.balanceOf(platformAccount)) - before).toBe(total);
  await until(() => shop.app.logLines.some((line) => line.includes(orderId) && line.includes('could not be refunded')));
  await payments.settle({ ...update, status: 'refunded' });
  expect(await shop.balanceOf(platformAccount)).toBe(before);
});

describe('an overdue unpaid order', () => {
  const overdue = (orderId: string) =>
    shop.app.db.execute(sql`update shop_order set pay_until = now() - interval '1 second' where id = ${orderId}`);
  const payments = () => shop.app.opora.areas.payments;

  test('is cancelled by the background job', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    await overdue(orderId);
    await cancelUnpaid(shop.app.db, payments());
    expect(await lastStep(orderId)).toMatchObject({ statusName: 'Cancelled', by: 'clock', userName: null });
  });

  test('stays when its buyer begins to pay while the provider is asked', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    await overdue(orderId);
    const slow: Pick<Payments, 'leavePayment' | 'readPayment'> = {
      readPayment: (db, reference) => payments().readPayment(db, reference),
      async leavePayment(reference) {
        await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
        return payments().leavePayment(reference);
      },
    };
    await cancelUnpaid(shop.app.db, slow);
    expect(await shop.statusOf(buyer, orderId)).toBe('AwaitingPayment');
  });
});
