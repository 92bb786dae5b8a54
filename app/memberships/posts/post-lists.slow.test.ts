import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOfWork } from '#test/support/database/query-plan.ts';
import { readPostReaders } from './post-run-store.server.ts';
import { postsSitemap } from './post-sitemap-store.server.ts';
import { readNewestPosts, readOwnPosts, readPostsWith, readPublished } from './post-store.server.ts';

const many = 40_000;
const picture = (number: number) => String(number).padStart(22, 'A');

const database = await openTestDatabase({ statementTimeoutMs: 0 });
afterAll(() => database.close());
const { db } = database;
const one = await db.transaction((tx) => createPerson(tx, { phone: '998901000001' }));
const other = await db.transaction((tx) => createPerson(tx, { phone: '998901000002' }));
const projectId = one.projectId;
const personId = other.userId;
await db.execute(
  raw(`
  insert into post (project_id, title, teaser, text, pictures, audience, published_at, first_published_at, enqueued_at, created_at)
  select case when n % 2 = 0 then '${one.projectId}'::uuid else '${other.projectId}'::uuid end, 'Пост ' || n, 'Анонс', repeat('Текст ', 100),
    array[lpad(n::text, 22, 'A')], (array['everyone', 'members'])[1 + n % 3 / 2],
    case when n % 10 > 0 then now() - n * interval '1 minute' end, now(), now(), now() - n * interval '1 minute'
  from generate_series(1, ${String(many)}) n`),
);
await db.execute(sql`vacuum analyze post`);

test.each([0, 19_000])('a page of a list reads a few blocks of 40,000 posts, %d minutes back', async (minutes) => {
  const after = { at: (Date.now() - minutes * 60_000) * 1_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const reader = { personId, now: new Date(), isOpen: false };
  const part = { after, take: 21 };
  const lists = [
    await blocksOfWork(db, (counted) => readPublished(counted, { projectId, ...part, ...reader })),
    await blocksOfWork(db, (counted) => readOwnPosts(counted, { projectId, ...part })),
    await blocksOfWork(db, (counted) => readNewestPosts(counted, { projectId, ...part })),
    await blocksOfWork(db, (counted) => readNewestPosts(counted, { projectId: null, ...part })),
  ];
  for (const blocks of lists) expect(blocks).toBeLessThan(150);
  expect(await readPublished(db, { projectId, ...part, ...reader })).toHaveLength(21);
});

test('the sitemap counts posts from an index alone, and a file of it reads no others', async () => {
  const count = await postsSitemap.readCount(db);
  expect(count).toBeGreaterThan(20_000);
  expect(await blocksOfWork(db, (counted) => postsSitemap.readCount(counted))).toBeLessThan(400);
  const file = { skip: 100, take: 50 };
  expect(await postsSitemap.readPages(db, file)).toHaveLength(50);
  expect(await blocksOfWork(db, (counted) => postsSitemap.readPages(counted, file))).toBeLessThan(1_000);
  await db.execute(sql`update creator set is_blocked = true where user_id = ${other.userId}`);
  const left = await postsSitemap.readCount(db);
  await db.execute(sql`update creator set is_blocked = false where user_id = ${other.userId}`);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from post where project_id = ${projectId} and audience = 'everyone' and published_at is not null`);
  expect(left).toBe(rows[0]?.count);
  expect(left).toBeLessThan(count);
});

test('the posts that show a picture are found by an index', async () => {
  const reader = { personId, now: new Date() };
  expect(await readPostsWith(db, picture(4_242), reader)).toHaveLength(1);
  expect(await blocksOfWork(db, (counted) => readPostsWith(counted, picture(4_242), reader))).toBeLessThan(50);
});

test('a batch of those who are notified reads no more of 20,000 members than it returns', async () => {
  await db.execute(
    raw(`
    with people as (
      insert into person (id, phone) select uuid_v7(), (998950000000 + n)::text from generate_series(1, 20000) n returning id
    )
    insert into membership (id, project_id, person_id, amount, name, is_anonymous, system, anchor_at, time_zone, state, months, since, paid_until,
      due_at, created_at)
    select gen_random_uuid(), '${projectId}', id, 5000000, 'Донор', false, 'gateway', now(), 'UTC', 'Active', 1,
      now() - row_number() over () * interval '1 minute', now() + interval '20 days', now() + interval '20 days', now()
    from people`),
  );
  // A table that was never filled is planned as one of many rows.
  await db.execute(
    sql`insert into membership_mute (person_id, project_id) select person_id, project_id from membership order by since limit 1`,
  );
  await db.execute(sql`update membership set months = 3 where project_id = ${projectId}`);
  await db.execute(sql`
    insert into membership_charge (membership_id, month, donation_id, amount, state, paid_at, created_at)
    select m.id, month, gen_random_uuid(), 5000000, case when month = 1 then 'Refunded' else 'Paid' end, now(), now()
    from membership m, generate_series(1, 3) month where m.project_id = ${projectId}`);
  await db.execute(sql`vacuum analyze membership, membership_mute, membership_charge`);
  const made = await db.execute<{ id: string }>(
    sql`select id from post where project_id = ${projectId} and audience = 'members' and published_at is not null limit 1`,
  );
  const id = made.rows[0]?.id ?? '';
  for (const minutes of [19_000, 10_000, 600]) {
    const reachedSince = (Date.now() - minutes * 60_000) * 1_000;
    const post = { id, projectId, isRemoved: false, reachedSince, reachedId: '00000000-0000-0000-0000-000000000000' };
    const asked = { now: new Date(), take: 100 };
    expect(await readPostReaders(db, post, asked)).toHaveLength(100);
    const blocks = await blocksOfWork(db, (counted) => readPostReaders(counted, post, asked));
    // The last charge of each is found by its key.
    expect(blocks).toBeLessThan(500);
  }
});
