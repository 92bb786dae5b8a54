import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dayIn } from '#base/text/days.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { numberOf, type OrderStatus, orderStatuses, staffSteps } from './order-status.ts';
import { countsByStatus, ordersByDay, ordersOf } from './orders.server.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const listAnswer = z.object({
  data: z.object({
    count: z.number(),
    items: z.array(z.object({ orderId: z.string(), number: z.string(), status: z.number() })),
  }),
});

async function list(who: SignedIn, query: Record<string, unknown> = {}, call: 'Orders' | 'UserOders' = 'Orders') {
  const answer = await shop.app.api(`GET Order/${call}`, { query }, { token: who.token });
  const { items, count } = listAnswer.parse(answer.body).data;
  return { ids: items.map(({ orderId }) => orderId), numbers: items.map(({ number }) => number), count };
}

async function force(orderId: string, status: OrderStatus): Promise<void> {
  await shop.app.db.execute(sql`update shop_order set status = ${numberOf(status)} where id = ${orderId}`);
}

describe('changing the status of an order', () => {
  test('follows the table for every pair of statuses', async () => {
    const buyer = await shop.person();
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    const placed = orderStatuses.filter((status) => status !== 'Basket');
    const byHand = placed.filter((status) => !['Cancelled', 'Refunded'].includes(status));
    for (const from of placed) {
      for (const to of byHand) {
        await force(orderId, from);
        const answer = await shop.move(shop.staff, orderId, numberOf(to));
        const allowed = staffSteps(from, 'address').some((step) => step === to);
        expect([from, to, answer.status]).toEqual([from, to, allowed ? 200 : 409]);
        if (!allowed) expect(answer.body).toMatchObject({ error: { code: 'WrongTransition' } });
      }
    }
  });

  test('is for staff only, accepts numbers and names, and is in history and audit trail', async () => {
    const buyer = await shop.person();
    const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    expect(await shop.move(buyer, orderId, 3)).toMatchObject({ status: 403 });
    expect(await shop.move(shop.staff, orderId, 3)).toMatchObject({ status: 200 });
    expect(await shop.move(shop.staff, orderId, 'Shipped')).toMatchObject({ status: 200 });
    expect(await shop.move(shop.staff, orderId, 'ReadyForPickup')).toMatchObject({ status: 409 });
    expect(await shop.move(shop.staff, orderId, 9)).toMatchObject({ status: 400 });
    const { history } = await shop.orderFor(shop.staff, orderId);
    expect(history.map(({ statusName, by }) => `${statusName} ${by}`)).toEqual([
      'AwaitingPayment buyer',
      'Paid payment',
      'Processing staff',
      'Shipped staff',
    ]);
    expect(history.at(-1)?.userName).toEqual(expect.any(String));
    const { rows } = await shop.app.db.execute(sql`
      select input from audit where call = 'PUT Order/UserOders' and subject = ${orderId}`);
    expect(rows).toHaveLength(2);
  });

  test('happens once when two moderators do it at once', async () => {
    const buyer = await shop.person();
    const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.move(shop.staff, orderId, 'Processing')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('for several orders returns a result for each', async () => {
    const buyer = await shop.person();
    const productId = await shop.product();
    const paid = await shop.bought(buyer, [{ productId }]);
    const unpaid = await shop.placed(buyer, [{ productId }]);
    const none = '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c';
    const body = { orderIds: [paid.orderId, unpaid.orderId, none], status: 'Processing' };
    const answer = await shop.app.api('PUT Order/BulkStatus', { body }, { token: shop.staff.token });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          results: [
            { orderId: paid.orderId, isMoved: true, error: null },
            { orderId: unpaid.orderId, isMoved: false, error: { code: 'WrongTransition' } },
            { orderId: none, isMoved: false, error: { code: 'NotFound' } },
          ],
        },
      },
    });
  });
});

