import { afterAll, describe, expect, it } from 'vitest';
import { readIncomes, readMembers, readOwnJoints, readRunningRow } from '#app/joint/joint-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { pagesOf, planOfRun } from '#test/support/choice-plans.ts';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import {
  lockJointRows,
  lockJointTotals,
  readGivenId,
  readJointParts,
  reduceJointWhole,
} from './joint-rows-store.server.ts';
import { givenCount, givenPage, readGiven } from './lists/donation-lists-store.server.ts';
import { readNewest } from './lists/recent-donations-store.server.ts';
import { readReceivers } from './statistics/donation-overview-store.server.ts';

const donations = Number(process.env.MONEY_DONATIONS ?? 40_000);
/** One donor has given so many in streams of ten creators, so that the table has ten rows for each. */
const given = donations / 100;
const streams = 50;

const world = await openManyDonations(donations);
afterAll(() => world.close());
const { db, donorId } = world;

/** Fifty streams of the same ten creators, all but the last one over. */
async function shareMany() {
  const { rows } = await db.pool.query<{ id: string }>(
    `select p.id from project p join creator c on c.user_id = p.user_id where c.user_name like 'u%x' order by p.id limit 10`,
  );
  const projects = rows.map(({ id }) => id);
  const [host] = projects;
  await db.pool.query(
    `insert into joint_stream (id, host_project_id, title, created_at, started_at, ends_at, ended_at)
     select gen_random_uuid(), $1, 'Вместе', at, at, at + interval '12 hours', case when n > 1 then at + interval '12 hours' end
     from (select n, now() - n * interval '1 hour' as at from generate_series(1, $2::int) n) as stream`,
    [host, streams],
  );
  await db.pool.query(
    `insert into joint_member (joint_id, project_id, percent, agreed_at, is_sharing)
     select s.id, project_id, 10, now(), s.ended_at is null from joint_stream s, unnest($1::uuid[]) as project_id`,
    [projects],
  );
  const atOnce = 200;
  for (let first = 1; first <= given; first += atOnce) {
    await db.pool.query(
      `with stream as (select id, row_number() over () - 1 as place from joint_stream),
        whole as (select n, gen_random_uuid() as id, now() - n * interval '1 minute' as at, stream.id as joint_id
          from generate_series($3::int, $4::int) n join stream on stream.place = n % $5::int)
       insert into donation (id, project_id, donor_id, donor_key, name, is_anonymous, amount, commission, number,
         created_at, paid_at, joint_id, joint_of, joint_amount)
       select case when place = 1 then w.id else gen_random_uuid() end, project_id, $2::uuid, 'user:' || $2::text, 'Донор', false, 100000, 5000, w.n,
         w.at, w.at, w.joint_id, case when place > 1 then w.id end, 1000000
       from whole w, unnest($1::uuid[]) with ordinality as shared (project_id, place)
       order by w.n, place`,
      [projects, donorId, first, Math.min(first + atOnce - 1, given), streams],
    );
  }
  await db.pool.query('vacuum analyze donation, joint_stream, joint_member, project_total');
  const { rows: some } = await db.pool.query<{ id: string; jointId: string }>(
    `select id, joint_id as "jointId" from donation where joint_id is not null and joint_of is null order by id limit 10`,
  );
  return { projects, ids: some.map(({ id }) => id), jointIds: some.map(({ jointId }) => jointId) };
}

const shared = await shareMany();

const always = { from: null, to: null };
const [id = ''] = shared.ids;
const [projectId = ''] = shared.projects;

describe(`among ${donations} donations and ${given * 10} shares`, () => {
  it.each<readonly [string, (tx: Tx) => Promise<unknown>, number]>([
    ['Given, first page and count', (tx) => readGiven(tx, { donorId, period: always, skip: 0, take: 10 }), 700],
    ['the newest of all', (tx) => readNewest(tx, 10), 200],
    ['the parts of a donation', (tx) => readJointParts(tx, id), 40],
    ['the given one of a part', (tx) => readGivenId(tx, id), 10],
    ['who received ten of them', (tx) => readReceivers(tx, shared.ids), 250],
    ['streams of a creator', (tx) => readOwnJoints(tx, { projectId, skip: 0, take: 10 }), 200],
    ['members of ten streams', (tx) => readMembers(tx, shared.jointIds), 150],
    ['what runs', (tx) => readRunningRow(tx, projectId), 30],
    ['locked totals', (tx) => lockJointTotals(tx, id), 300],
    ['locked rows', (tx) => lockJointRows(tx, id), 100],
    ['a refunded part', (tx) => reduceJointWhole(tx, id, minor(1)), 800],
  ])('%s: pages are those of a few rows', async (name, work, most) => {
    expect(await pagesOf(db, work), name).toBeLessThanOrEqual(most);
  });

  it('what a donor gave is counted from the index alone, and never read past the page', async () => {
    const count = await planOfRun(db, givenCount.text, [donorId, null, null]);
    const page = await planOfRun(db, givenPage.text, [donorId, null, null, 0, 10]);
    expect(count).toContain('Index Only Scan using donation_by_donor');
    expect(page).toContain('Index Scan using donation_by_donor');
    expect(page).toContain('donation_joint_parts');
    for (const plan of [count, page]) expect(plan).not.toContain('Seq Scan');
  });

  it('the sums of streams are read from their index alone', async () => {
    expect(await pagesOf(db, (tx) => readIncomes(tx, shared.jointIds))).toBeLessThanOrEqual(300);
    const plan = await planOfRun(
      db,
      'select joint_id, project_id, amount from joint_income where joint_id = any ($1::uuid[])',
      [shared.jointIds],
    );
    expect(plan).toContain('donation_joint_stream');
    expect(plan).not.toContain('Seq Scan');
  });
});
