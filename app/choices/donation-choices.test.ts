import { afterAll, expect, it } from 'vitest';
import { formMessages } from '#base/text/form-rules.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { RewardFixture } from '#test/support/reward-fixture.ts';
import { openTargetFixture } from '#test/support/target-fixture.ts';
import { VoteFixture } from '#test/support/vote-fixture.ts';
import { choiceFaults } from './donation-choices.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

const voting = new VoteFixture(fixture.app);
const giving = new RewardFixture(fixture.app);

const creator = await fixture.creator();
const vote = await voting.offer(creator);
const target = await fixture.offer(creator);
const forVote = { voteId: vote.id, optionId: 2 };
const forTarget = fixture.choiceOf(target);
const forReward = giving.choiceOf(await giving.offer(creator, { price: 10_000 }));

it.each([
  ['the vote first', [forVote, forTarget, forReward]],
  ['the target first', [forTarget, forReward, forVote]],
  ['the reward first', [forReward, forVote, forTarget]],
])('serves a vote, a target and a reward with one donation: %s', async (_, choices) => {
  const own = await fixture.creator();
  const { id: voteId } = await voting.offer(own);
  const promised = await fixture.offer(own);
  const offered = await giving.offer(own, { price: 10_000, stock: 1 });
  const all = choices.map((choice) => {
    if ('voteId' in choice) return { ...choice, voteId };
    return 'targetId' in choice ? fixture.choiceOf(promised) : giving.choiceOf(offered);
  });
  const given = await fixture.choose(own, 20_000, ...all);
  await fixture.pay(given);
  expect(await voting.counts(own)).toEqual([0, 4]);
  expect(await fixture.sum(own)).toBe(20_000);
  const { body } = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
  const chosen = [
    { voteId, optionId: 2, question: 'Какую игру?', option: 'Шахматы', votes: 4, isCounted: true },
    { targetId: promised.id, target: promised.text, isCounted: true },
    { rewardId: offered.id, reward: offered.text, isCounted: true },
  ];
  expect(body).toMatchObject({ data: { choices: chosen } });
  await fixture.refund(given, { amount: 500_001 });
  expect(await voting.counts(own)).toEqual([0, 2]);
  expect(await fixture.sum(own)).toBe(14_999.99);
  expect(await giving.first(own)).toMatchObject({ taken: 1, left: 0 });
  await fixture.refund(given);
  expect(await voting.counts(own)).toEqual([0, 0]);
  expect(await fixture.sum(own)).toBe(0);
  expect(await giving.first(own)).toMatchObject({ taken: 0, left: 1 });
  for (const one of [voting, fixture, giving]) await one.requireRight();
});

it('counts for what is open where the other one is over', async () => {
  const own = await fixture.creator();
  const ended = await voting.offer(own);
  const promised = await fixture.offer(own);
  const given = await fixture.choose(own, 20_000, { voteId: ended.id, optionId: 1 }, fixture.choiceOf(promised));
  await voting.save(own, voting.bodyOf(ended, { close: true }));
  await fixture.pay(given);
  expect(await voting.counts(own)).toEqual([0, 0]);
  expect(await fixture.sum(own)).toBe(20_000);
});

const unknown = { targetId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68', revision: 1 };
const unknownReward = { rewardId: unknown.targetId, revision: 1 };

it.each([
  ['an unknown target behind a vote', [forVote, unknown], { 'choices.1': choiceFaults.unknownTarget }],
  ['an unknown target before a vote', [unknown, forVote], { 'choices.0': choiceFaults.unknownTarget }],
  [
    'an unknown option behind a target',
    [forTarget, { ...forVote, optionId: 9 }],
    { 'choices.1': choiceFaults.unknownOption },
  ],
  ['two votes', [forVote, { ...forVote, optionId: 1 }], { 'choices.1': choiceFaults.twoVotes }],
  ['two targets', [forTarget, forTarget], { 'choices.1': choiceFaults.twoTargets }],
  ['an unknown reward between both', [forVote, unknownReward, forTarget], { 'choices.1': choiceFaults.unknownReward }],
  ['two rewards', [forReward, forVote, forReward], { 'choices.2': choiceFaults.twoRewards }],
  ['four choices', [forVote, forTarget, forReward, forReward], { choices: 'Не больше 3 элементов' }],
  ['no list', 'x', { choices: 'Нужен список' }],
  ['an object', {}, { choices: 'Нужен список' }],
  ['a number', [5], { 'choices.0': choiceFaults.neither }],
  ['nothing at all', [null], { 'choices.0': choiceFaults.neither }],
  ['nothing in it', [{}], { 'choices.0': choiceFaults.neither }],
  ['a vote without its option', [{ voteId: vote.id }], { 'choices.0': choiceFaults.neither }],
  ['a target without its revision', [forVote, { targetId: target.id }], { 'choices.1': choiceFaults.neither }],
  ['a reward without its revision', [{ rewardId: target.id }], { 'choices.0': choiceFaults.neither }],
  ['both in one', [{ ...forVote, ...forTarget }], { 'choices.0': choiceFaults.neither }],
  ['an unknown member', [{ ...forTarget, sum: 9 }], { 'choices.0.sum': 'Лишнее поле' }],
  [
    'an option beyond all numbers',
    [{ ...forVote, optionId: 2_147_483_648 }],
    { 'choices.0.optionId': formMessages.notAbove(2_147_483_647) },
  ],
  ['a revision of nothing', [{ ...forTarget, revision: 0 }], { 'choices.0.revision': 'Не меньше 1' }],
  ['a target by a word', [{ ...forTarget, targetId: 'x' }], { 'choices.0.targetId': 'Неверный формат' }],
])('refuses %s at its place', async (_, choices, fields) => {
  const answer = failureOf(await fixture.create(creator, 10_000, choices));
  expect({ status: answer.status, fields: answer.fields }).toEqual({ status: 400, fields });
});

it('asks for more money where it is too little for a vote', async () => {
  const dear = await voting.offer(creator, { price: 20_000 });
  const choices = [forTarget, { voteId: dear.id, optionId: 1 }];
  const answer = failureOf(await fixture.create(creator, 19_999, choices));
  expect(answer).toMatchObject({ status: 400, fields: { amount: choiceFaults.small } });
});

it('writes nothing of a donation whose second choice has gone', async () => {
  const own = await fixture.creator();
  const asked = await voting.offer(own);
  for (let round = 0; round < 5; round += 1) {
    const promised = await fixture.offer(own);
    const [created, closed] = await Promise.all([
      fixture.create(own, 10_000, [{ voteId: asked.id, optionId: 1 }, fixture.choiceOf(promised)]),
      fixture.save(own, fixture.bodyOf(promised, { close: true })),
    ]);
    expect(closed.status).toBe(200);
    if (created.status !== 200) {
      expect(failureOf(created).fields).toEqual({ 'choices.1': choiceFaults.targetEnded });
    }
  }
  const { rows } = await fixture.app.db.pool.query<{ lone: number }>(
    `select count(*)::int as lone from vote_choice v left join target_choice t using (donation_id)
     where v.vote_id = $1 and t.donation_id is null`,
    [asked.id],
  );
  expect(rows).toEqual([{ lone: 0 }]);
});
