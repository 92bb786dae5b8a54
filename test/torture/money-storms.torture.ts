import { expect, test } from 'vitest';
import { noteFigure, scaled } from './figures.ts';
import { noMoneyFaults } from './money-evidence.ts';
import { askAtOnce, runCallbackStorm, runInterleavings, runTrouble, troubles } from './money-storms.ts';
import { openFleet } from './server-fleet.ts';

const isFaultless = (faults: object) => Object.values(faults).every((value) => value === 0);

test('2: the same Idempotency-Key 100 times at once on three servers', async () => {
  const fleet = await openFleet({ servers: 3 });
  try {
    const rounds = scaled(20, 3);
    const results = [];
    for (let round = 0; round < rounds; round++)
      results.push(await askAtOnce(fleet, 100, () => `key of round ${round}`));
    const wanted = { statuses: [200], answers: 1, payments: 1, gifts: 1, otherBody: 422 };
    const good = results.filter((result) => JSON.stringify(result) === JSON.stringify(wanted)).length;
    noteFigure({
      invariant: 2,
      promise: '100 times the same key at once on 3 servers: one payment, equal answers; another body 422',
      seen: `${good} of ${rounds} rounds`,
      isKept: good === rounds,
    });
    for (const result of results) expect(result).toEqual(wanted);
  } finally {
    await fleet.close();
  }
});

test('3: callbacks ten times, shuffled, 30 % dropped, forged and stale', async () => {
  const gifts = scaled(400, 20);
  const storm = await runCallbackStorm(gifts);
  noteFigure({
    invariant: 3,
    promise: `${gifts} gifts, callbacks 10 times, shuffled, 30 % dropped, among forged and stale ones: states are the provider's`,
    seen:
      `gifts in another state ${storm.faults.wrongStates}, falsely paid ${storm.falselyPaid}, forgeries taken ` +
      `${storm.forgeriesTaken} of ${storm.forgeries}, all known ${storm.settledAfter.toFixed(1)} s after the last`,
    isKept: isFaultless(storm.faults) && storm.forgeriesTaken + storm.falselyPaid === 0 && storm.settledAfter < 60,
  });
  expect(storm.faults).toEqual(noMoneyFaults);
  expect(storm).toMatchObject({ forgeriesTaken: 0, falselyPaid: 0 });
  expect(storm.settledAfter).toBeLessThan(60);
});

test('5: a provider in trouble', async () => {
  const [gifts, seconds] = [scaled(60, 9), scaled(75, 20)];
  const results = await Promise.all(troubles.map((mode) => runTrouble(mode, gifts, seconds)));
  for (const [index, { falselyPaid, faults, caughtUpAfter }] of results.entries()) {
    noteFigure({
      invariant: 5,
      promise: `${gifts} gifts, provider ${troubles[index]} for ${seconds} s: nothing falsely paid, caught up within 60 s`,
      seen: `falsely paid ${falselyPaid}, gifts in another state ${faults.wrongStates}, caught up after ${caughtUpAfter.toFixed(1)} s`,
      isKept: falselyPaid === 0 && isFaultless(faults) && caughtUpAfter <= 60,
    });
  }
  for (const { falselyPaid, faults, caughtUpAfter } of results) {
    expect([falselyPaid, faults]).toEqual([0, noMoneyFaults]);
    expect(caughtUpAfter).toBeLessThanOrEqual(60);
  }
});

test('6: interleavings of one payer', async () => {
  const count = scaled(1_000, 50);
  const { faults, gifts, paid } = await runInterleavings(count);
  noteFigure({
    invariant: 6,
    promise: `${count} interleavings of double clicks, two and three tabs, going back, codes that run out: one charge`,
    seen: `${gifts} gifts, ${paid} paid, charged twice ${faults.chargedTwice}, doubled ${faults.doubled}, ledger less provider ${faults.difference}`,
    isKept: isFaultless(faults) && gifts === count,
  });
  expect(faults).toEqual(noMoneyFaults);
  expect(gifts).toBe(count);
});
