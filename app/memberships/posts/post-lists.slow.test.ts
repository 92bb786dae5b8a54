import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import { openTestDatabase, type TestDatabase } from '#test/support/database/database.ts';
import { blocksOfWork } from '#test/support/database/query-plan.ts';
import { readNewestPosts, readOwnPosts, readPostsWith, readPublished } from './post-store.server.ts';

const many = 40_000;
let database: TestDatabase;
let projectId = '';
let personId = '';

const picture = (number: number) => String(number).padStart(22, 'A');

beforeAll(async () => {
  database = await openTestDatabase({ statementTimeoutMs: 0 });
  const { db } = database;
  const one = await db.transaction((tx) => createPerson(tx, { phone: '998901000001' }));
  const other = await db.transaction((tx) => createPerson(tx, { phone: '998901000002' }));
  projectId = one.projectId;
  personId = other.userId;
  await db.execute(
    raw(`
    insert into post (project_id, title, teaser, text, pictures, audience, published_at, first_published_at, enqueued_at, created_at)
    select case when n % 2 = 0 then '${one.projectId}'::uuid else '${other.projectId}'::uuid end, 'Пост ' || n, 'Анонс', repeat('Текст ', 100),
      array[lpad(n::text, 22, 'A')], (array['everyone', 'members'])[1 + n % 3 / 2],
      case when n % 10 > 0 then now() - n * interval '1 minute' end, now(), now(), now() - n * interval '1 minute'
    from generate_series(1, ${String(many)}) n`),
  );
  await db.execute(sql`vacuum analyze post`);
}, 120_000);
afterAll(() => database.close());

test.each([0, 19_000])('a page of a list reads a few blocks of 40,000 posts, %d minutes back', async (minutes) => {
  const after = { at: (Date.now() - minutes * 60_000) * 1_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const { db } = database;
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

test('the posts that show a picture are found by an index', async () => {
  const reader = { personId, now: new Date() };
  const { db } = database;
  expect(await readPostsWith(db, picture(4_242), reader)).toHaveLength(1);
  expect(await blocksOfWork(db, (counted) => readPostsWith(counted, picture(4_242), reader))).toBeLessThan(50);
});
