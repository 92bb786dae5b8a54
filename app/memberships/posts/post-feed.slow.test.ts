import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOfWork, fillWithout } from '#test/support/database/query-plan.ts';
import { readFeed } from './post-feed-store.server.ts';

const creators = 2_000;
const posts = 1_000_000;

const database = await openTestDatabase({ statementTimeoutMs: 0 });
afterAll(() => database.close());
const { db } = database;

const id = (kind: string, n: string) => `('00000000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`;
const person = (n: string) => id('8000', n);
const project = (n: string) => id('8001', n);

/** Those who support so many creators: the first people after the creators. */
const supporters = [1, 50, 500];
const supporterOf = (supported: number) => creators + 1 + supporters.indexOf(supported);

await db.execute(
  raw(
    `insert into person (id, phone) select ${person('n')}, (998900000000 + n)::text from generate_series(1, ${creators + supporters.length}) n`,
  ),
);
await db.execute(
  raw(
    `insert into creator (user_id, user_name) select ${person('n')}, 'creator_' || n from generate_series(1, ${creators}) n`,
  ),
);
await db.execute(
  raw(`
  with made as (insert into account (id, person_id, kind, name) select ${id('8002', 'n')}, ${person('n')}, 'creator', 'Счёт' from generate_series(1, ${creators}) n)
  insert into project (id, user_id, account_id)
  select ${project('n')}, ${person('n')}, ${id('8002', 'n')} from generate_series(1, ${creators}) n`),
);
await fillWithout(
  db,
  ['post_published', 'post_own', 'post_newest', 'post_waiting', 'post_pictures', 'post_level', 'post_for_everyone'],
  `
  insert into post (project_id, title, teaser, text, pictures, audience, published_at, first_published_at, enqueued_at, removed_at,
    removed_reason, created_at)
  select ${project(`1 + n % ${creators}`)}, 'Пост ' || n, 'Анонс', 'Текст', '{}', (array['everyone', 'members'])[1 + n % 3 / 2],
    case when n % 7 > 0 then at end, at, at, case when is_removed then at end, case when is_removed then 'Реклама' end, at
  from (select n, n / ${creators} % 50 = 1 as is_removed, now() - n * interval '1 minute' as at from generate_series(1, ${posts}) n) made`,
);
for (const supported of supporters) {
  await db.execute(
    raw(`
    with made as (
      insert into membership (id, project_id, person_id, amount, name, is_anonymous, system, anchor_at, time_zone, state, months, since,
        paid_until, due_at, created_at)
      select gen_random_uuid(), ${project(`n * ${Math.floor(creators / supported)}`)}, ${person(String(supporterOf(supported)))}, 5000000, 'Донор', false,
        'gateway', now(), 'UTC', 'Active', 3, now(), now() + interval '20 days', now() + interval '20 days', now()
      from generate_series(1, ${supported}) n returning id
    )
    insert into membership_charge (membership_id, month, donation_id, amount, state, paid_at, created_at)
    select id, month, gen_random_uuid(), 5000000, 'Paid', now(), now() from made, generate_series(1, 3) month`),
  );
}
await db.execute(sql`vacuum analyze post, membership, membership_charge, project, creator`);

test.each([
  [1, 400],
  [50, 2_000],
  [500, 7_000],
])('of a million posts, a page for who supports %d creators reads a few blocks for each', async (supported, most) => {
  const personId = `00000000-0000-7000-8000-${String(supporterOf(supported)).padStart(12, '0')}`;
  for (const minutes of [0, posts / 2]) {
    const after = { at: (Date.now() - minutes * 60_000) * 1_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
    const asked = { personId, now: new Date(), isOpen: false, after, take: 21 };
    expect(await readFeed(db, asked)).toHaveLength(21);
    expect(await blocksOfWork(db, (counted) => readFeed(counted, asked))).toBeLessThan(most);
  }
});
