import { expect, it } from 'vitest';
import { isFree, listedRewards, missingFor, offeredReward, takeReward } from './offered-reward.ts';

const chosen = { rewardId: 'reward-1', revision: 2, price: 50_000 };
const reward = { id: 'reward-1', revision: 2, left: null };

it('is the choice of a draft until its reward is over or changed; the last piece may be kept for this donor', () => {
  expect(offeredReward(chosen, [{ ...reward, id: 'reward-2' }, reward])).toBe(chosen);
  expect(offeredReward(chosen, [{ ...reward, left: 0 }])).toBe(chosen);
  expect(offeredReward(chosen, [])).toBeNull();
  expect(offeredReward(chosen, [{ ...reward, id: 'reward-2' }])).toBeNull();
  expect(offeredReward(chosen, [{ ...reward, revision: 3 }])).toBeNull();
  expect(offeredReward(null, [reward])).toBeNull();
});

it('lists what is sold out behind all others, each part in its order', () => {
  const last = { ...reward, id: 'last', left: 1 };
  const listed = listedRewards([
    { ...reward, left: 0 },
    last,
    { ...reward, id: 'gone', left: 0 },
    { ...reward, id: 'any' },
  ]);
  expect(listed.map(({ id }) => id)).toEqual(['last', 'any', 'reward-1', 'gone']);
});

it('lacks what a sum is below its price, to the hundredth', () => {
  expect(missingFor(chosen, null)).toBe(0);
  expect(missingFor(chosen, 10_000)).toBe(40_000);
  expect(missingFor(chosen, 49_999.5)).toBe(0.5);
  expect(missingFor(chosen, 50_000)).toBe(0);
  expect(missingFor(chosen, 60_000)).toBe(0);
});

it('raises a smaller sum to what it needs, and lowers what another one has raised to what was typed', () => {
  const cheap = { id: 'cheap', revision: 1, price: 2_000 };
  const middle = { id: 'middle', revision: 1, price: 20_000 };
  const dear = { id: 'dear', revision: 2, price: 500_000 };
  const typed = { amount: '5\u00a0000', before: null };
  const raised = { amount: '500\u00a0000', before: '5\u00a0000' };
  expect(takeReward(typed, dear)).toEqual({ reward: { rewardId: 'dear', revision: 2, price: 500_000 }, ...raised });
  expect(takeReward(raised, middle)).toMatchObject({ amount: '20\u00a0000', before: '5\u00a0000' });
  expect(takeReward(raised, cheap)).toMatchObject({ reward: { rewardId: 'cheap' }, ...typed });
  expect(takeReward({ amount: '', before: null }, cheap)).toMatchObject({ amount: '2\u00a0000', before: '' });
  expect(takeReward({ amount: '500\u00a0000,50', before: null }, dear)).toMatchObject({ before: null });
  expect(takeReward(raised, undefined)).toEqual({ reward: null });
});

it('is free while a piece is left, and to whom the last one may be kept: who has chosen it, or has left it unpaid', () => {
  const nobody = { reward: null, left: '', held: '' };
  const gone = { ...reward, left: 0 };
  expect(isFree(reward, nobody)).toBe(true);
  expect(isFree({ ...reward, left: 1 }, nobody)).toBe(true);
  expect(isFree(gone, nobody)).toBe(false);
  expect(isFree(gone, { ...nobody, reward: chosen })).toBe(true);
  expect(isFree(gone, { ...nobody, left: 'payment-1', held: 'reward-1' })).toBe(true);
  expect(isFree(gone, { ...nobody, left: 'payment-1', held: 'reward-2' })).toBe(false);
  expect(isFree(gone, { ...nobody, held: 'reward-1' })).toBe(false);
});
