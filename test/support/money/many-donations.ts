import { createPerson } from '#app/profile/new-person.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { newPhone } from '#test/support/sign-in.ts';

/** Enough rows that reading a table with one row per project as a whole would cost more than an index does. */
const manyProjects = `
  with people as (insert into person (phone) select 'p' || n from generate_series(1, 2000) as n returning id),
    accounts as (insert into account (person_id, kind, name) select id, 'creator', 'x' from people returning id, person_id),
    creators as (
      insert into creator (user_id, user_name) select person_id, 'u' || row_number() over () || 'x' from accounts
      returning user_id),
    projects as (
      insert into project (user_id, account_id) select a.person_id, a.id from accounts a join creators c on c.user_id = a.person_id
      returning id)
  insert into project_total (project_id, last_number, paid_count, paid_sum) select id, 0, 0, 0 from projects`;

/** Each statement ends within the time that the product gives it. */
const atOnce = 2_000;

async function createPeople(db: Database) {
  return db.transaction(async (tx) => ({
    owner: await createPerson(tx, { phone: newPhone() }),
    donor: await createPerson(tx, { phone: newPhone() }),
    other: await createPerson(tx, { phone: newPhone() }),
  }));
}

/**
 * Opens a database with so many donations. One project has all of them but 1,000; every 500th is refunded; one donor with an account made every
 * 1,000th.
 */
export async function openManyDonations(count: number) {
  const database = await openTestDatabase({ max: 4 });
  const { db } = database;
  const { owner, donor, other } = await createPeople(db);
  const client = await db.pool.connect();
  await client.query('set statement_timeout = 0');
  for (const [projectId, donations] of [
    [other.projectId, 1_000],
    [owner.projectId, count],
  ] as const) {
    for (let first = 1; first <= donations; first += atOnce) {
      await client.query(
        `insert into donation (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, number,
           created_at, paid_at, refunded_at)
         select gen_random_uuid(), $1, case when n % 1000 = 0 then $2::uuid end, 'name:' || n % 50000, 'Донор ' || n % 50000,
           'Привет', false, 500000 + n, 25000, n, at, at, case when n % 500 = 0 then now() end
         from (select n, now() - ($3::int - n) * interval '10 seconds' as at from generate_series($4::int, $5::int) as n) as donation`,
        [projectId, donor.userId, donations, first, Math.min(first + atOnce - 1, donations)],
      );
    }
  }
  await client.query(`insert into alert (project_id, number, pay_id, amount, message, state)
    select project_id, number, id, amount, message, case when number % 7 = 0 then 'held' else 'shown' end from donation`);
  await client.query(`insert into project_total (project_id, last_number, paid_count, paid_sum)
    select project_id, max(number), count(*) filter (where refunded_at is null), sum(amount) filter (where refunded_at is null)
    from donation group by project_id`);
  await client.query(`insert into donor_total (project_id, donor_key, name, amount, count)
    select project_id, donor_key, max(name), sum(amount), count(*) from donation where refunded_at is null group by 1, 2`);
  await client.query(manyProjects);
  await client.query('vacuum analyze');
  client.release();
  return { db, projectId: owner.projectId, donorId: donor.userId, close: () => database.close() };
}

const day = 86_400_000;

export const daysAgo = (days: number) => new Date(Date.now() - days * day);
