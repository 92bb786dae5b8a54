import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { requireZeros } from '#test/support/choice-fixture.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

const saved = z.object({ id: z.string(), revision: z.number() });

type Vote = z.infer<typeof saved>;

async function save(creator: SignedIn, more: object = {}): Promise<Vote> {
  const options = [{ text: 'Гонки', code: 'гонки' }, { text: 'Шахматы' }];
  const body = { question: 'Какую игру?', options, price: 5_000, ...more };
  return saved.parse(dataOf(await fixture.as(creator, 'POST Vote/Save', { body })));
}

const end = (creator: SignedIn, { id: voteId, revision }: Vote) =>
  save(creator, { voteId, revision, close: true, options: [{ optionId: 1, text: 'Гонки' }] });

/** The votes and the donations for the option with the code word, for each vote in the order in which they were made. */
async function counts(...votes: readonly Vote[]) {
  requireZeros(await readVoteFaults(fixture.app.db));
  const { rows } = await fixture.app.db.pool.query<{ votes: number; donations: number }>(
    `select coalesce(sum(c.votes), 0)::int as votes, count(c.sum)::int as donations
     from unnest($1::uuid[]) with ordinality as asked (id, place) left join vote_choice c on c.vote_id = asked.id and c.number = 1
     group by place order by place`,
    [votes.map(({ id }) => id)],
  );
  return rows.map(({ votes: sum, donations }) => [sum, donations]);
}

/** Refunds all paid months at the provider, and takes in what it reports. */
async function refundMonths(membershipId: string): Promise<void> {
  for (const payId of await fixture.paidThere(membershipId)) {
    await fixture.app.opora.areas.payments.refundPayment(payId);
  }
}

/** A donor who joins a creator on 31 January while a vote is open. */
async function joined(message: string | null, pan: string = monthlyCards.good) {
  fixture.clock.now = new Date('2027-01-31T10:00:00Z');
  const creator = await fixture.person();
  const vote = await save(creator);
  const donor = await fixture.person();
  const membership = await fixture.join(donor, creator.projectId, pan, { message });
  return { creator, vote, donor, membership };
}

test('a member whose message has a code word votes with each month, in the vote that is open then', async () => {
  const { creator, vote, donor } = await joined('За #Гонки!');
  expect(await counts(vote)).toEqual([[2, 1]]);
  await fixture.moveTo('2027-02-28T10:00:00Z');
  expect(await counts(vote)).toEqual([[4, 2]]);
  await end(creator, vote);
  await fixture.moveTo('2027-03-31T10:00:00Z');
  expect(await fixture.mine(donor)).toMatchObject({ months: 3 });
  expect(await counts(vote)).toEqual([[4, 2]]);
  const next = await save(creator);
  await fixture.moveTo('2027-04-30T10:00:00Z');
  expect(await counts(vote, next)).toEqual([
    [4, 2],
    [2, 1],
  ]);
  const { items } = dataOf(await fixture.as(donor, 'GET Donate/Given'));
  expect(items).toMatchObject([{ message: null }, { message: null }, { message: null }, { message: 'За #Гонки!' }]);
});

test('a member without a code word votes for nothing', async () => {
  const { vote } = await joined('За гонки');
  const silent = await joined(null);
  await fixture.moveTo('2027-02-28T10:00:00Z');
  expect(await counts(vote, silent.vote)).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('a month that is tried again counts once, for what its first try has chosen', async () => {
  const { creator, vote, donor } = await joined('#гонки', monthlyCards.refusedTwice);
  await fixture.moveTo('2027-02-28T10:00:00Z');
  expect(await counts(vote)).toEqual([[2, 1]]);
  await fixture.moveTo('2027-03-03T10:00:00Z');
  await fixture.moveTo('2027-03-07T10:00:00Z');
  expect(await fixture.mine(donor)).toMatchObject({ months: 2 });
  expect(await counts(vote)).toEqual([[4, 2]]);
  const late = await joined('#гонки', monthlyCards.refusedTwice);
  await end(late.creator, late.vote);
  await fixture.moveTo('2027-02-28T10:00:00Z');
  const next = await save(late.creator);
  await fixture.moveTo('2027-03-03T10:00:00Z');
  await fixture.moveTo('2027-03-07T10:00:00Z');
  expect(await fixture.mine(late.donor)).toMatchObject({ months: 2 });
  expect(await counts(late.vote, next)).toEqual([
    [2, 1],
    [0, 0],
  ]);
  expect(creator.projectId).not.toBe(late.creator.projectId);
});

test('a month that is refunded is taken back', async () => {
  const { vote, membership } = await joined('#гонки');
  await fixture.moveTo('2027-02-28T10:00:00Z');
  expect(await counts(vote)).toEqual([[4, 2]]);
  await refundMonths(membership.id);
  expect(await counts(vote)).toEqual([[0, 2]]);
});
