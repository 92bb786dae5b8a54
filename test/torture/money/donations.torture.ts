import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { runDonationsUnderFire } from './donations-under-fire.ts';
import { noMoneyFaults } from './money-evidence.ts';

test('1: a server killed under donations, behind bad networks, loses and doubles nothing', async () => {
  const donations = scaled(10_000, 200);
  const kills = scaled(50, 5);
  const result = await runDonationsUnderFire({
    donations,
    clients: 200,
    kills,
    bad: ['clients', 'provider', 'database'] as const,
  });
  const { faults, ledgerFaults, totalFaults, evidence, lostAnswers } = result;
  const holds = noteFigure({
    invariant: 1,
    promise: `${donations} donations of 200 clients, server killed ${result.kills} times, bad networks to browsers, provider and database: nothing lost or doubled, ledger = provider`,
    seen:
      `${evidence.acknowledged.length} acknowledged in ${result.seconds.toFixed(0)} s, ${result.retried} of them retried, ` +
      `answers lost on the way to browsers ${lostAnswers.clients}, from the provider ${lostAnswers.provider}, from the ` +
      `database ${lostAnswers.database}; lost ${faults.lost}, doubled ${faults.doubled}, charged twice ` +
      `${faults.chargedTwice}, ledger less provider ${faults.difference}; lists and tops that differ ${result.wrongLists}; ` +
      `all known ${result.settledAfter.toFixed(1)} s after the last`,
    met: [
      met('server killed', result.kills, kills),
      ...Object.entries(lostAnswers).map(([where, times]) => met(`answers lost: ${where}`, times)),
    ],
    holds: isZero(faults, ledgerFaults, totalFaults),
  });
  expect(faults).toEqual(noMoneyFaults);
  expect(ledgerFaults).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
  expect(totalFaults).toEqual({ totals: 0, top: 0, ledger: 0, states: 0, numbers: 0 });
  expect([result.wrongLists, result.kills, evidence.acknowledged.length]).toEqual([0, kills, donations]);
  expect(result.settledAfter).toBeLessThan(60);
  for (const lost of Object.values(lostAnswers)) expect(lost).toBeGreaterThan(0);
  noteFigure({
    invariant: 24,
    promise: 'after all those donations no card number in the database or in the log',
    seen: `${result.cardNumbers} found`,
    met: [met('donations looked at', evidence.acknowledged.length, donations)],
    holds: result.cardNumbers === 0,
  });
  expect(result.cardNumbers).toBe(0);
  expect(holds).toBe(true);
});
