import { afterAll, expect, test } from 'vitest';
import { type AllUsersFilter, readAllUsers } from '#app/creators/all-users-store.server.ts';
import { readGiven } from '#app/donations/lists/donation-lists-store.server.ts';
import { readStatement } from '#app/ledger/statement-store.server.ts';
import { readPage } from '#app/orders/list/order-list-store.server.ts';
import { readPayouts } from '#app/payouts/payouts-store.server.ts';
import { countPeopleWithFieldsIn, peopleWithFieldsIn } from '#app/profile/decision-store.server.ts';
import { readUsersByState } from '#app/profile/review/profile-store.server.ts';
import { readAudit } from '#app/staff/audit/audit-store.server.ts';
import { fill } from '#test/bench/growth/fill.ts';
import { idOf } from '#test/bench/growth/ids.ts';
import { onServer, openTestDatabase } from '#test/support/database/database.ts';

const person = idOf.person(1);
const account = idOf.account(1);

/** More than a thousand rows of each list, many of the same moment. */
const much = [
  `with made as (
     insert into posting (kind, reference) select 'donation', uuid_v7() from generate_series(1, 2300) returning id
   )
   insert into entry (posting_id, account_id, amount)
   select made.id, side.account, side.amount
   from (select id, 1 + abs(hashtext(id::text)) % 9000 as amount from made) made, lateral (values
     ('${account}'::uuid, made.amount), ('00000000-0000-7000-8000-000000000001'::uuid, -made.amount)) side (account, amount)`,
  `insert into donation (id, project_id, donor_id, donor_key, is_anonymous, amount, commission, number, paid_at)
   select uuid_v7(), '${idOf.project(1)}', '${person}', 'person:1', false, n, 0, 100000 + n, now() - n / 3 * interval '1 minute'
   from generate_series(1, 2300) n`,
  `insert into payout (person_id, account_id, amount, card_mask, state, bank_reference, decided_at, created_at)
   select '${person}', '${account}', n, '8600 •••• •••• ' || lpad((n % 700)::text, 4, '0'),
     case when n % 2 = 0 then 'Paid' else 'Requested' end, case when n % 2 = 0 then 'BANK' end, case when n % 2 = 0 then now() end,
     now() - n / 3 * interval '1 minute' from generate_series(1, 4600) n`,
  `with made as (
     insert into person (id, phone) select uuid_v7(), 'many' || n from generate_series(1, 2300) n returning id, phone
   )
   insert into creator (user_id, user_name, given_name, types, is_verified, is_blocked)
   select id, phone, 'Каримова', array[hashtext(phone) & 3], hashtext(phone) % 3 = 0, hashtext(phone) % 50 = 0 from made`,
  `insert into profile_field (user_id, name, value, state, requested_at, decided_at)
   select user_id, field, 'a', 'Confirmed', now() - abs(hashtext(user_name || field)) % 500 * interval '1 minute', now()
   from creator, unnest(array['TgLink', 'WebLink', 'FbLink']) field
   where user_name like 'many%' and hashtext(user_name || field) % 3 <> 0
   on conflict do nothing`,
  `insert into audit (actor_id, call, subject, input)
   select case when n % 3 = 0 then '${person}'::uuid else '${idOf.person(2)}'::uuid end, 'PUT Moderator/ConfirmUser',
     case when n % 2 = 0 then '${person}' else '${idOf.person(3)}' end, '{}' from generate_series(1, 1300) n`,
];

const database = await openTestDatabase();
const db = database.db;
await onServer(database.url, async (client) => {
  await fill(client, 0.001, () => undefined);
  for (const text of much) await client.query(text);
});
afterAll(() => database.close());

const valuesOf = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  (await db.pool.query<{ value: unknown }>(text, [...values])).rows.map(({ value }) => value);

type Slice = (skip: number, take: number) => Promise<{ items: readonly unknown[]; count: number }>;

