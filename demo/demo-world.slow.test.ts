import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { countries } from '#app/country.ts';
import { creatorTypes } from '#app/creators/creator-types.ts';
import { memberSince } from '#app/creators/page/member-since.ts';
import { reconcile } from '#app/payments/books/reconcile.server.ts';
import { createPaymentSystems } from '#app/payments/systems/create-systems.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { readClockFaults } from '#test/support/money/clock-faults.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { noRewardFaults, readRewardFaults } from '#test/support/money/reward-faults.ts';
import { readTargetFaults } from '#test/support/money/target-faults.ts';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { announce } from './announce.ts';
import { seedDemoWorld } from './demo-world.ts';
import { demoPhone } from './logins.ts';

const config = readConfig({ JWT_SECRET: testSecrets.jwt });
const log = pino({ level: 'silent' });
const user = z.object({
  userId: z.string(),
  userName: z.string(),
  givenName: z.string().nullable(),
  hideFullName: z.boolean(),
  userType: z.array(z.number()),
  avatar: z.string().nullable(),
  banner: z.string().nullable(),
  order: z.number(),
  confirmed: z.boolean(),
  projectId: z.string(),
});
const userPage = z.object({ data: z.object({ items: z.array(user), count: z.number() }) });
const donationPage = z.object({
  data: z.object({
    totalCount: z.number(),
    payments: z.array(z.object({ amount: z.number(), name: z.string().nullable(), message: z.string().nullable() })),
  }),
});
const offerPage = z.object({
  data: z.object({
    items: z.array(
      z.object({
        sum: z.number(),
        createdAt: z.string(),
        options: z.array(z.object({ votes: z.number() })).optional(),
      }),
    ),
  }),
});
const rewardPage = z.object({
  data: z.object({ items: z.array(z.object({ taken: z.number(), createdAt: z.string() })) }),
});
const clockAnswer = z.object({
  data: z.object({ clock: z.object({ remaining: z.number(), donations: z.object({ seconds: z.number() }) }) }),
});
const signedIn = z.object({ data: z.object({ token: z.string() }) });
const topDonors = z.object({ data: z.array(z.object({ amount: z.number(), count: z.number() })) });

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The world without what differs between two first starts: ids, names of pictures and the moment of the start. */
async function worldOf({ db }: TestApp): Promise<unknown> {
  const { rows } = await db.execute(sql`
    select c.user_name, c.given_name, c.about, c.types, c.order_place, c.avatar is not null as has_avatar,
      (select json_agg(json_build_array(d.name, d.message, d.amount, d.is_anonymous, d.refunded_at is not null)
        order by d.amount, d.name, d.message, d.is_anonymous) from donation d where d.project_id = p.id) as donations
    from creator c join project p on p.user_id = c.user_id order by c.user_name`);
  return rows;
}

async function countRows({ db }: TestApp): Promise<unknown> {
  const { rows } = await db.execute(sql`
    select (select count(*) from person) as people, (select count(*) from donation) as donations,
      (select count(*) from payment) as payments, (select count(*) from entry) as entries,
      (select count(*) from image) as images`);
  return rows[0];
}

const databases = [await createTestDatabase(), await createTestDatabase()];
const [one, other] = databases.map(({ url }) => url);
const first = await startApp({ databaseUrl: one ?? '' });
const second = await startApp({ databaseUrl: other ?? '' });
const before = process.cpuUsage();
const provider = {
  url: first.sandbox.url,
  secret: testSecrets.payment,
  callbackUrl: `${first.url}/api/Payment/Callback`,
};
await seedDemoWorld(first.opora, { ...config, provider }, log);
const used = process.cpuUsage(before);
/** Processor time: another program's work is not counted. */
const seconds = (used.user + used.system) / 1e6;
afterAll(async () => {
  await first.close();
  await second.close();
  for (const database of databases) await database.drop();
});

