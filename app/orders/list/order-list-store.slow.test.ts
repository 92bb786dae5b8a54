import { raw } from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOf, blocksOfWork, fillWithout, planOf, sampledIn } from '#test/support/database/query-plan.ts';
import { exportOrders } from './order-export.server.ts';
import {
  countQuery,
  foundQuery,
  listQuery,
  type OrderFilter,
  type OrderSlice,
  readPage,
  readSlice,
} from './order-list-store.server.ts';

const many = Number(process.env.ORDER_ROWS ?? 40_000);
const people = 5_000;

const idOf = (number: number) => `018bcfe5-6800-7000-8000-${number.toString(16).padStart(12, '0')}`;
const userId = (expression: string) => `('018bcfe5-6800-7000-8000-' || lpad(to_hex(${expression}), 12, '0'))::uuid`;

const world = `
  insert into account (id, kind, name) values ('00000000-0000-7000-8000-00000000ffff', 'platform', 'one for all');
  insert into person (id, phone) select ${userId('n')}, '99890' || n from generate_series(1, ${people}) n;
  insert into creator (user_id, user_name) select ${userId('n')}, 'n' || substr(md5(n::text), 1, 12)
    from generate_series(1, ${people}) n;
  insert into project (user_id, account_id) select user_id, '00000000-0000-7000-8000-00000000ffff' from creator;
  insert into category (name, place) values ('Вещи', 1);
  insert into product (name, price, category_id, user_id) select 'Худи', 100, (select min(id) from category), ${userId('1')};`;

/** People who have ordered nothing, so that their phones are worth an index. */
const strangers = `insert into person (phone) select '99871' || n from generate_series(1, 100000) n;`;

const orders = `
  insert into shop_order (user_id, status, number, address, recipient_name, recipient_phone, total, placed_at, pay_until, item_names)
    select ${userId(`n % ${people} + 1`)}, case when n % 50 = 0 then 2 else 6 end, order_number(), 'Ташкент',
      'Получатель ' || md5(n::text), '998' || n, 100, now() - n * interval '1 minute', now() + interval '1 day', 'Худи'
    from generate_series(1, ${many}) n;
  insert into order_line (order_id, product_id, quantity, name, category_name, description, seller_id, seller_user_name,
    seller_name, price, commission)
    select id, (select min(id::text)::uuid from product), 1, 'Худи', '', '', ${userId('1')}, 'seller', 'Seller', 100, 5
    from shop_order;
  insert into order_seller (seller_id, placed_at, order_id)
    select ${userId(`abs(hashtext(id::text)) % ${people} + 1`)}, placed_at, id from shop_order;`;

const database = await openTestDatabase({ statementTimeoutMs: 0 });
const db = database.db;
await db.execute(raw(world));
await fillWithout(db, ['order_text_search', 'person_phone_search'], `${strangers} ${orders}`);
await db.execute(raw('vacuum analyze shop_order, order_text'));
await db.execute(raw('vacuum analyze order_seller'));
await db.execute(raw('vacuum analyze order_line'));
await db.execute(raw('vacuum analyze creator'));
await db.execute(raw('vacuum analyze person'));
afterAll(() => database.close());

const first = { skip: 0, take: 12 } as const;

describe('a list of orders reads a range of an index', () => {
  test.each<[string, OrderFilter, OrderSlice]>([
    ['order_placed_at', {}, first],
    ['order_placed_at', {}, { skip: 0, take: 200, after: { at: Date.now() * 1_000, id: idOf(1) } }],
    ['order_placed_at', { period: { from: new Date(Date.now() - 3_600_000), to: new Date() } }, first],
    ['order_status', { statuses: [2] }, first],
    ['order_user', { userId: idOf(7) }, first],
    ['order_user', { userId: idOf(7), statuses: [6] }, first],
    ['order_user', { userId: idOf(7), number: '12' }, first],
    ['order_user', { userId: idOf(7), shownSellerName: 'nc4ca4238a0b' }, first],
    ['order_pickup', { pickupPointId: 3 }, first],
  ])('%s for %j', async (index, filter, slice) => {
    const read = await planOf(db, listQuery(filter, slice));
    expect(read).toContain(index);
    expect(read).not.toMatch(/Seq Scan on shop_order/);
  });
});

test("a buyer's search by number reads an index alone", async () => {
  const filter = { userId: idOf(7), number: '12' };
  expect(await planOf(db, countQuery(filter))).toMatch(/Index Only Scan using order_user/);
});