describe('a list of orders', () => {
  test("is one's own, whatever is asked for; the staff sees all", async () => {
    const buyer = await shop.person();
    const stranger = await shop.person();
    const productId = await shop.product();
    const first = await shop.placed(buyer, [{ productId }]);
    const second = await shop.placed(buyer, [{ productId }]);
    await shop.fill(buyer, [{ productId }]);
    expect(await list(buyer)).toMatchObject({ ids: [second.orderId, first.orderId], count: 2 });
    expect(await list(stranger, { UserId: buyer.userId })).toMatchObject({ ids: [], count: 0 });
    expect((await list(shop.staff, { UserId: buyer.userId })).count).toBe(2);
    expect(await list(buyer, { Skip: 1, Take: 1 })).toMatchObject({ ids: [first.orderId], count: 2 });
    expect(await list(buyer, {}, 'UserOders')).toMatchObject({ count: 2 });
    expect(await list(shop.staff, { userId: buyer.userId }, 'UserOders')).toMatchObject({ count: 2 });
    const query = { userId: buyer.userId };
    const foreign = await shop.app.api('GET Order/UserOders', { query }, { token: stranger.token });
    expect(foreign).toMatchObject({ status: 404 });
    expect(await ordersOf(shop.app.db, buyer.userId, { skip: 0, take: 5 })).toMatchObject({ count: 2 });
  });

  test('is found by the phone of the recipient and of the buyer, however it is typed', async () => {
    const buyer = await shop.person();
    const other = await shop.person();
    const productId = await shop.product();
    const own = await shop.placed(buyer, [{ productId }]);
    const forOther = await shop.placed(other, [{ productId }]);
    await shop.app.db.execute(sql`update person set phone = '998771230045' where id = ${buyer.userId}`);
    const ofOther = sql`number = '22222222', recipient_phone = '998771230046'`;
    await shop.app.db.execute(sql`update shop_order set number = '11111111' where id = ${own.orderId}`);
    await shop.app.db.execute(sql`update shop_order set ${ofOther} where id = ${forOther.orderId}`);
    const searched = async (UserId: string, query: Record<string, string>) => ({
      ...query,
      ids: (await list(shop.staff, { UserId, ...query })).ids,
    });
    const spellings = (end: string) => [
      `+998 77 123-00-${end}`,
      `77 123 00 ${end}`,
      `7712300${end}`,
      `3-00-${end}`,
      `00${end}`,
    ];
    for (const Search of spellings('45')) {
      expect(await searched(buyer.userId, { Search })).toEqual({ Search, ids: [own.orderId] });
      expect(await searched(other.userId, { Search })).toEqual({ Search, ids: [] });
      const query = { UserId: buyer.userId, Search };
      const { body } = await shop.app.api('GET Order/Export', { query }, { token: shop.staff.token });
      expect(String(body)).toContain('11111111');
    }
    for (const Search of spellings('46')) {
      expect(await searched(other.userId, { Search })).toEqual({ Search, ids: [forOther.orderId] });
      expect(await searched(buyer.userId, { Search })).toEqual({ Search, ids: [] });
    }
    for (const UserName of spellings('45')) {
      expect(await searched(buyer.userId, { UserName })).toEqual({ UserName, ids: [own.orderId] });
      expect(await searched(other.userId, { UserName })).toEqual({ UserName, ids: [] });
    }
    const query = { Search: '998771230045' };
    expect(await list(buyer, query), 'a buyer searches by numbers alone').toMatchObject({ count: 0 });
  });

  test('is filtered by number, text, status, buyer, seller, pickup point and day', async () => {
    const buyer = await shop.person();
    const seller = await shop.person();
    await shop.app.db.execute(sql`update creator set user_name = 'rustam_shop' where user_id = ${seller.userId}`);
    await shop.app.db.execute(sql`update creator set user_name = 'malika.buys' where user_id = ${buyer.userId}`);
    const mug = await shop.product({ name: 'Кружка «Гранат»', seller });
    const { orderId } = await shop.bought(buyer, [{ productId: mug }]);
    const point = await shop.point();
    await shop.fill(buyer, [{ productId: await shop.product({ name: 'Плакат 50% _' }) }], { pickupPointId: point.id });
    const basket = await shop.basketOf(buyer);
    await shop.askToPay(buyer, { orderId: basket.orderId, expectedTotal: 100_000 });
    const { number } = await shop.orderFor(buyer, orderId);
    const one = { ids: [orderId], count: 1 };
    const other = { ids: [basket.orderId], count: 1 };
    expect(await list(buyer, { Search: number })).toMatchObject(one);
    expect(await list(shop.staff, { Search: `№ ${number?.slice(1, 7)}` })).toMatchObject(one);
    expect(await list(shop.staff, { Search: 'кружка granat' })).toMatchObject(one);
    await shop.app.db.execute(sql`update shop_order set recipient_phone = '998902656898' where id = ${orderId}`);
    for (const Search of ['+998 90 265-68-98', '90 265 68 98', '(90) 265–68–98', '998902656898', 'кружка 902656898'])
      expect([Search, (await list(shop.staff, { Search })).ids]).toEqual([Search, [orderId]]);
    expect(await list(shop.staff, { Search: '50%' })).toMatchObject(other);
    for (const who of [buyer, shop.staff]) {
      expect(await list(who, { Search: '%' })).toMatchObject({ count: 0 });
      expect(await list(who, { Search: "' or true --" })).toMatchObject({ count: 0 });
      for (const before of ['№ ', '№', '#', 'Заказ № ', 'заказ ', 'Order № ', 'Buyurtma №']) {
        expect(await list(who, { Search: `${before}${number}` }), before).toMatchObject(one);
      }
    }
    expect(await list(buyer, { Status: 2 })).toMatchObject(one);
    expect(await list(buyer, { Status: 'AwaitingPayment' })).toMatchObject(other);
    expect(await list(shop.staff, { UserName: 'malika.b' })).toMatchObject({ count: 2 });
    expect(await list(shop.staff, { UserName: 'mal_ka' })).toMatchObject({ count: 0 });
    expect(await list(shop.staff, { BrandUserName: 'rustam_sh' })).toMatchObject(one);
    expect(await list(shop.staff, { PickupPointId: point.id })).toMatchObject(other);
    const today = dayIn('Asia/Tashkent', new Date());
    expect(await list(buyer, { From: today, To: today })).toMatchObject({ count: 2 });
    expect(await list(buyer, { To: '2026-01-01' })).toMatchObject({ count: 0 });
    await shop.app.db.execute(sql`
      update shop_order set placed_at = '2026-10-03T20:51:00Z' where id = ${orderId}`);
    await shop.app.db.execute(sql`
      update shop_order set placed_at = '2026-10-04T18:59:59.9995Z' where id = ${basket.orderId}`);
    expect(await list(buyer, { From: '2026-10-03', To: '2026-10-03' })).toMatchObject({ count: 0 });
    expect(await list(buyer, { From: '2026-10-04', To: '2026-10-04' })).toMatchObject({ count: 2 });
    expect(await list(buyer, { From: '2026-10-05' })).toMatchObject({ count: 0 });
    const query = { pickupPointId: point.id };
    const atPoint = await shop.app.api('GET Order/AtPickUp', { query }, { token: shop.staff.token });
    expect(listAnswer.parse(atPoint.body).data).toMatchObject({ count: 1 });
    const day = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 60_000), timeZone: 'UTC' };
    expect((await ordersByDay(shop.app.db, day)).at(-1)?.count).toBeGreaterThan(0);
  });

  test.each([{ From: '0000-01-01' }, { To: '9999-12-31' }, { Status: 9 }, { Status: 'Lost' }, { Take: 101 }])(
    'refuses %j',
    async (query) => {
      const answer = await shop.app.api('GET Order/Orders', { query }, { token: shop.staff.token });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'ValidationFailed' } } });
    },
  );

  test('has the right count at all times', async () => {
    const buyer = await shop.person();
    await shop.placed(buyer, [{ productId: await shop.product() }]);
    const { rows } = await shop.app.db.execute<{ status: number; total: number }>(
      sql`select status, count(*) as total from shop_order where status > 0 group by status`,
    );
    const counts = await countsByStatus(shop.app.db);
    const expected = Object.fromEntries(rows.map(({ status, total }) => [orderStatuses[status], total]));
    expect(Object.fromEntries(Object.entries(counts).filter(([, total]) => total > 0))).toEqual(expected);
    const all = rows.reduce((sum, { total }) => sum + total, 0);
    expect((await list(shop.staff)).count).toBe(all);
  });
});

