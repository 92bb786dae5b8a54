import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { openFleet } from '#test/torture/fleet/server-fleet.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { noMoneyFaults } from './money-evidence.ts';
import { askAtOnce, runCallbackStorm, runInterleavings, runTrouble, troubles } from './money-storms.ts';

test('2: the same Idempotency-Key 100 times at once on three servers', async () => {
  const fleet = await openFleet({ servers: 3 });
  try {
    const rounds = scaled(20, 3);
    const results = [];
    for (let round = 0; round < rounds; round++)
      results.push(await askAtOnce(fleet, 100, () => `key of round ${round}`));
    const wanted = { statuses: [200], answers: 1, payments: 1, donations: 1, otherBody: 422 };
    const good = results.filter((result) => JSON.stringify(result) === JSON.stringify(wanted)).length;
    noteFigure({
      invariant: 2,
      promise: '100 times the same key at once on 3 servers: one payment, equal answers; another body 422',
      seen: `${good} of ${rounds} rounds`,
      met: [met('rounds', results.length, 2)],
      holds: good === rounds,
    });
    for (const result of results) expect(result).toEqual(wanted);
  } finally {
    await fleet.close();
  }
});

test('3: callbacks ten times, shuffled, 30 % dropped, forged and stale', async () => {
  const donations = scaled(400, 20);
  const storm = await runCallbackStorm(donations);
  noteFigure({
    invariant: 3,
    promise: `${donations} donations, callbacks 10 times, shuffled, 30 % dropped, among forged and stale ones: states are the provider's`,
    seen:
      `donations in another state ${storm.faults.wrongStates}, falsely paid ${storm.falselyPaid}, forgeries taken ` +
      `${storm.forgeriesTaken} of ${storm.forgeries}, all known ${storm.settledAfter.toFixed(1)} s after the last`,
    met: [met('forgeries', storm.forgeries, 10)],
    holds: isZero(storm.faults) && storm.forgeriesTaken + storm.falselyPaid === 0 && storm.settledAfter < 60,
  });
  expect(storm.faults).toEqual(noMoneyFaults);
  expect(storm).toMatchObject({ forgeriesTaken: 0, falselyPaid: 0 });
  expect(storm.settledAfter).toBeLessThan(60);
});

test('5: a provider that fails', async () => {
  const donations = scaled(60, 9);
  const seconds = scaled(75, 20);
  const results = await Promise.all(troubles.map((mode) => runTrouble(mode, donations, seconds)));
  for (const [index, { falselyPaid, faults, caughtUpAfter, paidUnheard }] of results.entries()) {
    noteFigure({
      invariant: 5,
      promise: `${donations} donations, provider ${troubles[index]} for ${seconds} s: nothing falsely paid, caught up within 60 s`,
      seen: `falsely paid ${falselyPaid}, donations in another state ${faults.wrongStates}, caught up after ${caughtUpAfter.toFixed(1)} s`,
      met: [met('paid unheard in the trouble', paidUnheard)],
      holds: falselyPaid === 0 && isZero(faults) && caughtUpAfter <= 60,
    });
  }
  for (const { falselyPaid, faults, caughtUpAfter } of results) {
    expect([falselyPaid, faults]).toEqual([0, noMoneyFaults]);
    expect(caughtUpAfter).toBeLessThanOrEqual(60);
  }
});

test('6: interleavings of one payer', async () => {
  const count = scaled(1_000, 50);
  const { faults, donations, paid } = await runInterleavings(count);
  noteFigure({
    invariant: 6,
    promise: `${count} interleavings of double clicks, two and three tabs, going back and codes that expire: one charge`,
    seen: `${donations} donations, ${paid} paid, charged twice ${faults.chargedTwice}, doubled ${faults.doubled}, ledger less provider ${faults.difference}`,
    met: [met('paid', paid)],
    holds: isZero(faults) && donations === count,
  });
  expect(faults).toEqual(noMoneyFaults);
  expect(donations).toBe(count);
});
