import { expect, test } from 'vitest';
import { isPartOfGoal } from './goal-part.ts';

const goal = { collected: 200_000, since: null, members: null };
const paidAt = '2026-11-26T10:00:00.000Z';

test.each([
  ['a part of a goal', goal, true],
  ['no part of a goal that has nothing', { ...goal, collected: 0 }, false],
  ['no part of a goal of members', { ...goal, members: {} }, false],
  ['no part of a goal that began later', { ...goal, since: '2026-11-26T10:00:01.000Z' }, false],
  ['a part of one that began at the same time', { ...goal, since: paidAt }, true],
])('a donation is %s', (_, shown, isPart) => {
  expect(isPartOfGoal(shown, paidAt)).toBe(isPart);
});

test('a donation that is not paid is no part of any goal', () => {
  expect(isPartOfGoal(goal, undefined)).toBe(false);
});
