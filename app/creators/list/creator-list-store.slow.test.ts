import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOfWork, fillWithout, planOf } from '#test/support/database/query-plan.ts';
import {
  type CreatorFilter,
  listQuery,
  readCreators,
  readListedNames,
  searchQuery,
} from './creator-list-store.server.ts';

const many = 100_000;

const people = `
  insert into account (id, kind, name) values ('00000000-0000-7000-8000-00000000ffff', 'platform', 'one for all');
  insert into person (id, phone)
    select ('018bcfe5-6800-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '7' || n from generate_series(1, ${String(many)}) n;`;
const creators = `
  insert into creator (user_id, user_name, given_name, sur_name, types, has_products, created_at)
    select ('018bcfe5-6800-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'user' || n, 'Имя' || md5(n::text), 'Фамилия' || n,
      array[n % 13], n % 50 = 0, now() - n * interval '1 minute' from generate_series(1, ${String(many)}) n;
  insert into project (user_id, account_id) select user_id, '00000000-0000-7000-8000-00000000ffff' from creator;
  update creator set order_place = right(user_name, 2)::integer where user_name ~ '^user[1-9][0-9]$';`;

const database = await openTestDatabase({ statementTimeoutMs: 0 });
const db = database.db;
await db.execute(raw(people));
await fillWithout(db, ['creator_search'], creators);
await db.execute(raw('vacuum analyze creator'));
await db.execute(raw('vacuum analyze creator_listing'));
await db.execute(raw('vacuum analyze project'));
afterAll(() => database.close());

const first = { ranking: 'order_place', skip: 0, take: 10 } as const;

test.each<[CreatorFilter, 'order_place' | 'order_merchant', number]>([
  [{}, 'order_place', 0],
  [{}, 'order_merchant', 0],
  [{}, 'order_place', 20_000],
  [{ type: 5 }, 'order_place', 0],
  [{ type: 5 }, 'order_merchant', 0],
  [{ hasProducts: true }, 'order_place', 0],
  [{ hasProducts: true, type: 5 }, 'order_merchant', 0],
])('the list %j by %s from %d reads indexes only, already in order', async (filter, ranking, skip) => {
  const plan = await planOf(db, listQuery(filter, { ranking, skip, take: 10 }));
  expect(plan).toMatch(/Index Only Scan using creator_listing_\w+ on creator_listing/);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test.each<CreatorFilter>([
  { search: 'user777' },
  { search: 'фамилия4242' },
  { search: 'имя900150983' },
  { search: 'user777', type: 5, hasProducts: false },
])('the search %j reads the index of trigrams', async (filter) => {
  const plan = await planOf(db, searchQuery(filter, first));
  expect(plan).toContain('Bitmap Index Scan on creator_search');
  expect(plan).not.toContain('Seq Scan');
});

test('ranked ones come first, then the newest; the maintained counts are correct', async () => {
  const { rows, count } = await readCreators(db, {}, { ...first, take: 92 });
  expect(count).toBe(many);
  expect(rows.slice(0, 2).map(({ userName }) => userName)).toEqual(['user10', 'user11']);
  expect(rows.slice(89).map(({ userName }) => userName)).toEqual(['user99', 'user1', 'user2']);
  for (const filter of [{ type: 5 }, { hasProducts: true }, { type: 5, hasProducts: true }] satisfies CreatorFilter[]) {
    const { rows: counted } = await db.execute<{ count: number }>(sql`
      select count(*) as count from creator where true
        ${'type' in filter ? sql`and ${filter.type} = any(types)` : sql``}
        ${'hasProducts' in filter ? sql`and has_products` : sql``}`);
    expect((await readCreators(db, filter, first)).count).toBe(counted[0]?.count);
  }
});

test('a page of the sitemap reads no creators of the pages before it', async () => {
  const names = await readListedNames(db, { skip: 90_000, take: 10_000 });
  expect(names).toHaveLength(10_000);
  expect(new Set(names).size).toBe(10_000);
  expect(await blocksOfWork(db, (on) => readListedNames(on, { skip: 90_000, take: 10_000 }))).toBeLessThan(50_000);
});
