import { afterAll, expect, it } from 'vitest';
import { pagesOf, planOfRun } from '#test/support/choice-plans.ts';
import { blocksOfWork } from '#test/support/database/query-plan.ts';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import { countTargetChoice } from './target-choice-store.server.ts';
import {
  countOpenTargets,
  lockTarget,
  readOpenTargets,
  readStreamedTargets,
  readTargets,
} from './target-store.server.ts';

const donations = 40_000;
/** Of the open target; the others are of those that ended. */
const ofTarget = 10_000;
const endedTargets = 1_000;

const world = await openManyDonations(donations);
afterAll(() => world.close());

const { db, projectId } = world;

await db.pool.query(
  `insert into target (id, project_id, text, goal, closed_at)
   select uuid_v7(), $1, 'Старый рубеж ' || n, 500000, now() - n * interval '1 day' from generate_series(2, $2::int) n`,
  [projectId, endedTargets],
);
// Other creators have targets too.
await db.pool.query(
  `insert into target (id, project_id, text, goal)
   select uuid_v7(), id, 'Рубеж', 500000 from project, generate_series(1, 3) where id <> $1`,
  [projectId],
);
const { rows: made } = await db.pool.query<{ id: string }>(
  `insert into target (id, project_id, text, goal) values (uuid_v7(), $1, 'Играю босса', 9000000000000) returning id`,
  [projectId],
);
const targetId = made[0]?.id ?? '';
await db.pool.query(
  `insert into target_choice (donation_id, target_id, sum)
   with ended as (select id, row_number() over () as place from target where project_id = $2 and id <> $1)
   select donation.id, case when number <= $3 then $1 else ended.id end, amount
   from donation join ended on place = 1 + number % $4
   where project_id = $2 and number is not null`,
  [targetId, projectId, ofTarget, endedTargets - 1],
);
await db.pool.query('vacuum analyze target, target_choice');

it(`adds up ${ofTarget} of ${donations} choices from an index alone`, async () => {
  const [target] = await readOpenTargets(db, projectId);
  expect([target?.id, target?.count]).toEqual([targetId, ofTarget]);
  const sums = 'select sum(sum) from target_choice where target_id = $1';
  const plan = await planOfRun(db, sums, [targetId]);
  expect(plan).toMatch(/Index Only Scan using target_choice_target/);
  expect(plan).toMatch(/Heap Fetches: 0/);
});

/** Pages of the index that adds up all choices, and of the targets of one creator. */
const added = 700;
/** Pages of indexes, for the figures of one target that nobody has chosen. */
const perTarget = 4;

it.each([
  ['the page', added, () => pagesOf(db, (tx) => readOpenTargets(tx, projectId))],
  ['the stream', added, () => pagesOf(db, (tx) => readStreamedTargets(tx, projectId))],
  [
    'the cabinet',
    added + perTarget * 20,
    () => pagesOf(db, (tx) => readTargets(tx, projectId, { all: true, skip: 0, take: 20 })),
  ],
  ['everybody', added, () => pagesOf(db, (tx) => readTargets(tx, projectId, { all: false, skip: 0, take: 20 }))],
  [
    'a page of the cabinet behind 900 others',
    100 + perTarget * 20,
    () => pagesOf(db, (tx) => readTargets(tx, projectId, { all: true, skip: 900, take: 20 })),
  ],
  ['a change', added, () => pagesOf(db, (tx) => lockTarget(tx, targetId, projectId))],
  ['a new target', 100, () => pagesOf(db, (tx) => countOpenTargets(tx, projectId))],
  [
    'a payment',
    50,
    async () => {
      const { rows } = await db.pool.query<{ id: string }>(
        'update target_choice set sum = null where donation_id = (select donation_id from target_choice where target_id = $1 limit 1) returning donation_id as id',
        [targetId],
      );
      return pagesOf(db, (tx) => countTargetChoice(tx, rows[0]?.id ?? '', 500_000));
    },
  ],
] as const)('reads few pages for %s', async (name, most, read) => {
  const pages = await read();
  expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
});

it('reads few pages for the cabinet where one target has all choices', async () => {
  await db.pool.query('update target_choice set target_id = $1', [targetId]);
  await db.pool.query('vacuum (full, analyze) target_choice');
  const pages = await blocksOfWork(db, async (counted) => {
    const { items } = await readTargets(counted, projectId, { all: true, skip: 0, take: 20 });
    expect(items[0]?.count).toBe(donations);
  });
  expect(pages, `${pages} pages`).toBeLessThanOrEqual(added);
});
