import { afterAll, expect, test } from 'vitest';
import { findReceived, readCounted } from '#app/donations/lists/donation-reports-store.server.ts';
import { readFound as readFoundProducts, readProducts } from '#app/merch/catalogue/product-list-store.server.ts';
import { readFound as readFoundOrders, readPage } from '#app/orders/list/order-list-store.server.ts';
import { type Database, openDatabase, statement } from '#base/db/db.server.ts';
import { foldCounters } from '#base/db/hour-tally.server.ts';
import { fill } from '#test/bench/growth/fill.ts';
import { idOf } from '#test/bench/growth/ids.ts';
import { onServer, openTestDatabase } from '#test/support/database/database.ts';

const database = await openTestDatabase();
const db = database.db;
await onServer(database.url, (client) => fill(client, 0.005, () => undefined));
afterAll(() => database.close());

const change = (text: string) => db.pool.query(text);

interface Found {
  readonly rows: readonly { readonly id: string }[];
  readonly count: number;
}

type Ask = (page: { skip: number; take: number }) => Promise<Found>;

/** Asks as the lists do and, for comparison, with all matches read anew. */
interface Search {
  readonly asked: Ask;
  readonly anew: Ask;
}

const shown = ({ rows, count }: Found) => `${rows.map(({ id }) => id).join()} of ${count}`;

/** Pages of a search, from both ends and between, are those of a search that nothing is remembered of; returns their count. */
async function compare({ asked, anew }: Search): Promise<number> {
  const { count } = await anew({ skip: 0, take: 1 });
  for (const skip of [0, 0, 7, 295, Math.floor(count / 2), count - 3, count - 12, count, count + 9]) {
    const page = { skip: Math.max(0, skip), take: 10 };
    const one = shown(await asked(page));
    const other = shown({ ...(await anew(page)), count });
    if (one !== other) throw new Error(`the page at ${skip} is ${one}, not ${other}`);
  }
  return count;
}

const products = (audience: 'buyers' | 'moderators', priceOrder: 'up' | 'down' | null): Search => ({
  asked: (page) => readProducts(db, { search: 'худи' }, { ...page, audience, priceOrder }),
  anew: (page) => readFoundProducts(db, { search: 'худи' }, { ...page, audience, priceOrder }),
});

const orders = (filter: Parameters<typeof readPage>[1]): Search => ({
  asked: (page) => readPage(db, filter, page),
  anew: (page) => readFoundOrders(db, filter, page),
});

test('what is remembered of a search of products is asked again once a product is another one', async () => {
  for (const [audience, priceOrder] of [
    ['buyers', null],
    ['buyers', 'up'],
    ['moderators', null],
    ['moderators', 'down'],
  ] as const) {
    const search = products(audience, priceOrder);
    const before = await compare(search);
    await change(
      `update product set name = 'Кепка' where id = (select id from product_text where is_listed and search_text like '%xudi%' limit 1)`,
    );
    expect(await compare(search)).toBe(before - 1);
    await change(
      `update product set price = price + 70000000, is_top = true where id = (select id from product_text where is_listed and search_text like '%xudi%' order by id limit 1)`,
    );
    expect(await compare(search)).toBe(before - 1);
  }
});

test('and one of orders once an order, a name or a phone is another one', async () => {
  const named = `user_id = (select user_id from shop_order where status > 0 order by id limit 1)`;
  await change(`update creator set given_name = 'Эсмеральда' where ${named}`);
  const byItem = orders({ search: 'худи' });
  const byBuyer = orders({ search: 'эсмеральда' });
  const bySeller = orders({ sellerName: 'aziz' });
  const byStatus = orders({ search: 'худи', statuses: [6] });
  const all = [byItem, byBuyer, bySeller, byStatus];
  const before = [await compare(byItem), await compare(byBuyer), await compare(bySeller), await compare(byStatus)];
  expect(Math.min(...before)).toBeGreaterThan(0);
  await change(`update shop_order set status = 5 where id = (
    select id from order_text where status = 6 and search_text like '%xudi%' limit 1)`);
  expect(await compare(byStatus)).toBe((before[3] ?? 0) - 1);
  await change(`update creator set given_name = 'Анна' where ${named}`);
  expect(await compare(byBuyer)).toBe(0);
  await change(
    `update person set phone = '998907654321' where id = (select user_id from shop_order where status = 6 order by id desc limit 1)`,
  );
  expect(await compare(orders({ search: '7654321', phone: '7654321' }))).toBeGreaterThan(0);
  for (const search of all) expect(await compare(search)).toBeGreaterThanOrEqual(0);
});

