import { readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { newPeopleByDay } from '#app/creators/all-users-store.server.ts';
import {
  countPaidDonation,
  countPartRefundedDonation,
  countRefundedDonation,
  lockProjectTotal,
  lockTotalsOf,
} from '#app/donations/donations-store.server.ts';
import { readDonationsByDay } from '#app/donations/statistics/donation-overview-store.server.ts';
import { fillProjectDays } from '#app/donations/statistics/own-statistics-store.server.ts';
import { readPaidByDay } from '#app/orders/moves-store.server.ts';
import { failedPaymentsByDay, readPayments } from '#app/payments/overview/payment-overview-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { foldCounters, hourTally } from '#base/db/hour-tally.server.ts';
import { minor } from '#base/money/money.ts';
import { fill } from '#test/bench/growth/fill.ts';
import { tallyFaults } from '#test/bench/growth/tallies.ts';
import { onServer, openTestDatabase } from '#test/support/database/database.ts';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';

const database = await openTestDatabase();
const db = database.db;
await onServer(database.url, (client) => fill(client, 0.001, () => undefined));
afterAll(() => database.close());

const rowsOf = async <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
  (await db.pool.query<Row>(text, [...values])).rows;

/** Tallies and copies that differ from the rows which they are made of. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(tallyFaults)) {
    if ((await rowsOf(query)).length > 0) found.push(what);
  }
  return found;
}

const wrongCounts = () =>
  rowsOf(`
    select 'paid' as wrong where (select coalesce(sum(total), 0) from payment_count where state = 'paid')
      <> (select count(*) from payment where status = 'Paid')
    union all
    select 'orders' where (select coalesce(sum(total), 0) from order_count) <> (select count(*) from shop_order where status > 0)
    union all
    select 'calls' where (select coalesce(sum(total), 0) from audit_count) <> (select count(*) from audit)
    union all
    select 'listings' where (select coalesce(sum(total), 0) from creator_count) <> (select count(*) from creator_listing)`);

/** Changes of a tallied row; `$1` is any number. */
const changes = [
  `update donation set refunded_at = now() where id = (
     select id from donation where paid_at is not null and refunded_at is null order by md5(id::text || $1::int) limit 1)`,
  `update donation set refunded_at = null where id = (
     select id from donation where refunded_at is not null order by md5(id::text || $1::int) limit 1)`,
  `update donation set paid_at = paid_at - $1::int * interval '7 minutes', amount = amount + $1::int where id = (
     select id from donation where paid_at is not null order by md5(id::text || $1::int) limit 1)`,
  `delete from donation where id = (
     select d.id from donation d where d.paid_at is not null and not exists (select from alert a where a.pay_id = d.id)
     order by md5(id::text || $1::int) limit 1)`,
  `update payment set status = (array['Paid', 'Failed', 'Expired', 'Refunded'])[$1::int % 4 + 1] where id = (
     select id from payment order by md5(id::text || $1::int) limit 1)`,
  `update creator set is_blocked = not is_blocked where user_id = (
     select user_id from creator order by md5(user_id::text || $1::int) limit 1)`,
  `update profile_field set state = case state when 'Awaiting' then 'Reject' else 'Awaiting' end,
     decided_at = case state when 'Awaiting' then now() end, decided_by = null, comment = null
   where user_id = (select user_id from profile_field order by md5(user_id::text || $1::int % 5) limit 1) and name < 'C'`,
  `delete from profile_field where user_id = (select user_id from profile_field order by md5(user_id::text || $1::int % 5) limit 1)
     and name > 'T'`,
  `insert into profile_field (user_id, name, value, state)
     select user_id, unnest(array['TgLink', 'WebLink', 'About']), 'https://t.me/a', 'Awaiting'
     from (select user_id from profile_field order by md5(user_id::text || $1::int % 5) limit 1) one
   on conflict (user_id, name) do update set state = excluded.state, decided_at = null, decided_by = null, comment = null`,
  `update shop_order set status = 1 + (status + $1::int) % 8, address = 'дом ' || $1::int, pickup_point_id = null
     where id = (select id from shop_order where status > 0 order by md5(id::text || $1::int) limit 1)`,
  `delete from shop_order where id = (select id from shop_order where status = 0 order by md5(id::text || $1::int) limit 1)`,
  `update product set price = price + $1::int, name = 'Кружка ' || $1::int, is_top = not is_top, deleted_at = case when $1::int % 2 = 0 then now() end
     where id = (select id from product order by md5(id::text || $1::int) limit 1)`,
  `insert into audit (actor_id, call, input) values (uuid_v7(), (array['PUT A/B', 'PUT C/D'])[$1::int % 2 + 1], '{}')`,
  `with made as (insert into posting (kind, reference) values ('test', uuid_v7()) returning id)
   insert into entry (posting_id, account_id, amount) select made.id, side.id, side.sum from made, lateral (
     (select id, $1::int + 1 as sum from account where kind = 'creator' order by md5(id::text || $1::int) limit 1)
     union all select id, -$1::int - 1 from account where kind = 'provider') side`,
  `insert into order_step (order_id, status, at, by)
     select id, 2, placed_at + $1::int * interval '11 minutes', 'payment' from shop_order where status > 0
     order by md5(id::text || $1::int) limit 1`,
  `update order_step set at = at - ($1::int % 50) * interval '7 hours' where id = (
     select id from order_step where status = 2 order by md5(id::text || $1::int) limit 1)`,
];

test('existing rows are tallied, and concurrent changes too', async () => {
  expect(await faults()).toEqual([]);
  const clients = await Promise.all(Array.from({ length: 6 }, () => db.pool.connect()));
  let isChanging = true;
  const whileChanging = async (work: () => Promise<unknown>) => {
    while (isChanging) await work();
  };
  // As in two processes; what is read meanwhile is right.
  const beside = [
    whileChanging(() => foldCounters(db, 1, 40)),
    whileChanging(() => foldCounters(db, 1, 40)),
    whileChanging(async () => expect(await wrongCounts()).toEqual([])),
  ];
  try {
    await Promise.all(
      clients.map(async (client, writer) => {
        for (let at = 0; at < 140; at += 1) {
          const number = writer * 1_000 + at;
          await client.query('begin');
          await client.query(changes[number % changes.length] ?? '', [number]);
          await client.query(at % 10 === 9 ? 'rollback' : 'commit');
        }
      }),
    );
  } finally {
    isChanging = false;
    for (const client of clients) client.release();
  }
  await Promise.all(beside);
  expect(await faults()).toEqual([]);
  await foldCounters(db, 1, 1_000);
  expect(await wrongCounts()).toEqual([]);
  expect(await rowsOf('select from hour_tally_fresh')).toEqual([]);
  expect(await rowsOf('select from payment_count group by kind, state having count(*) > 1')).toEqual([]);
}, 60_000);

/** What is paid and not yet counted: of each of these projects as many donations by a few donors, some of them months of memberships. */
const newDonations = (projects: number, each: number) =>
  rowsOf<{ id: string; projectId: string; amount: number }>(
    `insert into donation (id, project_id, donor_key, name, is_anonymous, amount, commission, membership_month)
     select uuid_v7(), project_id, case when n % 7 = 0 then 'anonymous' else 'name:' || n % 4 end, 'Имя ' || n % 4, n % 7 = 0, 10000 + n, 0,
       case when n % 5 = 0 then 1 end
     from (select project_id from project_total where last_number > 2 order by project_id limit $1) one, generate_series(1, $2::int) n
     returning id, project_id as "projectId", amount::int as amount`,
    [projects, each],
  );

const pay = (tx: Tx, { id, amount }: { id: string; amount: number }) =>
  lockProjectTotal(tx, id).then(() => countPaidDonation(tx, id, minor(amount)));

/** As a migration leaves a project: its days are not added up yet. */
const withoutDays = (tx: Tx, projectId: string) =>
  lockTotalsOf(tx, projectId)
    .then(() => tx.execute(sql`delete from project_day where project_id = ${projectId}`))
    .then(() =>
      tx.execute(sql`insert into project_without_days (project_id) values (${projectId}) on conflict do nothing`),
    );

test('the days of creators are added up while donations are paid and refunded, and after a crash', async () => {
  const before = await countDeadlocks(db);
  await db.pool.query('truncate project_day');
  await db.pool.query('insert into project_without_days select project_id from project_total');
  const asked = await newDonations(6, 24);
  expect(asked).toHaveLength(144);
  const old = await rowsOf<{ id: string }>(
    `select id from donation where number is not null and refunded_at is null and joint_id is null
       and project_id in (select project_id from donation where id = $1) order by number limit 40`,
    [asked[0]?.id],
  );
  const crash = () =>
    db
      .transaction(async (tx) => {
        await fillProjectDays(tx, 1);
        throw new Error('a crash');
      })
      .catch((error: unknown) => expect(String(error)).toContain('a crash'));
  const writers = asked.map((one, at) => async () => {
    await db.transaction((tx) => pay(tx, one));
    if (at % 3 === 0) {
      await db.transaction(async (tx) => {
        await lockProjectTotal(tx, one.id);
        await (at % 2 === 0 ? countRefundedDonation(tx, one.id) : countPartRefundedDonation(tx, one.id, 500));
      });
    }
    if (at % 12 === 5) await db.transaction((tx) => withoutDays(tx, one.projectId));
    if (at % 4 === 1) await crash();
    if (at % 6 === 2) await fillProjectDays(db, 2);
  });
  const refunds = old.map(({ id }, at) => async () => {
    await db.transaction(async (tx) => {
      await lockProjectTotal(tx, id);
      await countRefundedDonation(tx, id);
    });
    if (at % 2 === 0) await db.pool.query('update donation set refunded_at = null where id = $1', [id]);
  });
  await Promise.all([...writers, ...refunds].map((write) => write()));
  await fillProjectDays(db);
  expect(await rowsOf('select from project_without_days')).toEqual([]);
  expect(await faults()).toEqual([]);
  expect(await countDeadlocks(db)).toBe(before);
}, 60_000);

test('lists are counted as they were before their changes were, while others change them', async () => {
  await db.pool.query(`delete from list_count where list not like '% changes'`);
  const text = await readFile(new URL('../../migrations/0129_lists_before_their_counts.sql', import.meta.url), 'utf8');
  await Promise.all([
    ...Array.from({ length: 60 }, (_, at) => db.pool.query(changes[5 + (at % 4)] ?? '', [at])),
    db.pool.query(text),
    foldCounters(db, 1, 40),
    ...Array.from({ length: 60 }, (_, at) => db.pool.query(changes[5 + (at % 4)] ?? '', [at + 60])),
  ]);
  expect(await faults()).toEqual([]);
});

test('who pays one creator, moves an order or changes a product waits for nobody who does so with another one', async () => {
  const asked = await newDonations(6, 1);
  const orders = await rowsOf<{ id: string }>('select id from shop_order where status > 0 order by id limit 6');
  const products = await rowsOf<{ id: string }>('select id from product where deleted_at is null order by id limit 6');
  const writes = asked.map((one, at) => async (tx: Tx) => {
    await tx.execute(sql`set local lock_timeout = '2s'`);
    await pay(tx, one);
    await tx.execute(sql`update donation set message = 'Ещё раз' where id = ${one.id}`);
    await tx.execute(sql`update shop_order set status = 1 + status % 8 where id = ${orders[at]?.id}`);
    await tx.execute(sql`update product set price = price + 1 where id = ${products[at]?.id}`);
  });
  // Each is made while those before it are still open.
  const nested = (at: number): Promise<void> =>
    db.transaction(async (tx) => {
      await writes[at]?.(tx);
      if (at + 1 < writes.length) await nested(at + 1);
    });
  await nested(0);
  expect(await faults()).toEqual([]);
});

test('a payment only adds rows to its counters', async () => {
  const rowsNow = async () =>
    (await rowsOf<{ count: number }>('select count(*)::int as count from payment_count'))[0]?.count ?? 0;
  const [payment] = await rowsOf<{ id: string }>(`select id from payment where status = 'Paid' limit 1`);
  const before = await rowsNow();
  for (let at = 0; at < 300; at += 1) {
    await db.pool.query(
      `update payment set status = case status when 'Paid' then 'Refunded' else 'Paid' end where id = $1`,
      [payment?.id],
    );
  }
  expect((await rowsNow()) - before).toBe(300);
});

test('no transaction waits for another that has tallied the same hour and is still open', async () => {
  const [slow, other] = await Promise.all([db.pool.connect(), db.pool.connect()]);
  const add = `select hour_tally_add('some', '2026-01-31T10:15:00Z', 1, 500) from generate_series(1, 1000)`;
  try {
    await slow.query('begin');
    await slow.query(add);
    await other.query(`set lock_timeout = '1s'`);
    await other.query(add);
    await slow.query('rollback');
    const tallies = await rowsOf(
      `select hour, sum(count)::int as count, sum(amount)::int as amount from ${hourTally} kept where kind = 'some' group by 1`,
    );
    expect(tallies).toEqual([{ hour: new Date('2026-01-31T10:00:00Z'), count: 1_000, amount: 500_000 }]);
  } finally {
    for (const client of [slow, other]) client.release(true);
  }
});

/** The same by looking at every row. */
const byHand = {
  donations: `select paid_at as at, amount from donation where paid_at is not null and refunded_at is null`,
  orders: `select s.at, o.total as amount from order_step s join shop_order o on o.id = s.order_id where s.status = 2`,
  people: `select created_at as at, is_listed::int as amount from creator`,
  failed: `select created_at as at, 0 as amount from payment where status in ('Failed', 'Expired')`,
};

const zones = ['UTC', 'Asia/Tashkent', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'];

test.each(zones)('days of %s are sums of hours and of the parts of hours', async (timeZone) => {
  const [period] = await rowsOf<{ from: Date; to: Date }>(
    `select ((now() at time zone $1)::date - 400)::timestamp at time zone $1 as from,
      ((now() at time zone $1)::date - 2)::timestamp at time zone $1 as to`,
    [timeZone],
  );
  if (period === undefined) throw new Error('no period');
  const asked = { ...period, timeZone };
  const looked = async (rows: string) =>
    (
      await rowsOf<{ day: string; count: string; amount: string }>(
        `select to_char(at at time zone $3, 'YYYY-MM-DD') as day, count(*) as count, sum(amount)::bigint as amount
         from (${rows}) tallied where at >= $1 and at < $2 group by 1 order by 1`,
        [period.from, period.to, timeZone],
      )
    ).map(({ day, count, amount }) => ({ day, count: Number(count), amount: Number(amount) }));
  const shown = {
    donations: (await readDonationsByDay(db, asked)).map(({ day, count, amount }) => ({ day, count, amount })),
    orders: (await readPaidByDay(db, asked)).map(({ day, count, amount }) => ({ day, count, amount })),
    people: (await newPeopleByDay(db, asked)).map(({ day, registered, listed }) => ({
      day,
      count: registered,
      amount: listed,
    })),
    failed: (await failedPaymentsByDay(db, asked)).map(({ day, count }) => ({ day, count, amount: 0 })),
  };
  for (const [what, rows] of Object.entries(byHand)) {
    const days = Object.entries(shown).find(([name]) => name === what)?.[1] ?? [];
    const some = days.filter(({ count }) => count !== 0).toSorted((a, b) => a.day.localeCompare(b.day));
    expect([what, some]).toEqual([what, await looked(rows)]);
    expect(some.length).toBeGreaterThan(20);
  }
});

test('payments of a period are counted, and the middle of a long list found, by the hour', async () => {
  await db.pool.query(
    `insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, created_at)
     select case when n % 3 = 0 then 'order' else 'donation' end, uuid_v7(), 'tally-' || n, 100, 'UZS', 'Paid', now(),
       now() - n * interval '13 minutes' from generate_series(1, 5000) n`,
  );
  const hour = (daysAgo: number, minutes = 0) =>
    new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - daysAgo * 86_400_000 + minutes * 60_000);
  const periods = [
    { from: null, to: null },
    { from: hour(45), to: hour(2) },
    { from: hour(45, 30), to: hour(2, 30) },
    { from: null, to: hour(10) },
  ];
  for (const { from, to } of periods) {
    for (const kind of [undefined, 'order']) {
      const all = await rowsOf<{ id: string }>(
        `select id from payment where status = 'Paid' and ($1::text is null or kind = $1)
           and ($2::timestamptz is null or created_at >= $2) and ($3::timestamptz is null or created_at < $3)
         order by created_at desc, id desc`,
        [kind ?? null, from, to],
      );
      for (const skip of [0, 999, 1_000, 1_234, Math.floor(all.length / 2), all.length - 1_500, all.length + 5]) {
        const { items, count } = await readPayments(db, {
          state: 'paid',
          kind,
          from,
          to,
          skip: Math.max(0, skip),
          take: 20,
        });
        expect(count).toBe(all.length);
        expect([skip, items.map(({ id }) => id)]).toEqual([
          skip,
          all.slice(Math.max(0, skip), Math.max(0, skip) + 20).map(({ id }) => id),
        ]);
      }
    }
  }
});
