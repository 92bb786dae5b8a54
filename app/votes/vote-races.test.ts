import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import { dataOf } from '#test/support/start-app.ts';
import { openVoteFixture } from '#test/support/vote-fixture.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const games = [{ text: 'Гонки' }, { text: 'Шахматы' }];

const written = z.array(z.object({ status: z.number() }));

it('settle and refund a donation together', async () => {
  const own = await fixture.creator();
  const { id: voteId } = await fixture.ask(own);
  for (let round = 0; round < 5; round += 1) {
    const given = await fixture.choose(own, 20_000, { voteId, optionId: 1 });
    await Promise.all([fixture.pay(given), fixture.report(given, 'paid')]);
    expect(await fixture.counts(own)).toEqual([4, 0]);
    await Promise.all([fixture.refund(given), fixture.report(given, 'paid'), fixture.report(given, 'refunded')]);
    expect(await fixture.counts(own)).toEqual([0, 0]);
  }
  expect(await readVoteFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
});

it('end a vote while donations for it are paid: what the end shows stays', async () => {
  const own = await fixture.creator();
  const vote = await fixture.ask(own);
  const given = await Promise.all(
    Array.from({ length: 8 }, () => fixture.choose(own, 5_000, { voteId: vote.id, optionId: 1 })),
  );
  const [ended] = await Promise.all([
    fixture.save(own, fixture.bodyOf(vote, { close: true })),
    ...given.map((one) => fixture.pay(one)),
  ]);
  const shown = z.object({ votes: z.number() }).parse(dataOf(ended)).votes;
  expect((await fixture.votes(own, own))[0]?.votes).toBe(shown);
  expect(await readVoteFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
});

it('end a vote while its donations are refunded: what is left counts', async () => {
  const own = await fixture.creator();
  const vote = await fixture.ask(own);
  const given = await Promise.all(
    Array.from({ length: 4 }, () => fixture.choose(own, 10_000, { voteId: vote.id, optionId: 1 })),
  );
  await Promise.all(given.map((one) => fixture.pay(one)));
  await Promise.all([
    fixture.save(own, fixture.bodyOf(vote, { close: true })),
    ...given.slice(1).map((one) => fixture.refund(one)),
  ]);
  expect(await fixture.votes(own)).toMatchObject([{ isOpen: false, votes: 2, sum: 10_000, count: 1 }]);
  expect(await readVoteFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
});

it('remove an option and choose it: one of them is refused', async () => {
  const own = await fixture.creator();
  for (let round = 0; round < 5; round += 1) {
    const vote = await fixture.ask(own, { options: [...games, { text: 'Шашки' }] });
    const body = fixture.bodyOf(vote, { options: fixture.bodyOf(vote).options.slice(0, 2) });
    const answers = await Promise.all([
      fixture.create(own, 10_000, [{ voteId: vote.id, optionId: 3 }]),
      fixture.save(own, body),
    ]);
    const statuses = written.parse(answers).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
    const [now] = await fixture.votes(own, own);
    if (now?.isOpen) await fixture.save(own, fixture.bodyOf(now, { close: true }));
  }
});

it('raise the price of a vote and choose for the lower one: one of them is refused', async () => {
  const own = await fixture.creator();
  for (let round = 0; round < 5; round += 1) {
    const vote = await fixture.ask(own);
    const answers = await Promise.all([
      fixture.create(own, 5_000, [{ voteId: vote.id, optionId: 1 }]),
      fixture.save(own, fixture.bodyOf(vote, { price: 20_000 })),
    ]);
    const statuses = written.parse(answers).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
    const [now] = await fixture.votes(own, own);
    if (now?.isOpen) await fixture.save(own, fixture.bodyOf(now, { close: true }));
  }
});
