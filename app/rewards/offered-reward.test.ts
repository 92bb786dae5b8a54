import { expect, it } from 'vitest';
import { listedRewards, missingFor, offeredReward } from './offered-reward.ts';

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
  expect(missingFor(chosen, null)).toBe(50_000);
  expect(missingFor(chosen, 10_000)).toBe(40_000);
  expect(missingFor(chosen, 49_999.5)).toBe(0.5);
  expect(missingFor(chosen, 50_000)).toBe(0);
  expect(missingFor(chosen, 60_000)).toBe(0);
});
