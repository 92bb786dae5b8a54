import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { donationStatistics } from '#app/donations/statistics/donation-statistics.server.ts';
import {
  donationSteps,
  type OpenDonation,
  type StepName,
  settleAll,
  stepNames,
} from '#test/support/money/donation-steps.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { give, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { nextPaymentStatuses, type PaymentStatus } from '../payment-status.ts';

const fixture = await openMoneyFixture({ providerTimeoutMs: 500 });
await fixture.db.pool.query(`
  create table payment_move (was text, became text);
  create function note_move() returns trigger language plpgsql as $$ begin
    insert into payment_move values (old.status, new.status); return null;
  end $$;
  create trigger note_move after update of status on payment for each row
    when (old.status <> new.status) execute function note_move()`);
afterAll(() => fixture.close());

interface Sequence {
  /** Minor units. */
  readonly amounts: readonly number[];
  readonly callbacks: string;
  readonly steps: readonly { name: StepName; donation: number; pick: number; isTogether: boolean }[];
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  amounts: fc.array(fc.integer({ min: 500_000, max: 9_999_999 }), { minLength: 1, maxLength: 3 }),
  callbacks: fc.constantFrom('ok', 'repeat', 'drop', 'shuffle'),
  steps: fc.array(
    fc.record({ name: fc.constantFrom(...stepNames), donation: fc.nat(2), pick: fc.nat(9), isTogether: fc.boolean() }),
    { minLength: 3, maxLength: 18 },
  ),
});

const step = (donation: number, name: StepName, pick = 0) => ({ name, donation, pick, isTogether: false });

/** Makes most transitions of the table, so that the result does not depend on chance alone. */
const manyTransitions: Sequence = {
  amounts: [500_000, 600_000, 700_000],
  callbacks: 'ok',
  steps: [
    step(0, 'code'),
    step(0, 'callback', 1),
    step(0, 'otp'),
    step(0, 'callback', 2),
    step(0, 'refund'),
    step(2, 'expire'),
    step(1, 'code'),
    step(1, 'callback', 1),
    step(1, 'wrongOtp'),
    step(1, 'wrongOtp'),
    step(1, 'wrongOtp'),
    step(2, 'paid'),
  ],
};

async function runSequence(given: Sequence): Promise<OpenDonation[]> {
  const steps = donationSteps(fixture);
  const { projectId } = await fixture.person();
  const donations: OpenDonation[] = [];
  for (const [index, amount] of given.amounts.entries()) {
    donations.push(await give(fixture, { projectId, amount: amount / 100, name: index === 0 ? 'Аня' : null }));
  }
  await fixture.setFaults({ callbacks: given.callbacks, shuffleMs: 50 });
  let together: Promise<unknown>[] = [];
  for (const { name, donation, pick, isTogether } of given.steps) {
    const chosen = donations[donation % donations.length];
    if (chosen) together.push(steps[name](chosen, pick));
    if (isTogether) continue;
    await Promise.all(together);
    together = [];
  }
  await Promise.all(together);
  return donations;
}

it('any sequence of steps follows the table of states, and ledger, totals, top list and statistics agree', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (given) => {
      await settleAll(fixture, await runSequence(given));
      expect(await readLedgerFaults(fixture.db)).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
      expect(await readTotalFaults(fixture.db)).toEqual({ totals: 0, top: 0, ledger: 0, states: 0, numbers: 0 });
    }),
    { numRuns: Number(process.env.MONEY_RUNS ?? 30), endOnFailure: true, examples: [[manyTransitions]] },
  );
  const { rows: moves } = await fixture.db.pool.query<{ was: PaymentStatus; became: PaymentStatus }>(
    'select distinct was, became from payment_move',
  );
  expect(moves.length).toBeGreaterThan(5);
  for (const { was, became } of moves) expect(nextPaymentStatuses[was]).toContain(became);
  const { rows: totals } = await fixture.db.pool.query(
    `select project_id, paid_count, paid_sum from project_total order by paid_count desc limit 20`,
  );
  for (const { project_id: id, paid_count: count, paid_sum: amount } of totals) {
    for (const since of [null, new Date(0)]) {
      expect(await donationStatistics(fixture.db, id, { since, most: 5 })).toMatchObject({ count, amount });
    }
  }
});
