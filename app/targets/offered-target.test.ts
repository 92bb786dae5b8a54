import { expect, it } from 'vitest';
import { offeredTarget, offeredTargets } from './offered-target.ts';

const chosen = { targetId: 'target-1', revision: 2 };
const target = { id: 'target-1', revision: 2, isReached: false };

it('is the choice of a draft until its target is closed, reached or changed', () => {
  expect(offeredTarget(chosen, [{ ...target, id: 'target-2' }, target])).toBe(chosen);
  expect(offeredTarget(chosen, [])).toBeNull();
  expect(offeredTarget(chosen, [{ ...target, id: 'target-2' }])).toBeNull();
  expect(offeredTarget(chosen, [{ ...target, revision: 3 }])).toBeNull();
  expect(offeredTarget(chosen, [{ ...target, isReached: true }])).toBeNull();
  expect(offeredTarget(null, [target])).toBeNull();
});

it('offers what is not reached, in its order', () => {
  const others = ['target-2', 'target-3'].map((id) => ({ ...target, id }));
  expect(offeredTargets([target, { ...target, id: 'reached', isReached: true }, ...others])).toEqual([
    target,
    ...others,
  ]);
});
