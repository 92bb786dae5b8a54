import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { noMoneyFaults } from './money-evidence.ts';
import { hostedSystems } from './system-books.ts';
import { runSystemUnderFire } from './systems-under-fire.ts';

for (const system of hostedSystems) {
  test(`1: payments at ${system} survive a server that is killed and bad networks`, async () => {
    const donations = scaled(2_000, 80);
    const kills = scaled(20, 3);
    const result = await runSystemUnderFire({ system, donations, clients: 60, kills });
    const { faults, ledgerFaults, totalFaults, unequal, lostAnswers, refunded, settledAfter } = result;
    const isRefundedThere = system !== 'click';
    const holds = noteFigure({
      invariant: 1,
      promise: `${donations} donations of 60 clients at the stand-in of ${system}, its calls repeated, pressed twice, ${isRefundedThere ? 'refunded there, ' : ''}server killed ${result.kills} times, bad networks: ledger = ${system}`,
      seen:
        `${result.acknowledged} acknowledged, answers lost ${lostAnswers}, refunded there ${refunded}; lost ${faults.lost}, ` +
        `doubled ${faults.doubled}, charged twice ${faults.chargedTwice}, in another state ${faults.wrongStates}, ledger less ` +
        `provider ${faults.difference}; calls answered differently when repeated ${unequal.length}; agreed after ${settledAfter.toFixed(1)} s`,
      met: [
        met('server killed', result.kills, kills),
        met('answers lost', lostAnswers),
        ...(isRefundedThere ? [met('refunded there', refunded)] : []),
      ],
      holds: isZero(faults, ledgerFaults, totalFaults) && unequal.length === 0 && settledAfter < 60,
    });
    expect(faults).toEqual(noMoneyFaults);
    expect(unequal).toEqual([]);
    expect(holds).toBe(true);
  });
}