describe('a search of orders finds them first', () => {
  test.each<[string, OrderFilter]>([
    ['order_text_search', { search: '1234567' }],
    ['order_user', { search: 'nc81e728d9d4' }],
    ['order_seller_pkey', { sellerName: 'nc4ca4238a0b' }],
    ['order_user', { userName: 'nc81e728d9d4' }],
    ['order_text_search', { search: '902656898', phone: '902656898' }],
    ['person_phone_search', { search: '902656898', phone: '902656898' }],
    ['order_user', { search: '902656898', phone: '902656898' }],
    ['person_phone_search', { userName: '902656898', userPhone: '902656898' }],
  ])('by %s for %j', async (index, filter) => {
    const read = await planOf(db, foundQuery(filter, first));
    expect(read).toContain(index);
    expect(read).not.toMatch(/Seq Scan on shop_order/);
  });

  test('even when the planner overestimates the matches', async () => {
    // The estimate is a hundredth of all orders, with which a scan of the list in its order would seem cheap.
    const numbers = await sampledIn(db, 'order_text', 'search_text', '^ (\\d+) ');
    const [number = ''] = numbers;
    const [name = ''] = await sampledIn(db, 'creator', 'everybody_text', 'n[0-9a-f]{12}');
    for (const filter of [
      { search: number },
      { search: '998904321', phone: '998904321' },
      { search: number, statuses: [2, 6] },
      { search: name },
      { userName: name },
      { sellerName: name },
    ]) {
      expect(await blocksOf(db, foundQuery(filter, first)), JSON.stringify(filter)).toBeLessThan(600);
    }
    expect(await readPage(db, { search: number }, first)).toMatchObject({ count: 1, rows: [{ number }] });
  });

  test.each<[string, OrderFilter]>([
    ['a word of all', { search: 'худи' }],
    ['a word of buyers', { search: 'nc8' }],
    ['digits', { search: '12' }],
    ['a status and a word', { statuses: [2], search: 'худи' }],
    ['a buyer', { userName: 'nc8' }],
    ['a part of a phone', { search: '432', phone: '432' }],
    ['a part of a buyer’s phone', { userName: '432', userPhone: '432' }],
    ['a seller', { sellerName: 'nc4' }],
    ['a seller and a status', { sellerName: 'nc4', statuses: [6] }],
  ])('in the order of the list: %s', async (_name, filter) => {
    const { rows: counted } = await db.execute<{ count: number }>(countQuery(filter));
    const count = counted[0]?.count ?? 0;
    expect(count).toBeGreaterThan(12);
    for (const skip of [0, 5, 1_000, count - 3, count + 10]) {
      const page = { skip, take: 6 };
      const found = await readPage(db, filter, page);
      expect(found.count).toBe(count);
      expect(found.rows.map(({ id }) => id)).toEqual((await readSlice(db, filter, page)).map(({ id }) => id));
    }
  });
});

test.each<OrderFilter>([
  { userId: idOf(7) },
  { userId: idOf(7), search: 'худи' },
  { search: '1234567' },
  { search: '902656898', phone: '902656898' },
  { sellerName: 'nc4ca4238a0b' },
  { userName: 'nc81e728d9d4' },
  { userName: '902656898', userPhone: '902656898' },
  { period: { from: new Date(Date.now() - 3_600_000), to: null } },
])('counting %j reads matching rows only', async (filter) => {
  expect(await planOf(db, countQuery(filter))).not.toMatch(/Seq Scan on shop_order/);
});

test('a page of all orders or of one status does not count rows', async () => {
  expect(await readPage(db, {}, first)).toMatchObject({ count: many });
  expect(await readPage(db, { statuses: [2] }, first)).toMatchObject({ count: many / 50 });
  expect(await blocksOfWork(db, (on) => readPage(on, { statuses: [6] }, first))).toBeLessThan(400);
});

test('an export of all orders needs no more memory than one of a few', async () => {
  const { bytes } = exportOrders(db, {}, { timeZone: 'Asia/Tashkent', phoneMask: '', language: 'ru' });
  if (bytes instanceof Uint8Array) throw new Error('the export is not sent as it is read');
  let lines = 0;
  let most = 0;
  for await (const part of bytes) {
    lines += part.split('\r\n').length - 1;
    most = Math.max(most, part.length);
    if (lines > 20_000) break;
  }
  expect(lines).toBeGreaterThan(20_000);
  expect(most).toBeLessThan(100_000);
});
