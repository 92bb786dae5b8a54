import { describe, expect, it } from 'vitest';
import { openFleet } from '#test/torture/fleet/server-fleet.ts';
import { noMoneyFaults } from '#test/torture/money/money-evidence.ts';
import { askAtOnce, payFalsely, runCallbackStorm, runInterleavings } from '#test/torture/money/money-storms.ts';

describe('invariant 2: the same Idempotency-Key at once on three servers', () => {
  it('makes one payment and equal answers; with another body it is 422', async () => {
    const fleet = await openFleet({ servers: 3 });
    try {
      const same = await askAtOnce(fleet, 60, () => 'a key for three servers');
      expect(same).toEqual({ statuses: [200], answers: 1, payments: 1, donations: 1, otherBody: 422 });
      const apart = await askAtOnce(fleet, 6, (index) => `a key of its own ${index}`);
      expect(apart).toMatchObject({ answers: 6, payments: 6, donations: 6 });
    } finally {
      await fleet.close();
    }
  }, 60_000);
});

describe('invariant 3: callbacks repeated, shuffled, dropped, forged and stale', () => {
  it('leave every donation as the provider has it, and forged ones change nothing', async () => {
    const storm = await runCallbackStorm(12);
    expect(storm.faults).toEqual(noMoneyFaults);
    expect(storm).toMatchObject({ forgeriesTaken: 0, falselyPaid: 0, forgeries: 12 * 7 });
    expect(storm.settledAfter).toBeLessThan(60);
  }, 120_000);

  it('would be noticed if they paid a donation that the provider has unpaid', async () => {
    const fleet = await openFleet();
    try {
      expect(await payFalsely(fleet)).toMatchObject({ wrongStates: 1, wrongPostings: 1, difference: 500_000 });
    } finally {
      await fleet.close();
    }
  }, 60_000);
});

describe('invariant 6: double clicks, tabs, going back, codes that run out', () => {
  it('charge once, whatever their order', async () => {
    const { faults, donations, paid } = await runInterleavings(24);
    expect(faults).toEqual(noMoneyFaults);
    expect(donations).toBe(24);
    expect(paid).toBeGreaterThan(3);
  }, 60_000);
});
