import { expect, it } from 'vitest';
import { chargeMonths } from '#test/torture/money/membership-months.ts';

it('invariant 1: every month of a membership is charged once or accounted for as refused', async () => {
  const found = await chargeMonths({ members: 14, months: 2, workers: 2 });
  expect(found).toMatchObject({ wrong: [], blamed: [], twice: [], notBooked: [], notThere: [], isBalanced: true });
  expect(found.paid).toBe(found.expectedPaid);
  // Of 14 members, eight have cards that are charged at the first try.
  expect(found.paid).toBeGreaterThanOrEqual(8);
  expect(Math.min(found.faulty, found.stops)).toBeGreaterThan(0);
}, 240_000);
