import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { peopleWithPhone, peopleWithRole } from '#app/identity/people-store.server.ts';
import { peopleWithFieldsIn } from '#app/profile/decision-store.server.ts';
import { fieldsByState } from '#app/profile/fields-by-state.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOf, blocksOfWork, fillWithout, planOf, sampledIn } from '#test/support/database/query-plan.ts';
import { type AllUsersFilter, allUsersQuery, readAllUsers } from './all-users-store.server.ts';

const many = 100_000;

const id = `('018bcfe5-6800-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const everybody = `
  insert into account (id, kind, name) values ('00000000-0000-7000-8000-00000000ffff', 'platform', 'one for all');
  insert into person (id, phone, role)
    select ${id}, (998900000000 + n)::text, case when n % 5000 = 0 then 'moderator' else 'user' end
    from generate_series(1, ${many}) n;
  insert into creator (user_id, user_name, given_name, sur_name, types, hide_full_name, is_blocked, created_at)
    select ${id}, 'user' || n, 'Имя' || md5(n::text), 'Фамилия' || n, array[n % 13], n % 3 = 0, n % 1000 = 0,
      now() - n * interval '1 minute' from generate_series(1, ${many}) n;
  insert into project (user_id, account_id) select user_id, '00000000-0000-7000-8000-00000000ffff' from creator;
  insert into profile_field (user_id, name, value, state, requested_at, decided_at)
    select ${id}, field, 'https://t.me/user' || n, case when n % 50 = 0 then 'Awaiting' else 'Confirmed' end,
      now() - n * interval '1 minute', case when n % 50 = 0 then null else now() end
    from generate_series(1, ${many}) n, unnest(array['TgLink', 'WebLink', 'About']) as field;`;

const database = await openTestDatabase({ statementTimeoutMs: 0 });
const db = database.db;
await fillWithout(db, ['creator_search', 'creator_everybody_search', 'person_phone_search'], everybody);
for (const table of ['person', 'creator', 'project', 'profile_field', 'field_person']) {
  await db.execute(raw(`vacuum analyze ${table}`));
}
afterAll(() => database.close());

const first = { ranking: 'order_place', skip: 0, take: 10 } as const;

const filters: readonly [string, AllUsersFilter][] = [
  ['no filter', { among: [] }],
  ['a type', { type: 5, among: [] }],
  ['the blocked', { isBlocked: true, among: [] }],
  ['a name', { search: 'user4242', among: [] }],
  ['a hidden name', { search: 'фамилия99', among: [] }],
  ['a phone', { search: '900042424', alsoFound: peopleWithPhone('900042424'), among: [] }],
  ['fields that wait', { among: [peopleWithFieldsIn('Awaiting')] }],
  ['the staff', { among: [peopleWithRole('moderator')] }],
];

/** With many results each is read once, for the page and the count. 1,111 users have this name. */
const inOne = new Map([['a hidden name', 800]]);

test.each(filters)('a page of everybody by %s walks an index and reads little', async (name, filter) => {
  const text = await planOf(db, allUsersQuery(filter, first));
  expect(text).not.toMatch(/Seq Scan on (person|profile_field)/);
  expect(text).toMatch(/creator_everybody|creator_blocked|creator_pkey/);
  // Users with a pending field are looked up among all pending fields, which are few compared to all users.
  const most = filter.among.length > 0 ? 5_000 : (inOne.get(name) ?? 400);
  expect(await blocksOf(db, allUsersQuery(filter, first))).toBeLessThan(most);
});

test('the last pages equal those of a walk from the beginning', async () => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select user_id as id from creator order by order_place desc, created_at, user_id limit 60`,
  );
  const last = rows.map(({ id: userId }) => userId).toReversed();
  for (const [skip, take] of [
    [many - 60, 10],
    [many - 13, 10],
    [many - 4, 10],
    [many, 10],
  ] as const) {
    const page = await readAllUsers(db, { among: [] }, { ranking: 'order_place', skip, take });
    expect(page.count).toBe(many);
    expect(page.rows.map(({ userId }) => userId)).toEqual(last.slice(skip - many + 60, skip - many + 60 + take));
  }
});

test('search results are found and counted by the trigram index', async () => {
  const filter = { search: 'user4242', among: [] };
  expect(await planOf(db, allUsersQuery(filter, first))).toContain('creator_everybody_search');
  const found = Array.from({ length: 10 }, (_, n) => `user${42_420 + n}`);
  const page = await readAllUsers(db, filter, first);
  expect(page.count).toBe(11);
  expect(page.rows.map(({ userName }) => userName)).toEqual(['user4242', ...found.slice(0, 9)]);
  expect(await readAllUsers(db, filter, { ...first, skip: 20 })).toEqual({ rows: [], count: 11 });
});

test('a name in the statistics of the table is found by the index, too', async () => {
  const search = (await sampledIn(db, 'creator', 'everybody_text', 'user\\d{5}')).sort().at(-1) ?? '';
  expect(search).not.toBe('');
  expect(await blocksOf(db, allUsersQuery({ search, among: [] }, first))).toBeLessThan(400);
  expect((await readAllUsers(db, { search, among: [] }, first)).count).toBe(1);
});

test.each(['Awaiting', 'Confirmed'] as const)('a page of the fields in the state %s reads few rows', async (state) => {
  const page = (on: Queryable) => fieldsByState(on, { state, skip: 0, take: 10 });
  expect((await page(db)).count).toBe(state === 'Awaiting' ? many / 50 : many - many / 50);
  expect((await page(db)).items[0]?.userName).toBe(state === 'Awaiting' ? `user${many}` : `user${many - 1}`);
  expect(await blocksOfWork(db, page)).toBeLessThan(2_000);
  const found = (on: Queryable) => fieldsByState(on, { state, search: 'user4242', skip: 0, take: 10 });
  expect(await blocksOfWork(db, found)).toBeLessThan(600);
});
