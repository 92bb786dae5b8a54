import { expect, it } from 'vitest';
import { changeDraft, storedDonationDraft } from '../donation-draft.ts';
import { choicesLeft, choicesOf } from './draft-choices.ts';

const vote = { voteId: 'vote-1', optionId: 2, price: 5_000 };
const target = { targetId: 'target-1', revision: 3 };
const sent = { ...storedDonationDraft('creator', '5').readEmpty(), vote, target, intent: 'donation-1' };

it('sends the vote before the target, and nothing where nothing is chosen', () => {
  const sentVote = { voteId: 'vote-1', optionId: 2 };
  const sentTarget = { targetId: 'target-1', revision: 3 };
  expect(choicesOf(sent)).toEqual([sentVote, sentTarget]);
  expect(choicesOf({ vote, target: null })).toEqual([sentVote]);
  expect(choicesOf({ vote: null, target })).toEqual([sentTarget]);
  expect(choicesOf({ vote: null, target: null })).toBeUndefined();
});

it('drops the choice that a refusal names, by its place', () => {
  const fault = 'Рубеж уже закрыт';
  expect(choicesLeft(sent, { 'choices.0': fault })).toEqual({ vote: null, target });
  expect(choicesLeft(sent, { 'choices.1': fault })).toEqual({ vote, target: null });
  expect(choicesLeft({ ...sent, vote: null }, { 'choices.0': fault })).toEqual({ vote: null, target: null });
  expect(choicesLeft({ ...sent, target: null }, { 'choices.0.optionId': fault })).toEqual({ vote: null, target: null });
  expect(choicesLeft(sent, { choices: fault })).toEqual({ vote: null, target: null });
  expect(choicesLeft(sent, { amount: 'Суммы не хватает' })).toBeNull();
});

it('leaves a draft that was changed after it had been sent: a place may be another one in it', () => {
  const changed = changeDraft(sent, { vote: null });
  expect(choicesLeft(changed, { 'choices.0': 'Голосование уже закончилось' })).toMatchObject({ vote: null, target });
});
