import { expect, it } from 'vitest';
import { changeDraft, storedDonationDraft } from '../donation-draft.ts';
import { leaveUnpaid, sentDraft } from './left-draft.ts';

const reward = { rewardId: 'reward-1', revision: 1, price: 50_000 };
const draft = { ...storedDonationDraft('creator', '50\u00a0000').readEmpty(), reward };

it('is sent anew with the same payment while it is unchanged, and then takes the place of what was left', () => {
  const first = sentDraft(draft);
  expect(first).toEqual({ ...draft, intent: first.intent, instead: '' });
  expect(first.intent).not.toBe('');
  const left = leaveUnpaid(first, { payId: 'payment-1' });
  expect(left).toMatchObject({ left: 'payment-1', held: 'reward-1' });
  expect(sentDraft(left)).toBe(left);
  const second = sentDraft(changeDraft(left, { message: 'Привет' }));
  expect(second.instead).toBe('payment-1');
  expect(second.intent).not.toBe(first.intent);
});

it('names the same donation in all attempts of one intent, also once it was left itself', () => {
  const second = sentDraft(leaveUnpaid(draft, { payId: 'payment-1' }));
  const left = leaveUnpaid(second, { payId: 'payment-2' });
  expect(sentDraft(left)).toMatchObject({ intent: second.intent, instead: 'payment-1' });
  expect(sentDraft({ ...left, intent: '' }).instead).toBe('payment-2');
});

it('takes the place of a page of a payment system at once, and of a card only where a piece is kept for it', () => {
  const plain = { ...draft, intent: 'donation-1', held: 'reward-1', reward: null };
  const page = { payId: 'payment-1', isOnPage: true };
  expect(leaveUnpaid(plain, page)).toMatchObject({ intent: '', left: 'payment-1', held: '' });
  expect(leaveUnpaid(plain, { payId: 'payment-1', isOnPage: false })).toBe(plain);
});
