import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openShop, orderOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

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
  const line = { call: 'PUT Order/Update', actor: shop.staff.userId, input: { orderId, items }, details: null };
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
  const { number } = await shop.orderFor(buyer, helped.orderId);
  expect(await trailOf(own.orderId)).toEqual([]);
  expect(await trailOf(helped.orderId)).toMatchObject([
    { call: 'POST Order/Cancel', actor: shop.staff.userId, details: { number } },
  ]);
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
  const details = expect.objectContaining({ pickUpBefore: 'Закрытый', pickUp: 'Новый' });
  const line = { call: 'PUT Order/ChoosePickUp', actor: shop.staff.userId, input: body, details };
  expect(await trailOf(orderId)).toEqual(who === 'buyer' ? [] : [line]);
});
