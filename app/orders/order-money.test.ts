import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fromMain, toMain } from '#base/money/money.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { cancelUnpaid } from './moves/cancelling.server.ts';
import { orderJobs } from './orders.server.ts';

let buyer: SignedIn;
const shop = await openShop();
afterAll(() => shop.app.close());
beforeEach(async () => {
  buyer = await shop.person();
});

/** The checks of the books; every number must be 0. */
async function readFaults() {
  const { db } = shop.app;
  return Object.entries({ ...(await readLedgerFaults(db)), ...(await readTotalFaults(db)) }).filter(([, n]) => n !== 0);
}

async function readPayments(orderId: string): Promise<string[]> {
  const { rows } = await shop.app.db.execute<{ status: string }>(
    sql`select status from payment where reference = ${orderId} order by created_at`,
  );
  return rows.map(({ status }) => status);
}

const refund = (orderId: string, reason = 'Пришло не то') =>
  shop.app.api('POST Order/Refund', { body: { orderId, reason } }, { token: shop.staff.token });
const cancel = (orderId: string, who = buyer) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: who.token });

test('a provider that does not answer leaves an order that can be paid later', async () => {
  const productId = await shop.product({ stock: 1 });
  const { orderId } = await shop.ready(buyer, [{ productId }]);
  const faults = (body: unknown) =>
    fetch(`${shop.app.sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await faults({ mode: 'error500' });
  const asked = { orderId, expectedTotal: 100_000 };
  const refused = await shop.askToPay(buyer, asked, `provider-down-${orderId}`);
  await faults({ mode: 'ok' });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'PaymentProviderUnavailable' } } });
  expect(await shop.statusOf(buyer, orderId)).toBe('AwaitingPayment');
  const opened = openedOf(await shop.askToPay(buyer, asked, `provider-down-${orderId}`));
  await shop.charge(opened.paymentUrl);
  await shop.reaches(buyer, orderId, 'Paid');
  expect(await shop.stockOf(productId)).toBe(0);
});

describe('a cancelled order', () => {
  test('returns its pieces and cannot be paid any more', async () => {
    const productId = await shop.product({ stock: 3 });
    const { orderId } = await shop.placed(buyer, [{ productId, quantity: 2 }]);
    expect(await shop.stockOf(productId)).toBe(1);
    const answers = await Promise.all([cancel(orderId), cancel(orderId), cancel(orderId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await shop.stockOf(productId)).toBe(3);
    const again = await shop.askToPay(buyer, { orderId, expectedTotal: 200_000 });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'WrongTransition' } } });
  });

  test('refunds money that arrives late', async () => {
    const productId = await shop.product({ stock: 1 });
    const order = await shop.placed(buyer, [{ productId }]);
    await cancel(order.orderId);
    await shop.charge(order.paymentUrl);
    await until(async () => (await readPayments(order.orderId))[0] === 'Refunded');
    expect(await shop.orderFor(buyer, order.orderId)).toMatchObject({
      statusName: 'Cancelled',
      payment: { status: 'Refunded' },
    });
    expect(await shop.stockOf(productId)).toBe(1);
    expect(await readFaults()).toEqual([]);
  });

  test('is made after 24 unpaid hours, unless the order turns out to be paid', async () => {
    const productId = await shop.product({ stock: 5 });
    const unpaid = await shop.placed(buyer, [{ productId }]);
    const fresh = await shop.placed(buyer, [{ productId }]);
    const paid = await shop.placed(buyer, [{ productId }]);
    await shop.charge(paid.paymentUrl, '8600000000000700');
    await shop.sendCode(paid.paymentUrl);
    await shop.app.db.execute(sql`
      update shop_order set pay_until = now() - interval '1 second' where id in (${unpaid.orderId}, ${paid.orderId})`);
    await Promise.all([1, 2].map(() => cancelUnpaid(shop.app.db, shop.app.opora.areas.payments)));
    const statuses = await Promise.all([unpaid, fresh, paid].map(({ orderId }) => shop.statusOf(buyer, orderId)));
    expect(statuses).toEqual(['Cancelled', 'AwaitingPayment', 'Paid']);
    expect(await shop.stockOf(productId)).toBe(3);
  });
});

describe('a refund', () => {
  test('of a late second payment never refunds the first one', async () => {
    const { payments } = shop.app.opora.areas;
    const { orderId, total } = await shop.bought(buyer, [{ productId: await shop.product({ stock: 1 }) }]);
    // The provider refuses a second payment of a paid order, so it does not know this one.
    const update = { id: `latePayment-${orderId}`, reference: orderId, amount: total };
    await shop.app.db.execute(sql`
      insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at, created_at)
      values ('order', ${orderId}, ${update.id}, ${total}, 'UZS', 'Created', now(), now() + interval '1 hour',
        now() - interval '1 hour')`);
    await payments.settle({ ...update, status: 'paid' });
    expect(await readPayments(orderId)).toEqual(['Paid', 'Paid']);
    const job = orderJobs(shop.app.db, payments).find(({ name }) => name === 'payments of cancelled orders');
    await job?.run();
    expect([await shop.statusOf(buyer, orderId), await readPayments(orderId)]).toEqual(['Paid', ['Paid', 'Paid']]);
    await payments.settle({ ...update, status: 'refunded' });
    expect([await shop.statusOf(buyer, orderId), await readPayments(orderId)]).toEqual(['Paid', ['Refunded', 'Paid']]);
    expect((await refund(orderId)).status).toBe(200);
    await shop.reaches(buyer, orderId, 'Refunded');
    expect(await readPayments(orderId)).toEqual(['Refunded', 'Refunded']);
  });

  test('reverses everything once and records its reason', async () => {
    const productId = await shop.product({ stock: 4 });
    const before = await shop.balanceOf(shop.seller.accountId);
    const { orderId } = await shop.bought(buyer, [{ productId, quantity: 3 }]);
    const answers = await Promise.all([refund(orderId), refund(orderId), refund(orderId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await shop.reaches(buyer, orderId, 'Refunded');
    const { history, payment } = await shop.orderFor(buyer, orderId);
    expect(history.at(-1)).toMatchObject({ by: 'staff', reason: 'Пришло не то', userName: null });
    expect(history.filter(({ statusName }) => statusName === 'Refunded')).toHaveLength(1);
    expect(payment).toMatchObject({ status: 'Refunded' });
    expect(await shop.stockOf(productId)).toBe(4);
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
    expect(await readFaults()).toEqual([]);
    const { rows } = await shop.app.db.execute(sql`
      select 1 from audit where call = 'POST Order/Refund' and subject = ${orderId}`);
    expect(rows).toHaveLength(3);
  });

  test('made by the provider reaches the order; shipped pieces do not return to stock', async () => {
    const productId = await shop.product({ stock: 4 });
    const { orderId, paymentUrl } = await shop.bought(buyer, [{ productId }]);
    for (const status of ['Processing', 'Shipped']) await shop.move(shop.staff, orderId, status);
    await fetch(`${paymentUrl}/refund`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await shop.reaches(buyer, orderId, 'Refunded');
    expect(await shop.stockOf(productId)).toBe(3);
    expect(await readFaults()).toEqual([]);
  });

  test('is refused for an unpaid order', async () => {
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    expect(await refund(orderId)).toMatchObject({ status: 409, body: { error: { code: 'WrongTransition' } } });
    expect(await refund('019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c')).toMatchObject({ status: 404 });
  });
});

const topAnswer = z.object({ data: z.array(z.object({ name: z.string().nullable(), amount: z.number() })) });

describe('a donation with an order', () => {
  const donationOf = (amount: number) => ({
    projectId: shop.seller.projectId,
    amount,
    name: 'Бекзод',
    message: 'Спасибо!',
  });

  test('is paid in the same payment and booked as a donation: list, top, alert and ledger', async () => {
    const productId = await shop.product({ price: 100_000 });
    const before = await shop.balanceOf(shop.seller.accountId);
    const { orderId, amount } = await shop.bought(buyer, [{ productId }], { donation: donationOf(25_000) });
    expect(amount).toBe(125_000);
    const order = await shop.orderFor(buyer, orderId);
    expect(order).toMatchObject({
      total: fromMain(100_000),
      payment: { amount: fromMain(125_000) },
      donation: { amount: fromMain(25_000), message: 'Спасибо!' },
    });
    expect(await readPayments(orderId)).toEqual(['Paid']);
    expect((await shop.balanceOf(shop.seller.accountId)) - before).toBe(fromMain(95_000 + 23_750));
    const query = { projectId: shop.seller.projectId };
    const list = await shop.app.api('GET ProjectPay/List', { query });
    expect(list).toMatchObject({ body: { data: { payments: [{ amount: 25_000, message: 'Спасибо!' }] } } });
    const top = topAnswer.parse((await shop.app.api('GET ProjectPay/Top', { query: { ...query, top: 20 } })).body);
    expect(top.data).toContainEqual(expect.objectContaining({ name: 'Бекзод', amount: 25_000 }));
    const { rows } = await shop.app.db.execute(
      sql`select 1 from alert where pay_id = ${order.donation?.donationId ?? null}`,
    );
    expect(rows).toHaveLength(1);
    expect(await readFaults()).toEqual([]);
    await refund(orderId);
    await shop.reaches(buyer, orderId, 'Refunded');
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
    expect(await readFaults()).toEqual([]);
  });

  test('stays as it was when the order is paid by another payment, and is not counted until then', async () => {
    const productId = await shop.product({ price: 100_000 });
    const { orderId } = await shop.placed(buyer, [{ productId }], { donation: donationOf(30_000) });
    const asked = { orderId, expectedTotal: 100_000 };
    expect(await shop.askToPay(buyer, { ...asked, donation: donationOf(40_000) })).toMatchObject({
      status: 409,
      body: { error: { code: 'OrderPlaced' } },
    });
    expect(openedOf(await shop.askToPay(buyer, asked)).amount).toBe(130_000);
    await cancel(orderId);
    const { rows } = await shop.app.db.execute(sql`
      select d.number from donation d join shop_order o on o.donation_id = d.id where o.id = ${orderId}`);
    expect(rows).toEqual([{ number: null }]);
  });

  test('outside the limits is refused before anything is taken', async () => {
    const productId = await shop.product({ stock: 1 });
    const { orderId, total } = await shop.ready(buyer, [{ productId }]);
    const asked = { orderId, expectedTotal: toMain(total), donation: donationOf(100) };
    expect(await shop.askToPay(buyer, asked)).toMatchObject({
      status: 400,
      body: { error: { code: 'ValidationFailed' } },
    });
    expect(await shop.stockOf(productId)).toBe(1);
  });
});