test('an empty database becomes a small world in a few seconds', async () => {
  expect(seconds).toBeLessThan(30);
  const { body } = await first.api('GET User/List', { query: { Take: 100 } });
  const { items, count } = userPage.parse(body).data;
  expect([count, items.length]).toEqual([24, 24]);
  const types = new Set(items.flatMap(({ userType }) => userType));
  expect([...types].sort()).toEqual(creatorTypes.map(({ id }) => id).sort());
  expect(items.slice(0, 12).map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(items.slice(12).every(({ order }) => order === 10_000)).toBe(true);
  for (const some of [
    items.filter(({ hideFullName, givenName }) => hideFullName && givenName === null),
    items.filter(({ confirmed }) => confirmed),
    items.filter(({ avatar, banner }) => avatar === null && banner === null),
  ]) {
    expect(some.length).toBeGreaterThan(1);
  }
});

test('a post for everyone has audio, which is sent without a login', async () => {
  const { rows } = await first.db.execute(sql`
    select a.name, a.bytes from post_audio a join post p on p.id = a.post_id where p.audience = 'everyone'`);
  const found = z.array(z.object({ name: z.string(), bytes: z.number() })).parse(rows);
  expect(found).toHaveLength(1);
  for (const { name, bytes } of found) {
    const answer = await fetch(`${first.url}/api/Post/Audio?name=${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes);
  }
});

test('every picture of the world can be seen', async () => {
  const { items } = userPage.parse((await first.api('GET User/List', { query: { Take: 100 } })).body).data;
  const names = items.flatMap(({ avatar, banner }) => [avatar, banner]).filter((name) => name !== null);
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    const answer = await fetch(`${first.url}/api/Images/?name=${name}&w=64`, { headers: { accept: 'image/webp' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await answer.arrayBuffer();
  }
});

test('join dates are in the past on every screen', async () => {
  const { rows } = await first.db.execute<{ long: number; torn: number }>(sql`
    select (count(*) filter (where c.created_at < now() - interval '30 days'))::int as long,
      (count(*) filter (where c.created_at <> p.created_at or p.phone_confirmed_at < p.created_at))::int as torn
    from creator c join person p on p.id = c.user_id`);
  expect(rows[0]?.torn).toBe(0);
  expect(rows[0]?.long).toBeGreaterThan(15);
});

test('people wait for the moderators with fields of several kinds', async () => {
  const { rows } = await first.db.execute<{ kinds: number; fields: number; people: number; strays: number }>(sql`
    select count(distinct f.name)::int as kinds, count(*)::int as fields, count(distinct f.user_id)::int as people,
      (count(*) filter (where f.requested_at > now() - interval '30 minutes'
        or f.name in ('Avatar', 'Banner') and i.owner_id is distinct from f.user_id))::int as strays
    from profile_field f left join image i on i.name = f.value where f.state = 'Awaiting'`);
  expect(rows).toEqual([{ kinds: 8, fields: 12, people: 7, strays: 0 }]);
});

test('lists, totals, tops, ledger and balances agree', async () => {
  const { items } = userPage.parse((await first.api('GET User/List', { query: { Take: 100 } })).body).data;
  let donations = 0;
  for (const { projectId, userId } of items) {
    const list = donationPage.parse(
      (await first.api('GET ProjectPay/List', { query: { projectId, Take: 100 } })).body,
    ).data;
    const top = topDonors.parse((await first.api('GET ProjectPay/Top', { query: { projectId, top: 100 } })).body).data;
    donations += list.totalCount;
    expect(top.reduce((sum, { count }) => sum + count, 0)).toBe(list.totalCount);
    const { rows } = await first.db.execute<{ balance: number; given: number; credited: number }>(sql`
      select (a.balance - (select coalesce(sum(e.amount), 0) from entry e join posting o on o.id = e.posting_id
          where e.account_id = a.id and o.kind in ('order', 'order-refund', 'payout', 'payout-return')))::bigint as balance,
        coalesce(sum(d.amount), 0)::bigint as given, coalesce(sum(d.amount - d.commission), 0)::bigint as credited
      from account a left join donation d on d.project_id = ${projectId} and d.paid_at is not null and d.refunded_at is null
      where a.person_id = ${userId} group by a.id`);
    expect(rows[0]?.balance).toBe(rows[0]?.credited);
    expect(top.reduce((sum, { amount }) => sum + amount, 0)).toBe((rows[0]?.given ?? 0) / 100);
  }
  const months = await first.db.execute<{ count: number }>(
    sql`select count(*)::int as count from donation where membership_month is not null and paid_at is not null`,
  );
  expect(months.rows[0]?.count).toBeGreaterThanOrEqual(15);
  expect(donations - (months.rows[0]?.count ?? 0)).toBe(397);
  const { rows } = await first.db.execute<{ sum: number; wrong: number }>(sql`
    select (select sum(amount)::bigint from entry) as sum, (
      select count(*) from account_balance a
      where a.balance <> (select coalesce(sum(e.amount), 0) from entry e where e.account_id = a.id)) as wrong`);
  expect(rows[0]).toEqual({ sum: 0, wrong: 0 });
});

test('the first creators have posts for everyone, for members and for a level, of which nobody is notified', async () => {
  const { rows } = await first.db.execute<{ creators: number; audiences: number; waiting: number; future: number }>(sql`
    select count(distinct project_id)::int as creators, count(distinct audience)::int as audiences,
      count(*) filter (where enqueued_at is null)::int as waiting, count(*) filter (where published_at > now())::int as future
    from post`);
  expect(rows).toEqual([{ creators: 3, audiences: 3, waiting: 0, future: 0 }]);
});

test('donations lie within 90 days, the newest of today, in the order of their numbers', async () => {
  const { rows } = await first.db.execute<{ days: number; today: number; future: number; unordered: number }>(sql`
    select extract(epoch from now() - min(paid_at))::float8 / 86400 as days,
      count(*) filter (where paid_at > now() - interval '3 hours') as today,
      count(*) filter (where paid_at > now() or created_at > paid_at) as future,
      count(*) filter (where exists (select from donation later
        where later.project_id = d.project_id and later.number > d.number and later.paid_at < d.paid_at)) as unordered
    from donation d`);
  expect(rows[0]?.days).toBeLessThan(91);
  expect(rows[0]?.days).toBeGreaterThan(80);
  expect(rows[0]).toMatchObject({ today: 7, future: 0, unordered: 0 });
});

test('most donations have words, and nobody gets the same words again while there are others', async () => {
  const { rows } = await first.db.execute<{ said: number; all: number; twice: number }>(sql`
    with said as (
      select project_id, message, lag(message) over (partition by project_id order by number) as before from donation
      where message is not null
    )
    select (select count(*) from said)::int as said, (select count(*) from donation where paid_at is not null and membership_id is null)::int as all,
      (select count(*) from said where message = before)::int as twice`);
  expect((rows[0]?.said ?? 0) / (rows[0]?.all ?? 1)).toBeGreaterThan(0.75);
  expect(rows[0]?.twice).toBe(0);
});

test('the first creator asks, promises, rewards and streams, and donations of the last days have chosen', async () => {
  const { body } = await first.api('GET User/List', { query: { Take: 1 } });
  const [{ userName } = { userName: '' }] = userPage.parse(body).data.items;
  const votes = (await first.api('GET Vote/List', { query: { userName } })).body;
  expect(votes).toMatchObject({ data: { count: 1, items: [{ isOpen: true, options: [{ code: 'дутар' }, {}, {}] }] } });
  const [vote] = offerPage.parse(votes).data.items;
  expect(vote?.options?.every((option) => option.votes > 0)).toBe(true);
  const targets = (await first.api('GET Target/List', { query: { userName } })).body;
  expect(targets).toMatchObject({ data: { count: 2, items: [{ isReached: true }, { isReached: false }] } });
  expect(offerPage.parse(targets).data.items.every(({ sum, createdAt }) => sum > 0 && createdAt < daysAgo(13))).toBe(
    true,
  );
  const rewards = (await first.api('GET Reward/List', { query: { userName } })).body;
  expect(rewards).toMatchObject({ data: { count: 3, items: [{ left: null }, { left: 1 }, { left: 0 }] } });
  expect(
    rewardPage.parse(rewards).data.items.every(({ taken, createdAt }) => taken > 1 && createdAt < daysAgo(13)),
  ).toBe(true);
  const { rows } = await first.db.execute<{ given: number; owed: number; missed: number }>(
    sql`select count(given_at)::int as given, count(*) filter (where taken_at is not null and given_at is null)::int as owed,
      count(*) filter (where missed_at is not null and taken_at is null)::int as missed from reward_choice`,
  );
  expect(rows[0]?.given).toBeGreaterThan(1);
  expect(rows[0]?.owed).toBeGreaterThan(1);
  expect(rows[0]?.missed).toBe(1);
  const clock = (await first.api('GET Clock/Get', { query: { userName } })).body;
  expect(clock).toMatchObject({ data: { clock: { state: 'running', closedAt: null } } });
  const { remaining, donations } = clockAnswer.parse(clock).data.clock;
  expect(remaining / 86_400_000).toBeGreaterThan(5);
  expect(donations.seconds).toBeGreaterThan(0);
  const nothingWrong = { unpaid: 0, wrong: 0, missing: 0 };
  expect(await readVoteFaults(first.db)).toEqual(nothingWrong);
  expect(await readTargetFaults(first.db)).toEqual(nothingWrong);
  expect(await readRewardFaults(first.db)).toEqual(noRewardFaults);
  expect(await readClockFaults(first.db)).toEqual(nothingWrong);
});

test('viewers were given merch: the buyer has a piece to choose, and one is left for whoever comes first', async () => {
  await first.opora.areas.gifts.stepGifts();
  const body = { phone: '998900000004', password: 'opora-demo', rememberMe: false };
  const { token } = signedIn.parse((await first.api('POST Identity/Token', { body })).body).data;
  const won = (await first.api('GET Gift/Won', {}, { token })).body;
  expect(won).toMatchObject({ data: [{ giftId: expect.any(String) }] });
  const { rows } = await first.db.execute(sql`
    select months, taken, short, stocked in (0, 4) as held, (select sum(amount) from donation d where d.id = g.id) = months * (price + delivery) as paid
    from gifted_months g`);
  expect(rows).toEqual([{ months: 4, taken: 3, short: 0, held: true, paid: true }]);
});

test('staff find payouts in their states and what was done, at the time when it was done', async () => {
  const states = await first.db.execute<{ state: string; count: number }>(
    sql`select state, count(*)::int as count from payout group by state order by state`,
  );
  expect(states.rows).toEqual([
    { state: 'Declined', count: 1 },
    { state: 'Paid', count: 8 },
    { state: 'Requested', count: 2 },
  ]);
  const { rows } = await first.db.execute<{ calls: number; lines: number; future: number; people: number }>(sql`
    select count(distinct call)::int as calls, count(*)::int as lines, count(distinct actor_id)::int as people,
      (count(*) filter (where created_at > now()))::int as future from audit`);
  expect(rows[0]).toMatchObject({ calls: 7, people: 2, future: 0 });
  expect(rows[0]?.lines).toBeGreaterThan(80);
  const faults = { ...(await readLedgerFaults(first.db)), ...(await readTotalFaults(first.db)) };
  expect(Object.entries(faults).filter(([, fault]) => fault !== 0)).toEqual([]);
});

test('ids of people are of the day when they joined', async () => {
  const { rows } = await first.db.execute<{ id: string; createdAt: Date }>(
    sql`select id, created_at as "createdAt" from person`,
  );
  expect(rows.length).toBeGreaterThan(24);
  for (const { id, createdAt } of rows) expect(memberSince(id)).toEqual(createdAt);
});

test('payments failed, expired and need attention, and our books are those of the payment system', async () => {
  const { rows } = await first.db.execute<{ status: string; count: number; today: number; problems: number }>(sql`
    select status, count(*)::int as count, count(problem)::int as problems,
      (count(*) filter (where created_at > now() - interval '24 hours'))::int as today
    from payment group by status order by status`);
  expect(rows.map(({ status }) => status)).toEqual(['Expired', 'Failed', 'Paid', 'Refunded']);
  const [expired, failed, ...paid] = rows;
  expect(Math.min(expired?.count ?? 0, failed?.count ?? 0)).toBeGreaterThan(3);
  // What is paid or refunded here needs nobody: a problem there would want a refund that nothing shows.
  expect([expired, failed, ...paid].map((one) => one?.problems)).toEqual([1, 1, 0, 0]);
  expect((expired?.today ?? 0) + (failed?.today ?? 0)).toBeGreaterThan(1);
  const place = { PAYMENT_URL: first.sandbox.url, PAYMENT_SECRET: testSecrets.payment, JWT_SECRET: testSecrets.jwt };
  const systems = createPaymentSystems({
    db: first.db,
    config: readConfig({ ...place, NODE_ENV: 'test', SANDBOX_PORT: 'off' }),
    paymentUrl: first.sandbox.url,
  });
  const books = await reconcile({ db: first.db, systems, since: new Date(0), pause: async () => undefined });
  expect(books).toMatchObject([{ system: 'gateway', notCompared: 0, why: null, differences: [] }]);
  expect(books[0]?.compared).toBeGreaterThan(400);
});

test('a night had a difference, and members were refused, written to and get posts of their own', async () => {
  const nights = await first.db.execute<{ differing: number }>(
    sql`select differing from book_comparison where is_whole and ended_at is not null order by night`,
  );
  expect(nights.rows.map(({ differing }) => differing)).toEqual([0, 0, 0, 1, 0]);
  // What differed was begun before the night's end, and paid here after it.
  const differences = await first.db.execute(sql`
    select d->>'kind' as kind, p.status, p.created_at < n.ended_at as begun, p.paid_at > n.ended_at as later,
      d->'ours'->>'state' as ours, g.created_at = p.created_at as same
    from book_comparison n, jsonb_array_elements(n.results) r, jsonb_array_elements(r->'differences') d
      join payment p on p.id = (d->'payment'->>'id')::uuid join donation g on g.id = p.reference`);
  expect(differences.rows).toEqual([
    { kind: 'paidThere', status: 'Paid', begun: true, later: true, ours: 'unpaid', same: true },
  ]);
  const members = await first.db.execute<{ state: string; count: number; odd: number }>(sql`
    select m.state, count(*)::int as count,
      (count(*) filter (where m.due_at < now() or (m.state = 'Active') is distinct from (c.state is null)))::int as odd
    from membership m left join membership_charge c on c.membership_id = m.id and c.state <> 'Paid'
    group by m.state order by m.state`);
  expect(members.rows).toEqual([
    { state: 'Active', count: 13, odd: 0 },
    { state: 'Overdue', count: 1, odd: 0 },
    { state: 'Paused', count: 1, odd: 0 },
  ]);
  const { rows } = await first.db.execute<{ titles: number; posts: number; messages: number; unread: number }>(sql`
    select (select count(distinct title)::int from post) as titles, (select count(*)::int from post) as posts,
      (select count(*)::int from membership_message) as messages,
      (select count(*)::int from membership_message where readers = 0 or enqueued_at is null) as unread`);
  expect(rows).toEqual([{ titles: 9, posts: 9, messages: 4, unread: 0 }]);
});

test('delivery has a price and days to some regions and to one point', async () => {
  const { rows } = await first.db.execute<{ regions: number; points: number; dayless: number }>(sql`
    select (select count(*)::int from delivery_rate) as regions, (select count(*)::int from pickup_point_rate) as points,
      (select count(*)::int from delivery_rate where days_to is null) as dayless`);
  expect(rows).toEqual([{ regions: 7, points: 1, dayless: 0 }]);
});

test('a second start changes nothing, nor does a start with real people', async () => {
  const before = await countRows(first);
  await seedDemoWorld(first.opora, config, log);
  expect(await countRows(first)).toEqual(before);
});

test('production does not get the demo world', async () => {
  await seedDemoWorld(second.opora, { ...config, isProduction: true }, log);
  expect(await countRows(second)).toMatchObject({ people: 0, donations: 0, images: 0 });
});

test('two servers that start at once bring one world, the same as any other first start', async () => {
  await Promise.all([seedDemoWorld(second.opora, config, log), seedDemoWorld(second.opora, config, log)]);
  expect(await countRows(second)).toEqual(await countRows(first));
  expect(await worldOf(second)).toEqual(await worldOf(first));
});

test('the printed logins work and the printed widget address opens the widget', async () => {
  const lines: string[] = [];
  await announce(first.opora, { config: { ...config, DEMO: true }, sandboxUrl: first.sandbox.url }, (line) =>
    lines.push(line),
  );
  const text = lines.join('\n');
  for (const phone of ['998900000003', '998900000004']) {
    expect(text).toContain(phone);
    const answer = await first.api('POST Identity/Token', {
      body: { phone, password: 'opora-demo', rememberMe: false },
    });
    expect(answer.status).toBe(200);
  }
  for (const phone of ['998900000001', '998900000002']) {
    expect(text).toContain(phone);
    const body = { phone, password: 'opora-demo', rememberMe: false };
    expect((await first.api('POST Identity/AdminLogin', { body })).status).toBe(200);
  }
  const key = /notification\?key=([\w-]+)/.exec(text)?.[1] ?? '';
  expect((await first.api('GET Widget/Statistics', { query: { key } })).status).toBe(200);
  expect(text).toContain('8600 0000 0000 0106');
});

test('without the demo world nothing private is printed', async () => {
  const lines: string[] = [];
  await announce(first.opora, { config: { ...config, DEMO: false }, sandboxUrl: null }, (line) => lines.push(line));
  await announce(first.opora, { config: { ...config, isProduction: true }, sandboxUrl: null }, (line) =>
    lines.push(line),
  );
  const address = `Опора:    ${config.publicUrl}`;
  expect(lines.filter((line) => line !== '')).toEqual([address, address]);
});

test('demo phones are phones of the country', () => {
  expect(countries.map((country) => demoPhone(country, 3))).toEqual(['998900000003', '77000000003']);
});
