import { describe, expect, it } from 'vitest';
import { dateText } from '#base/text/dates.ts';
import {
  amountOf,
  changeDraft,
  joinLevel,
  lacksChoice,
  newIntent,
  parseDraft,
  storedDonationDraft,
} from '../donation-draft.ts';
import { timeAgo } from '../lists/relative-time.ts';
import { type AlertDelivery, isFinal, pauseAfter, reachedStop, timeOfStop } from '../thanks/alert-way.ts';

describe('the draft of a donation', () => {
  const draft = {
    amount: '10\u00a0000',
    before: null,
    message: 'Привет',
    isAnonymous: false,
    isMonthly: true,
    level: { id: 'level-1', amount: 50_000 },
    vote: { voteId: 'vote-1', optionId: 2, price: 5_000 },
    target: { targetId: 'target-1', revision: 3 },
    reward: { rewardId: 'reward-1', revision: 1, price: 50_000 },
    intent: 'donation-1',
    instead: 'payment-0',
    left: 'payment-1',
    held: 'reward-1',
  };

  it('becomes another intent after any change', () => {
    expect(changeDraft(draft, { message: 'Пока' })).toEqual({ ...draft, message: 'Пока', intent: '' });
    expect(newIntent()).toMatch(/^donation-[0-9a-f]{64}$/);
    expect(newIntent()).not.toBe(newIntent());
  });

  it('has the sum from before the raise again once its reward goes, unless another one was typed since', () => {
    const raised = { ...draft, isMonthly: false, amount: '50\u00a0000', before: '5\u00a0000' };
    const typed = { amount: '5\u00a0000', before: null, intent: '' };
    expect(changeDraft(raised, { reward: null })).toEqual({ ...raised, ...typed, reward: null });
    expect(changeDraft({ ...raised, before: '' }, { reward: null }).amount).toBe('');
    expect(changeDraft(raised, { isMonthly: true })).toEqual({ ...raised, ...typed, isMonthly: true });
    expect(changeDraft(raised, { message: 'Пока', target: null })).toMatchObject({
      amount: '50\u00a0000',
      before: '5\u00a0000',
    });
    expect(changeDraft(raised, { vote: null, target: null, reward: draft.reward }).amount).toBe('50\u00a0000');
    const other = changeDraft(raised, { amount: '50\u00a0000' });
    expect(changeDraft(other, { reward: null }).amount).toBe('50\u00a0000');
    expect(changeDraft(draft, { reward: null }).amount).toBe(draft.amount);
  });

  it('is read as written, and survives invalid content', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    const { isMonthly, level, vote, target, reward, before, instead, left, held, ...once } = draft;
    const none = { before: null, instead: '', left: '', held: '' };
    const nothing = { isMonthly: false, level: null, vote: null, target: null, reward: null, ...none };
    expect(parseDraft({ ...draft, before: '5\u00a0000' })?.before).toBe('5\u00a0000');
    expect(parseDraft(once)).toEqual({ ...once, ...nothing });
    expect(parseDraft({ ...draft, reward: { rewardId: 'reward-1', revision: 1 } })).toEqual({ ...draft, reward: null });
    expect(parseDraft({ amount: 5 })).toBeNull();
    expect(parseDraft(null)).toBeNull();
  });

  it('joins the level that a post asks for, though another one was chosen before, and is the same after a reload', () => {
    const asked = { isMonthly: true, level: { id: 'level-2', amount: 0 }, intent: '' };
    expect(joinLevel({ ...draft, isMonthly: false }, 'level-2')).toEqual({ ...draft, ...asked });
    expect(joinLevel(draft, 'level-2')).toEqual({ ...draft, ...asked });
    expect(joinLevel(draft, 'level-1')).toBe(draft);
    expect(joinLevel(draft, '')).toBe(draft);
    const once = { ...draft, isMonthly: false };
    expect(joinLevel(once, '')).toEqual({ ...draft, level: null, intent: '' });
  });

  it('gives the typed amount, or the price of the level every month', () => {
    expect(amountOf(draft)).toBe(50_000);
    expect(amountOf({ ...draft, level: null })).toBe(10_000);
    expect(amountOf({ ...draft, isMonthly: false })).toBe(10_000);
    expect(amountOf({ ...draft, isMonthly: false, amount: '' })).toBeNull();
  });

  it('is too small for a vote or a reward that costs more', () => {
    expect(lacksChoice(draft)).toBe(true);
    expect(lacksChoice({ ...draft, amount: '50\u00a0000' })).toBe(false);
    expect(lacksChoice({ ...draft, amount: '49\u00a0999,99' })).toBe(true);
    expect(lacksChoice({ ...draft, reward: null })).toBe(false);
    expect(lacksChoice({ ...draft, reward: null, amount: '4\u00a0999' })).toBe(true);
    expect(lacksChoice({ ...draft, vote: null, amount: '' })).toBe(true);
    expect(lacksChoice({ ...draft, vote: null, reward: null, amount: '' })).toBe(false);
  });

  it('lasts as long as the page without storage', () => {
    const drafts = storedDonationDraft('creator', '5\u00a0000');
    expect(drafts.read().amount).toBe('5\u00a0000');
    drafts.write(draft);
    expect(drafts.read()).toEqual(draft);
  });
});