test('and one of donations once another one is paid or one is worded anew', async () => {
  const projectId = idOf.project(1);
  const last = async () => {
    const { rows } = await db.pool.query<{ last: number }>(
      'select last_number as last from project_total where project_id = $1',
      [projectId],
    );
    return rows[0]?.last ?? 0;
  };
  const always = { from: null, to: null };
  const search: Search = {
    asked: async (page) => {
      const { items, count } = await findReceived(db, { projectId, period: always, search: 'стрим', ...page });
      return { rows: items, count };
    },
    anew: async (page) => readCounted(db, { projectId, search: 'стрим', first: 1, last: await last() }, page),
  };
  const before = await compare(search);
  await change(`update donation set message = 'Лучший стрим' where id = (
    select id from donation where project_id = '${projectId}' and number is not null and message is null limit 1)`);
  expect(await compare(search)).toBe(before + 1);
  await change(`update project_total set last_number = last_number + 1 where project_id = '${projectId}'`);
  await change(`insert into donation (id, project_id, donor_key, name, message, is_anonymous, amount, commission, number, paid_at)
    select uuid_v7(), project_id, 'name:друг', 'Друг', 'Твой стрим', false, 100000, 0, last_number, now() from project_total
    where project_id = '${projectId}'`);
  expect(await compare(search)).toBe(before + 2);
});

/** A change that one of many writers makes and takes back, and what it finds then. */
interface Toggle {
  readonly ids: string;
  readonly on: string;
  readonly off: string;
  readonly ask: (asked: Database) => Promise<readonly { readonly id: string }[]>;
}

const page = { skip: 0, take: 200 };
const toggles: readonly Toggle[] = [
  {
    ids: `select id from product_text where is_listed order by id limit 8`,
    on: `update product set name = 'Синхрофазотрон' where id = $1`,
    off: `update product set name = 'Кепка' where id = $1`,
    ask: async (asked) =>
      (await readProducts(asked, { search: 'синхрофазотрон' }, { ...page, audience: 'buyers', priceOrder: null })).rows,
  },
  {
    ids: `select id from donation where project_id = '${idOf.project(1)}' and number is not null order by id limit 8`,
    on: `update donation set message = 'Наш синхрофазотрон' where id = $1`,
    off: `update donation set message = null where id = $1`,
    ask: async (asked) => {
      const projectId = idOf.project(1);
      const search = { projectId, period: { from: null, to: null }, search: 'синхрофазотрон', ...page };
      return (await findReceived(asked, search)).items;
    },
  },
  {
    ids: `select min(id::text) as id from shop_order where status > 0 group by user_id order by 1 limit 8`,
    on: `update creator set given_name = 'Синхрофазотрон' where user_id = (select user_id from shop_order where id = $1)`,
    off: `update creator set given_name = 'Анна' where user_id = (select user_id from shop_order where id = $1)`,
    ask: async (asked) => (await readPage(asked, { search: 'синхрофазотрон' }, page)).rows,
  },
  {
    ids: `select id from shop_order where status > 0 and user_id in (
      select user_id from shop_order where status > 0 order by id desc limit 1) order by id limit 8`,
    on: `update shop_order set status = 6, pickup_point_id = null, address = 'улица Циклотрона' where id = $1`,
    off: `update shop_order set status = 5, pickup_point_id = null, address = 'улица Циклотрона' where id = $1`,
    ask: async (asked) => (await readPage(asked, { search: 'циклотрона', statuses: [6] }, page)).rows,
  },
];

test('whoever was answered finds the change, in each of two processes, whatever the order of commits', async () => {
  const other = openDatabase({ url: database.url, max: 12 });
  let isChanging = true;
  const folding = (async () => {
    while (isChanging) await foldCounters(db, 1, 40);
  })();
  const missed: string[] = [];
  /** Each changes before and commits after the next one. */
  const turn = async (toggle: Toggle, ids: readonly string[], isOn: boolean, at = 0): Promise<void> => {
    await db.transaction(async (tx) => {
      await tx.run(statement(isOn ? toggle.on : toggle.off), [ids[at]]);
      if (at + 1 < ids.length) await turn(toggle, ids, isOn, at + 1);
    });
    for (const asked of [db, other, db]) {
      const isFound = (await toggle.ask(asked)).some(({ id }) => id === ids[at]);
      if (isFound !== isOn) missed.push(`${isOn ? toggle.on : toggle.off}: ${ids[at]}`);
    }
  };
  try {
    for (const toggle of toggles) {
      const ids = (await db.pool.query<{ id: string }>(toggle.ids)).rows.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(2);
      for (const isOn of [true, false, true, false]) await turn(toggle, ids, isOn);
    }
  } finally {
    isChanging = false;
    await folding;
    await other.close();
  }
  expect(missed).toEqual([]);
}, 60_000);
