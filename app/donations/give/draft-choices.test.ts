import { expect, it } from 'vitest';
import { changeDraft, storedDonationDraft } from '../donation-draft.ts';
import { choicesLeft, choicesOf } from './draft-choices.ts';

const vote = { voteId: 'vote-1', optionId: 2, price: 5_000 };
const target = { targetId: 'target-1', revision: 3 };
const reward = { rewardId: 'reward-1', revision: 1, price: 50_000 };
const sent = { ...storedDonationDraft('creator', '5').readEmpty(), vote, target, reward, intent: 'donation-1' };

const nothing = { vote: null, target: null, reward: null };

it('sends the vote before the target and the reward after both, and nothing where nothing is chosen', () => {
  const sentVote = { voteId: 'vote-1', optionId: 2 };
  const sentTarget = { targetId: 'target-1', revision: 3 };
  const sentReward = { rewardId: 'reward-1', revision: 1 };
  expect(choicesOf(sent)).toEqual([sentVote, sentTarget, sentReward]);
  expect(choicesOf({ ...nothing, vote })).toEqual([sentVote]);
  expect(choicesOf({ ...nothing, target })).toEqual([sentTarget]);
  expect(choicesOf({ ...nothing, vote, reward })).toEqual([sentVote, sentReward]);
  expect(choicesOf(nothing)).toBeUndefined();
});

it('drops the choice that a refusal names, by its place', () => {
  const fault = 'Рубеж уже закрыт';
  expect(choicesLeft(sent, { 'choices.0': fault })).toEqual({ vote: null, target, reward });
  expect(choicesLeft(sent, { 'choices.1': fault })).toEqual({ vote, target: null, reward });
  expect(choicesLeft(sent, { 'choices.2': fault })).toEqual({ vote, target, reward: null });
  expect(choicesLeft({ ...sent, vote: null }, { 'choices.0': fault })).toEqual({ ...nothing, reward });
  expect(choicesLeft({ ...sent, target: null }, { 'choices.1': fault })).toEqual({ ...nothing, vote });
  expect(choicesLeft({ ...sent, target: null }, { 'choices.0.optionId': fault })).toEqual({ ...nothing, reward });
  expect(choicesLeft(sent, { choices: fault })).toEqual(nothing);
  expect(choicesLeft(sent, { amount: 'Суммы не хватает' })).toBeNull();
});

it('leaves a draft that was changed after it had been sent: a place may be another one in it', () => {
  const changed = changeDraft(sent, { vote: null });
  const left = { vote: null, target, reward };
  expect(choicesLeft(changed, { 'choices.0': 'Голосование уже закончилось' })).toEqual(left);
});
