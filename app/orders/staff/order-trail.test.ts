import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openShop, orderOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { numberOf, type OrderStatus } from '../order-status.ts';

let buyer: SignedIn;
const shop = await openShop();
afterAll(() => shop.app.close());
beforeEach(async () => {
  buyer = await shop.person();
});

/** The audit entries about an order. */
async function trailOf(orderId: string) {
  const { rows } = await shop.app.db.execute<{ call: string; actor: string; input: unknown; details: unknown }>(
    sql`select call, actor_id as actor, input, details from audit where subject = ${orderId} order by created_at`,
  );
  return rows;
}

/** What an entry notes of an order that was changed. */
const noted = async (orderId: string, statusBefore: OrderStatus) => {
  const { number } = await shop.orderFor(shop.staff, orderId);
  return { number, statusBefore: numberOf(statusBefore) };
};

const cancel = (orderId: string, { token }: SignedIn) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, { token });

test("the staff changes a stranger's basket by Update alone, which stands in the trail", async () => {
  const productId = await shop.product();
  const { orderId } = await shop.ready(buyer, [{ productId }]);
  const items = [{ productId, quantity: 5 }];
  expect(await shop.fill(shop.staff, items, { orderId })).toMatchObject({ status: 404 });
  expect((await shop.basketOf(buyer)).items).toMatchObject([{ quantity: 1 }]);
  const update = (id: string, { token }: SignedIn) =>
    shop.app.api('PUT Order/Update', { body: { orderId: id, items } }, { token });
  const none = '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c';
  expect(await update(none, shop.staff)).toMatchObject({ status: 404 });
  expect(await update(orderId, shop.staff)).toMatchObject({ status: 200 });
  expect((await shop.basketOf(buyer)).items).toMatchObject([{ quantity: 5 }]);
  expect(await update(orderId, buyer)).toMatchObject({ status: 200 });
  const details = { number: null, statusBefore: numberOf('Basket') };
  const line = { call: 'PUT Order/Update', actor: shop.staff.userId, input: { orderId, items }, details };
  expect(await trailOf(orderId)).toEqual([line]);
  const own = orderOf(await shop.fill(shop.staff, [{ productId }]));
  expect(await update(own.orderId, shop.staff)).toMatchObject({ status: 200 });
  expect(await trailOf(own.orderId)).toEqual([]);
});

test("an order that the staff cancels for its buyer stands in the trail, one's own does not", async () => {
  const productId = await shop.product();
  const own = await shop.placed(buyer, [{ productId }]);
  const helped = await shop.placed(buyer, [{ productId }]);
  await cancel(own.orderId, buyer);
  await cancel(helped.orderId, shop.staff);
  expect(await cancel(helped.orderId, shop.staff)).toMatchObject({ status: 409 });
  const details = await noted(helped.orderId, 'AwaitingPayment');
  const line = { call: 'POST Order/Cancel', actor: shop.staff.userId, input: { orderId: helped.orderId }, details };
  expect(await trailOf(own.orderId)).toEqual([]);
  expect(await trailOf(helped.orderId)).toEqual([line]);
});

const step = (orderId: string, status: OrderStatus) =>
  shop.app.api('PUT Order/UserOders', { body: { orderId, status } }, { token: shop.staff.token });

test('each step that the staff makes is noted with the status before it', async () => {
  const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
  for (const status of ['Processing', 'Shipped'] as const)
    expect(await step(orderId, status)).toMatchObject({ status: 200 });
  expect(await step(orderId, 'Refunded')).toMatchObject({ status: 200 });
  expect((await trailOf(orderId)).map(({ details }) => details)).toEqual([
    await noted(orderId, 'Paid'),
    await noted(orderId, 'Processing'),
    await noted(orderId, 'Shipped'),
  ]);
});

test('an unpaid order that the staff steps to the end is noted as it was', async () => {
  const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
  expect(await step(orderId, 'Cancelled')).toMatchObject({ status: 200 });
  const details = await noted(orderId, 'AwaitingPayment');
  expect(await trailOf(orderId)).toMatchObject([{ call: 'PUT Order/UserOders', details }]);
});

test('a refund is noted with the status before it, also of what was refunded already', async () => {
  const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
  const refund = () =>
    shop.app.api('POST Order/Refund', { body: { orderId, reason: 'Брак' } }, { token: shop.staff.token });
  expect(await refund()).toMatchObject({ status: 200 });
  await shop.reaches(buyer, orderId, 'Refunded');
  expect(await refund()).toMatchObject({ status: 200 });
  expect((await trailOf(orderId)).map(({ details }) => details)).toEqual([
    await noted(orderId, 'Paid'),
    await noted(orderId, 'Refunded'),
  ]);
});

test('a refund of some pieces is noted with its sum and the status before it', async () => {
  const line = { productId: await shop.product(), quantity: 1 };
  const { orderId } = await shop.bought(buyer, [{ ...line, quantity: 2 }]);
  const body = { orderId, lines: [{ ...line, sizeId: null, colorId: null }] };
  const asked = { token: shop.staff.token, idempotencyKey: crypto.randomUUID() };
  expect(await shop.app.api('POST Order/RefundLines', { body }, asked)).toMatchObject({ status: 200 });
  const details = { ...(await noted(orderId, 'Paid')), amount: 100_000 };
  expect(await trailOf(orderId)).toMatchObject([{ call: 'POST Order/RefundLines', details }]);
});

test('orders cancelled together make one entry with their number', async () => {
  const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
  const body = { orderIds: [orderId], status: 'Cancelled' };
  await shop.app.api('PUT Order/BulkStatus', { body }, { token: shop.staff.token });
  const { rows } = await shop.app.db.execute(
    sql`select subject, details from audit where call = 'PUT Order/BulkStatus'`,
  );
  expect(rows).toEqual([{ subject: null, details: { orders: 1 } }]);
});

test.each(['buyer', 'staff'] as const)('another pickup point that the %s chooses', async (who) => {
  const closed = await shop.point('Закрытый');
  const open = await shop.point('Новый');
  await shop.fill(buyer, [{ productId: await shop.product() }], { pickupPointId: closed.id });
  const { orderId } = await shop.basketOf(buyer);
  await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
  await shop.app.api('DELETE PickUp', { query: { id: closed.id } }, { token: shop.staff.token });
  const { token } = who === 'buyer' ? buyer : shop.staff;
  const body = { orderId, pickupPointId: open.id };
  expect(await shop.app.api('PUT Order/ChoosePickUp', { body }, { token })).toMatchObject({ status: 200 });
  const details = { ...(await noted(orderId, 'AwaitingPayment')), pickUpBefore: 'Закрытый', pickUp: 'Новый' };
  const line = { call: 'PUT Order/ChoosePickUp', actor: shop.staff.userId, input: body, details };
  expect(await trailOf(orderId)).toEqual(who === 'buyer' ? [] : [line]);
});
