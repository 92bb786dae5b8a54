import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { runPosts } from './post-run.server.ts';

const now = new Date('2027-01-31T10:00:00.000Z');
const members = 5;

const database = await openTestDatabase();
afterAll(() => database.close());
const { db } = database;
const people = [];
for (let at = 0; at <= members; at += 1) {
  people.push(await db.transaction((tx) => createPerson(tx, { phone: `99890100000${at}` })));
}
const [creator, ...others] = people;
const projectId = creator?.projectId ?? '';
const personIds = others.map(({ userId }) => userId);
await db.pool.query(
  `insert into membership (id, project_id, person_id, amount, name, is_anonymous, system, anchor_at, time_zone, state, months, since,
     paid_until, due_at, created_at)
   select gen_random_uuid(), $1, person_id, 5000000, 'Донор', false, 'gateway', $3, 'UTC', 'Active', 1,
     $3::timestamptz - least(place, 3) * interval '1 day', $3::timestamptz + interval '20 days', $3::timestamptz + interval '20 days', $3
   from unnest($2::uuid[]) with ordinality as member (person_id, place)`,
  [projectId, personIds, now],
);

async function publish(): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into post (project_id, title, teaser, text, pictures, audience, published_at, first_published_at, created_at)
     values ($1, 'Новый альбом', '', 'Тайна', '{}', 'members', $2, $2, $2) returning id`,
    [projectId, now],
  );
  return String(rows[0]?.id);
}

/** Runs the notices of posts with two members at once, and remembers who is notified in which round. */
function runs() {
  const rounds: (readonly string[])[] = [];
  const run = (whenNotified: (tx: Tx) => Promise<unknown> = async () => undefined) =>
    runPosts({
      db,
      clock: async () => now,
      events: {
        async published(tx, notice) {
          rounds.push(notice.personIds);
          await whenNotified(tx);
        },
      },
      atOnce: 2,
    });
  return { rounds, run };
}

const enqueuedAt = async (id: string): Promise<unknown> => {
  const { rows } = await db.pool.query('select enqueued_at as at from post where id = $1', [id]);
  return rows[0]?.at;
};

test('a round goes on after the last member of the round before, also of those who joined at one moment', async () => {
  const postId = await publish();
  const { rounds, run } = runs();
  await run();
  expect(rounds.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(rounds.flat().toSorted()).toEqual(personIds.toSorted());
  expect(await enqueuedAt(postId)).toEqual(now);
});

test('two processes at once notify each member once', async () => {
  await publish();
  await publish();
  const { rounds, run } = runs();
  await Promise.all([run(), run()]);
  expect(rounds.flat().toSorted()).toEqual([...personIds, ...personIds].toSorted());
});

test('a post that becomes a draft between rounds waits, and goes on when it is published again', async () => {
  const postId = await publish();
  const { rounds, run } = runs();
  await run((tx) => tx.execute(sql`update post set published_at = null where id = ${postId}`));
  expect(rounds.map(({ length }) => length)).toEqual([2]);
  expect(await enqueuedAt(postId)).toBeNull();
  await db.execute(sql`update post set published_at = ${now} where id = ${postId}`);
  await run();
  expect(rounds.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(rounds.flat().toSorted()).toEqual(personIds.toSorted());
});
