import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { chargeMonths } from './membership-months.ts';

test('1: every month of a membership is charged once or accounted for as refused', async () => {
  const plan = { members: scaled(5_000, 40), months: scaled(24, 4), workers: 3 };
  const { wrong, blamed, twice, notBooked, notThere, paid, kills, stops, faulty, isBalanced, posted, provider } =
    await chargeMonths(plan);
  const counts = {
    wrong: wrong.length,
    blamed: blamed.length,
    twice: twice.length,
    notBooked: notBooked.length,
    notThere: notThere.length,
  };
  const holds = noteFigure({
    invariant: 1,
    promise: `${plan.members} memberships over ${plan.months} months with killed, stopped and doubled workers, outages and lost answers: each month is charged once or accounted for as refused, ledger = provider`,
    seen: `${paid} months paid; charged twice ${counts.twice}, not booked ${counts.notBooked}, booked without money ${counts.notThere}, skipped or early ${counts.wrong}, refusals that were none ${counts.blamed}; ledger ${posted}, provider ${provider}`,
    met: [
      met('faults', faulty, 5),
      met('workers killed', kills),
      met('workers stopped', stops),
      met('months paid', paid, 50),
    ],
    holds: isZero(counts) && isBalanced,
  });
  expect({ wrong, blamed, twice, notBooked, notThere }).toEqual({
    wrong: [],
    blamed: [],
    twice: [],
    notBooked: [],
    notThere: [],
  });
  expect(holds).toBe(true);
});