test('a closed pickup point of an order may be replaced, an open one may not', async () => {
  const buyer = await shop.person();
  const stranger = await shop.person();
  const closed = await shop.point('Закрытый');
  const open = await shop.point('Новый');
  await shop.fill(buyer, [{ productId: await shop.product() }], { pickupPointId: closed.id });
  const { orderId } = await shop.basketOf(buyer);
  await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
  const choose = (who: SignedIn, pickupPointId: number) =>
    shop.app.api('PUT Order/ChoosePickUp', { body: { orderId, pickupPointId } }, { token: who.token });
  expect(await choose(buyer, open.id)).toMatchObject({ status: 409, body: { error: { code: 'OrderPlaced' } } });
  const query = { id: closed.id };
  const removed = await shop.app.api('DELETE PickUp', { query }, { token: shop.staff.token });
  expect(removed).toMatchObject({ status: 200, body: { data: { isDeleted: false } } });
  expect(await shop.orderFor(buyer, orderId)).toMatchObject({ pickupPoint: { name: 'Закрытый', isActive: false } });
  expect(await choose(stranger, open.id)).toMatchObject({ status: 404 });
  expect(await choose(buyer, closed.id)).toMatchObject({ status: 409, body: { error: { code: 'PickUpClosed' } } });
  expect(await choose(buyer, open.id)).toMatchObject({
    status: 200,
    body: { data: { pickupPoint: { name: 'Новый', isActive: true } } },
  });
});

test('the export contains every matching order and no spreadsheet formula', async () => {
  const buyer = await shop.person();
  const productId = await shop.product({ name: '=cmd|"/c calc"!A1', price: 12_345.5 });
  const { orderId } = await shop.bought(buyer, [{ productId, quantity: 2 }], {
    recipientName: 'Иванов; "Пётр", старший;=cmd',
  });
  await shop.app.db.execute(sql`update shop_order set placed_at = '2026-10-03T20:51:00Z' where id = ${orderId}`);
  const { number } = await shop.orderFor(buyer, orderId);
  const ask = (who: SignedIn) =>
    fetch(`${shop.app.url}/api/Order/Export?Search=${encodeURIComponent(`№ ${number}`)}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
  expect((await ask(buyer)).status).toBe(403);
  const answer = await ask(shop.staff);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`"№ ${number}";"Оплачен";"2026-10-04 01:51:00";`);
  expect(lines[1]).toContain(';"Оплачен";"0";"0";""');
  expect(lines[1]).toContain(`"Иванов; ""Пётр"", старший;'=cmd"`);
  expect(lines[1]).toContain(`"'=cmd|""/c calc""!A1"`);
  expect(lines[1]).toMatch(/;"998 \(\d\d\) \d{3}-\d\d-\d\d";/);
  expect(lines[1]).not.toMatch(/"\+?\d{10,}"/);
  expect(lines[1]).toContain(';"12345,5";"2";"24691";"24691";');
});
