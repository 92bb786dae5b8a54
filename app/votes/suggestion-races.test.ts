import { afterAll, expect, it } from 'vitest';
import { openVoteFixture } from '#test/support/vote-fixture.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const rounds = Array.from({ length: 5 }, (_, at) => at);

/** What a creator's first vote adds up to; throws where it is not what the payments give. */
async function added(own: Parameters<typeof fixture.first>[0]) {
  await fixture.requireRight();
  const { options, votes, sum, count, isOpen } = await fixture.first(own);
  return { texts: options.map(({ text }) => text), votes, sum, count, isOpen };
}

async function begin(more: object = {}) {
  const own = await fixture.creator();
  const vote = await fixture.offer(own, { takesSuggestions: true, ...more });
  const given = await fixture.suggest(own, 20_000, vote, 'Шашки');
  await fixture.pay(given);
  return { own, vote, given };
}

const texts = ['Гонки', 'Шахматы', 'Шашки'];

it.each(rounds)('suggests one text from many donors at once (%i)', async () => {
  const own = await fixture.creator();
  const vote = await fixture.offer(own, { takesSuggestions: true });
  const given = await Promise.all(
    ['Шашки', 'шашки', 'ШАШКИ ', 'Го', ' го', 'шашки'].map((text) => fixture.suggest(own, 10_000, vote, text)),
  );
  await Promise.all(given.map((one) => fixture.pay(one)));
  const waiting = await fixture.waiting(own);
  expect(waiting.map(({ text, count }) => [text.trim().toLowerCase(), count]).sort()).toEqual([
    ['го', 2],
    ['шашки', 4],
  ]);
  await fixture.requireRight();
});

it.each(rounds)('accepts one suggestion twice at once, and different ones (%i)', async () => {
  const { own, vote } = await begin();
  await fixture.pay(await fixture.suggest(own, 10_000, vote, 'Го'));
  const answers = await Promise.all(['Шашки', 'Го', 'Шашки'].map((text) => fixture.decide(own, vote, text)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { texts: all, ...figures } = await added(own);
  expect([...all].sort()).toEqual(['Го', ...texts].sort());
  expect(figures).toMatchObject({ votes: 6, sum: 30_000, count: 2 });
});

it.each(rounds)('accepts the last option that there is room for once (%i)', async () => {
  const { own, vote } = await begin({ options: Array.from({ length: 19 }, (_, at) => ({ text: `Игра ${at}` })) });
  await fixture.pay(await fixture.suggest(own, 10_000, vote, 'Го'));
  const answers = await Promise.all(['Шашки', 'Го'].map((text) => fixture.decide(own, vote, text)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await added(own)).texts).toHaveLength(20);
});

it.each(rounds)('accepts while the vote is ended: one of them is refused (%i)', async () => {
  const { own, vote } = await begin();
  const [decided, ended] = await Promise.all([
    fixture.decide(own, vote, 'Шашки'),
    fixture.save(own, fixture.bodyOf(vote, { close: true })),
  ]);
  // What is accepted first makes another revision.
  expect([decided.status, ended.status].sort()).toEqual([200, 409]);
  const isAccepted = decided.status === 200;
  expect(await added(own)).toMatchObject({ votes: isAccepted ? 4 : 0, isOpen: isAccepted });
});

it.each(rounds)('accepts while the same is paid (%i)', async () => {
  const { own, vote } = await begin();
  const more = await Promise.all([1, 2, 3].map(() => fixture.suggest(own, 10_000, vote, 'шашки')));
  const [decided] = await Promise.all([
    fixture.decide(own, vote, 'Шашки'),
    ...more.map((one) => fixture.pay(one)),
    fixture.suggest(own, 10_000, vote, 'Шашки'),
  ]);
  expect(decided.status).toBe(200);
  expect(await added(own)).toEqual({ texts, votes: 10, sum: 50_000, count: 4, isOpen: true });
});

it.each(rounds)('says that it is the same as another option while it is paid and suggested (%i)', async () => {
  const { own, vote } = await begin();
  const more = await Promise.all([1, 2, 3].map(() => fixture.suggest(own, 10_000, vote, 'шашки')));
  const [decided, late] = await Promise.all([
    fixture.decide(own, vote, 'Шашки', { optionId: 1 }),
    fixture.suggest(own, 10_000, vote, 'Шашки'),
    ...more.map((one) => fixture.pay(one)),
  ]);
  await fixture.pay(late);
  expect(decided.status).toBe(200);
  expect(await added(own)).toMatchObject({ texts: texts.slice(0, 2), votes: 12, sum: 60_000, count: 5 });
  expect(await fixture.counts(own)).toEqual([12, 0]);
});

it.each(rounds)('accepts while it is paid back, in part or whole (%i)', async (round) => {
  const { own, vote, given } = await begin();
  const other = await fixture.suggest(own, 15_000, vote, 'Шашки');
  await fixture.pay(other);
  const merged = { optionId: 2 };
  const [decided] = await Promise.all([
    fixture.decide(own, vote, 'Шашки', round % 2 === 0 ? {} : merged),
    fixture.refund(given),
    fixture.refund(other, { amount: 600_000 }),
  ]);
  expect(decided.status).toBe(200);
  expect(await added(own)).toMatchObject({ votes: 1, sum: 9_000, count: 1 });
});

it.each(rounds)('accepts while a payment ends the vote by its sum (%i)', async () => {
  const { own, vote } = await begin({ endSum: 25_000 });
  const rest = await fixture.choose(own, 25_000, fixture.choiceOf(vote));
  const [decided] = await Promise.all([fixture.decide(own, vote, 'Шашки'), fixture.pay(rest)]);
  const seen = await added(own);
  expect(seen.isOpen).toBe(false);
  // Whichever comes first: the other one either counts too or is refused.
  expect(seen).toMatchObject(decided.status === 200 ? { votes: 9, sum: 45_000 } : { votes: 5, sum: 25_000 });
});

it.each(rounds)('accepts and declines at once: one of them is refused (%i)', async () => {
  const { own, vote } = await begin();
  const answers = await Promise.all([
    fixture.decide(own, vote, 'Шашки'),
    fixture.decide(own, vote, 'Шашки', { decision: 'decline' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await added(own)).votes).toBe(answers[0]?.status === 200 ? 4 : 0);
});
