import { afterAll, expect, it } from 'vitest';
import { pagesOf, planOfRun } from '#test/support/choice-plans.ts';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import { countOpenVotes, endReachedVote, lockVote, readShownVotes, readVotes } from './vote-store.server.ts';

const donations = 40_000;
const endedVotes = 1_000;

const world = await openManyDonations(donations);
afterAll(() => world.close());

const { db, projectId } = world;

await db.pool.query(
  `insert into vote (id, project_id, question, price, closed_at)
   select uuid_v7(), $1, 'Старый вопрос ' || n, 500000, now() - n * interval '1 day' from generate_series(2, $2::int) n`,
  [projectId, endedVotes],
);
const { rows: made } = await db.pool.query<{ id: string }>(
  `insert into vote (id, project_id, question, price, end_sum) values (uuid_v7(), $1, 'Во что играем?', 500000, 9000000000000)
   returning id`,
  [projectId],
);
const voteId = made[0]?.id ?? '';
await db.pool.query(`insert into vote_option (vote_id, number, text, is_hidden, place)
  select id, n, 'Вариант ' || n, false, n from vote, generate_series(1, 20) n`);
await db.pool.query(
  `insert into vote_choice (donation_id, vote_id, number, sum, votes)
   select id, $1, 1 + number % 20, amount, amount / 500000 from donation where project_id = $2 and number is not null`,
  [voteId, projectId],
);
await db.pool.query('vacuum analyze vote, vote_option, vote_choice');

it(`adds up ${donations} choices from an index alone`, async () => {
  const [vote] = await readShownVotes(db, projectId, 5);
  expect([vote?.id, vote?.options.length]).toEqual([voteId, 20]);
  expect(vote?.options.reduce((count, option) => count + option.count, 0)).toBe(donations);
  const sums = 'select sum(votes), sum(sum) from vote_choice where vote_id = $1 and number = 7';
  const plan = await planOfRun(db, sums, [voteId]);
  expect(plan).toMatch(/Index Only Scan using vote_choice_option/);
  expect(plan).toMatch(/Heap Fetches: 0/);
});

/** Pages of the index that adds up all choices. */
const added = 700;
/** Pages of indexes and tables, for one of 20 options of each of 20 votes. */
const perOption = 6;

it.each([
  ['the page and the stream', added, () => pagesOf(db, (tx) => readShownVotes(tx, projectId, 6))],
  [
    'the cabinet',
    added + perOption * 400,
    () => pagesOf(db, (tx) => readVotes(tx, projectId, { all: true, skip: 0, take: 20 })),
  ],
  [
    'a page of the cabinet behind 900 others',
    perOption * 400,
    () => pagesOf(db, (tx) => readVotes(tx, projectId, { all: true, skip: 900, take: 20 })),
  ],
  ['a change', added, () => pagesOf(db, (tx) => lockVote(tx, voteId, projectId))],
  ['a payment for a vote that ends with a sum', added, () => pagesOf(db, (tx) => endReachedVote(tx, voteId))],
  ['a new vote', 100, () => pagesOf(db, (tx) => countOpenVotes(tx, projectId))],
] as const)('reads few pages for %s', async (name, most, read) => {
  const pages = await read();
  expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
});