/** For each list, all rows in order, and the way the product reads a page of it. */
const lists: Record<string, { all: string; read: Slice }> = {
  'a statement': {
    all: `select posting_id || ' ' || sum(amount) over (order by posting_id) as value from entry
      where account_id = '${account}' order by posting_id desc`,
    read: async (skip, take) => {
      const { items, count } = await readStatement(db, {
        accountId: account,
        period: { from: null, to: null },
        skip,
        take,
      });
      return { items: items.map(({ id, balance }) => `${id} ${balance}`), count };
    },
  },
  'given donations': {
    all: `select id as value from donation where donor_id = '${person}' and number is not null order by paid_at desc, id desc`,
    read: async (skip, take) => {
      const always = { from: null, to: null };
      const { items, count } = await readGiven(db, { donorId: person, period: always, skip, take });
      return { items: items.map(({ id }) => id), count };
    },
  },
  'paid payouts': {
    all: `select id as value from payout where state = 'Paid' order by created_at desc, id desc`,
    read: async (skip, take) => {
      const { items, count } = await readPayouts(db, { state: 'Paid', skip, take });
      return { items: items.map(({ id }) => id), count };
    },
  },
  'payouts that wait': {
    all: `select id as value from payout where state = 'Requested' order by created_at, id`,
    read: async (skip, take) => {
      const { items, count } = await readPayouts(db, { state: 'Requested', skip, take });
      return { items: items.map(({ id }) => id), count };
    },
  },
  'confirmed fields': {
    all: `select user_id as value from profile_field where state = 'Confirmed' group by 1 order by min(requested_at), user_id`,
    read: async (skip, take) => {
      const { userIds, count } = await readUsersByState(db, { state: 'Confirmed', among: null, skip, take });
      return { items: userIds, count };
    },
  },
  'the trail': {
    all: `select id as value from audit order by created_at desc, id desc`,
    read: async (skip, take) => {
      const { items, count } = await readAudit(db, { words: [], people: [], userId: null }, { skip, take });
      return { items: items.map(({ id }) => id), count };
    },
  },
  'the trail of a person': {
    all: `select id as value from audit where actor_id = '${person}' or subject = '${person}' order by created_at desc, id desc`,
    read: async (skip, take) => {
      const { items, count } = await readAudit(db, { words: [], people: [], userId: person }, { skip, take });
      return { items: items.map(({ id }) => id), count };
    },
  },
};

test.each(Object.entries(lists))(
  'every page of %s is where it belongs, and the count is the count',
  async (_, list) => {
    const all = await valuesOf(list.all);
    expect(all.length).toBeGreaterThan(800);
    for (const skip of [
      0,
      999,
      1_000,
      1_007,
      Math.floor(all.length / 2),
      all.length - 21,
      all.length - 3,
      all.length,
      9_999,
    ]) {
      const { items, count } = await list.read(skip, 20);
      expect([skip, count, items]).toEqual([skip, all.length, all.slice(skip, skip + 20)]);
    }
  },
);

const filters: readonly (readonly [string, AllUsersFilter])[] = [
  ['true', { among: [] }],
  ['true', { search: ' ', among: [] }],
  ['types @> array[2]::smallint[]', { type: 2, among: [] }],
  ['is_verified', { isVerified: true, among: [] }],
  [
    `concat_ws(' ', given_name, sur_name) ilike '%каримова%' and is_verified`,
    { search: 'каримова', isVerified: true, among: [] },
  ],
  [
    `user_id in (select user_id from profile_field where state = 'Confirmed')`,
    {
      among: [peopleWithFieldsIn('Confirmed')],
      countAmong: () => countPeopleWithFieldsIn(db, 'Confirmed'),
    },
  ],
  [
    `is_blocked and user_id in (select user_id from profile_field where state = 'Confirmed')`,
    {
      isBlocked: true,
      among: [peopleWithFieldsIn('Confirmed')],
      countAmong: () => countPeopleWithFieldsIn(db, 'Confirmed'),
    },
  ],
];

test.each(filters)('every person with %s is counted', async (condition, filter) => {
  const [counted] = await valuesOf(`select count(*)::int as value from creator where ${condition}`);
  const { count } = await readAllUsers(db, filter, { ranking: 'order_place', skip: 0, take: 5 });
  expect(count).toBe(counted);
  expect(count).toBeGreaterThan(0);
});

test('orders of sellers are counted once each, alone and narrowed further', async () => {
  const sold = `select count(*)::int as value from shop_order o where status > 0 and exists (
    select from order_line l join creator c on c.user_id = l.seller_id where l.order_id = o.id and c.user_name like '%a%')`;
  const [all] = await valuesOf(sold);
  expect(await readPage(db, { sellerName: 'a' }, { skip: 0, take: 1 })).toMatchObject({ count: expect.any(Number) });
  expect((await readPage(db, { sellerName: 'aziz' }, { skip: 0, take: 1 })).count).toBe(
    (await valuesOf(sold.replace(`'%a%'`, `'%aziz%'`)))[0],
  );
  const [completed] = await valuesOf(`${sold.replace(`'%a%'`, `'%aziz%'`)} and status = 6`);
  expect((await readPage(db, { sellerName: 'aziz', statuses: [6] }, { skip: 0, take: 1 })).count).toBe(completed);
  expect(all).toBeGreaterThan(0);
  expect(completed).toBeGreaterThan(0);
});
