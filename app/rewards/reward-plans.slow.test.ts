import { afterAll, expect, it } from 'vitest';
import { pagesOf, planOfRun } from '#test/support/choice-plans.ts';
import { blocksOfWork } from '#test/support/database/query-plan.ts';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import { readOwed } from './owed/owed-store.server.ts';
import { readTakenRewards } from './owed/taken-rewards-store.server.ts';
import { countRewardChoice } from './reward-choice-store.server.ts';
import { letHoldsRunOut } from './reward-holds-store.server.ts';
import { countOpenRewards, lockReward, readOpenRewards, readRewards } from './reward-store.server.ts';

const donations = 40_000;
/** Of the open reward; the others are of those that ended. */
const ofReward = 10_000;
const endedRewards = 1_000;
/** Not given yet. */
const owed = 400;
/** One of so many was paid when no piece was left. */
const perMissed = 100;
const taken = ofReward - ofReward / perMissed;

const world = await openManyDonations(donations);
afterAll(() => world.close());

const { db, projectId } = world;

await db.pool.query(
  `insert into reward (id, project_id, text, price, closed_at)
   select uuid_v7(), $1, 'Старая награда ' || n, 100, now() - n * interval '1 day' from generate_series(2, $2::int) n`,
  [projectId, endedRewards],
);
// Other creators have rewards too.
await db.pool.query(
  `insert into reward (id, project_id, text, price)
   select uuid_v7(), id, 'Награда', 100 from project, generate_series(1, 3) where id <> $1`,
  [projectId],
);
const { rows: made } = await db.pool.query<{ id: string }>(
  `insert into reward (id, project_id, text, price, stock) values (uuid_v7(), $1, 'Имя в титрах', 100, 10000) returning id`,
  [projectId],
);
const rewardId = made[0]?.id ?? '';
await db.pool.query(
  `insert into reward_choice (donation_id, reward_id, project_id, sum, taken_at, given_at)
   with ended as (select id, row_number() over () as place from reward where project_id = $2 and id <> $1)
   select donation.id, case when number <= $3 then $1 else ended.id end, $2, amount, paid_at, case when number % 100 > 0 then paid_at end
   from donation join ended on place = 1 + number % $4
   where project_id = $2 and number is not null`,
  [rewardId, projectId, ofReward, endedRewards - 1],
);
await db.pool.query(
  `update reward_choice set missed_at = taken_at, taken_at = null, given_at = null
   where donation_id in (select id from donation where project_id = $1 and number % $2 = 1)`,
  [projectId, perMissed],
);
await db.pool.query('vacuum analyze reward, reward_choice');

it(`counts ${taken} of ${donations} choices from an index alone`, async () => {
  const [reward] = await readOpenRewards(db, projectId);
  expect([reward?.id, reward?.taken]).toEqual([rewardId, taken]);
  const count = 'select count(*) from reward_choice where reward_id = $1 and taken_at is not null';
  const plan = await planOfRun(db, count, [rewardId]);
  expect(plan).toMatch(/Index Only Scan using reward_choice_reward/);
  expect(plan).toMatch(/Heap Fetches: 0/);
});

it('counts only what has a stock for the page, and what is owed of one reward from an index of its own', async () => {
  const stockOf = (stock: number | null) =>
    db.pool.query('update reward set stock = $2 where id = $1', [rewardId, stock]);
  const pages = () => pagesOf(db, (tx) => readOpenRewards(tx, projectId));
  const limited = await pages();
  await stockOf(null);
  const endless = await pages();
  await stockOf(10_000);
  expect([limited > 40, endless <= 40], `${limited} and ${endless} pages`).toEqual([true, true]);
  const owedOf = `select donation_id from reward_choice
    where reward_id = $1 and taken_at is not null and given_at is null order by taken_at desc, donation_id desc limit 20`;
  expect(await planOfRun(db, owedOf, [rewardId])).toMatch(/Index Only Scan Backward using reward_choice_owed_of/);
});

it.each([
  ['project_id', projectId, 'reward_choice_missed'],
  ['reward_id', rewardId, 'reward_choice_missed_of'],
])('lists what was missed, by %s, from an index of its own', async (owner, id, index) => {
  const missedOf = `select donation_id from reward_choice
    where ${owner} = $1 and missed_at is not null and taken_at is null and paid_back_at is null
    order by missed_at desc, donation_id desc limit 20`;
  expect(await planOfRun(db, missedOf, [id])).toMatch(new RegExp(`Index Only Scan Backward using ${index} `));
});

/** Pages of the index that counts all choices of the reward, and of the rewards of one creator. */
const added = 700;
/** Pages of indexes, for the figures of one reward that few have chosen. */
const perReward = 6;
/** Pages of a page of a list, with the index that counts all of it. */
const listed = 700;

const page = (more: object) =>
  blocksOfWork(db, async (counted) => {
    const asked = { projectId, state: 'owed' as const, rewardId: undefined, skip: 0, take: 20, ...more };
    const { items } = await readOwed(counted, asked);
    if (items.length !== 20) throw new Error(`the page has ${items.length} rows`);
  });

it.each([
  ['the page', added, () => pagesOf(db, (tx) => readOpenRewards(tx, projectId))],
  [
    'the cabinet',
    added + perReward * 20,
    () => pagesOf(db, (tx) => readRewards(tx, projectId, { all: true, skip: 0, take: 20 })),
  ],
  ['everybody', added, () => pagesOf(db, (tx) => readRewards(tx, projectId, { all: false, skip: 0, take: 20 }))],
  ['a change', added, () => pagesOf(db, (tx) => lockReward(tx, rewardId, projectId))],
  ['a new reward', 100, () => pagesOf(db, (tx) => countOpenRewards(tx, projectId))],
  ['what is owed', 250, () => page({})],
  [`the last of ${owed} that are owed`, 250, () => page({ skip: owed - 20 })],
  ['what is given', listed, () => page({ state: 'given' })],
  ['all', listed, () => page({ state: 'all' })],
  ['the last of all', listed, () => page({ state: 'all', skip: donations - donations / perMissed - 20 })],
  ['what is owed of one reward', 250, () => page({ rewardId })],
  ['the rewards that were taken', perReward * endedRewards, () => pagesOf(db, (tx) => readTakenRewards(tx, projectId))],
  ['what is missed', 250, () => page({ state: 'missed' })],
  ['what is missed of one reward', 250, () => page({ state: 'missed', rewardId })],
  [
    'a payment',
    added,
    async () => {
      const { rows } = await db.pool.query<{ id: string }>(
        `update reward_choice set sum = null, taken_at = null, given_at = null
         where donation_id = (select donation_id from reward_choice where reward_id = $1 limit 1) returning donation_id as id`,
        [rewardId],
      );
      const donationId = rows[0]?.id ?? '';
      return pagesOf(db, (tx) => countRewardChoice(tx, { donationId, amount: 500_000, paidAt: new Date() }));
    },
  ],
  ['pieces that are kept no longer', 20, () => pagesOf(db, letHoldsRunOut)],
] as const)('reads few pages for %s', async (name, most, read) => {
  const pages = await read();
  expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
});