describe('the age of a donation', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (at: string) => timeAgo(new Date(at), now, 'ru', 'Asia/Tashkent');

  it('is relative for a week, then a date', () => {
    expect(ago('2026-11-21T11:59:30Z')).toBeNull();
    expect(ago('2026-11-21T12:00:05Z')).toBeNull();
    expect(ago('2026-11-21T11:55:00Z')).toBe('5 минут назад');
    expect(ago('2026-11-21T09:00:00Z')).toBe('3 часа назад');
    expect(ago('2026-11-20T11:00:00Z')).toBe('вчера');
    // 45 hours ago, yet the day before yesterday in Tashkent.
    expect(ago('2026-11-19T15:00:00Z')).toBe('позавчера');
    expect(ago('2026-11-19T19:30:00Z')).toBe('вчера');
    expect(ago('2026-11-10T12:00:00Z')).toBe('10 ноября');
    expect(ago('2025-11-10T12:00:00Z')).toBe('10 ноября 2025 г.');
  });

  it('is a date on the server, the same in every time zone', () => {
    expect(dateText(new Date('2026-11-18T23:30:00Z'), 'ru', { date: 'long', timeZone: 'UTC' })).toBe(
      '18 ноября 2026 г.',
    );
  });
});

describe('the progress of a donation to the screen', () => {
  const delivery = (
    state: AlertDelivery['state'],
    reason: string | null = null,
    steps: string[] = [],
  ): AlertDelivery => ({
    state,
    reason,
    steps: steps.map((step, index) => ({ state: step, at: `2026-11-21T12:00:0${index}Z` })),
  });

  it('is at the last stop that was reached', () => {
    expect(reachedStop(delivery('paid'))).toBe('paid');
    expect(reachedStop(delivery('held', null, ['paid', 'held']))).toBe('paid');
    expect(reachedStop(delivery('queued', null, ['paid', 'queued']))).toBe('queued');
    expect(reachedStop(delivery('skipped', 'skipped', ['paid', 'queued', 'playing']))).toBe('playing');
    expect(reachedStop(delivery('uncertain', 'uncertain'))).toBe('playing');
    expect(reachedStop(delivery('shown', null, ['paid', 'queued', 'playing', 'shown']))).toBe('shown');
  });

  it('says when a stop was reached', () => {
    const shown = delivery('shown', null, ['paid', 'queued', 'playing', 'shown']);
    expect(timeOfStop(shown, 'playing')).toBe('2026-11-21T12:00:02Z');
    expect(timeOfStop(delivery('queued', null, ['paid', 'queued']), 'shown')).toBeNull();
  });

  it('is polled with growing pauses until nothing more can happen', () => {
    const final = ['shown', 'skipped', 'rejected'] as const;
    const open = ['paid', 'held', 'queued', 'playing', 'uncertain'] as const;
    expect(final.every((state) => isFinal(delivery(state)))).toBe(true);
    expect(isFinal(delivery('paid', 'belowMinimum'))).toBe(true);
    expect(isFinal(delivery('paid', 'refunded'))).toBe(true);
    expect(open.some((state) => isFinal(delivery(state)))).toBe(false);
    expect(pauseAfter(1)).toBe(1_000);
    expect(pauseAfter(16)).toBeGreaterThan(1_000);
    expect(pauseAfter(100)).toBe(30_000);
  });
});
