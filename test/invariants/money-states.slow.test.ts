import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minor } from '#base/money/money.ts';
import { type MoneyFixture, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { MoneyModel, moneySequence } from '#test/torture/money/money-model.ts';
import { readAllFaults, runSequence } from '#test/torture/money/money-sequences.ts';

describe('invariant 4: reports of the provider in any order', () => {
  let fixture: MoneyFixture;

  beforeAll(async () => {
    fixture = await openMoneyFixture();
  });

  afterAll(() => fixture.close());

  it('moves along the table only, sums to zero and adds up, by the rules alone', () => {
    for (const given of fc.sample(moneySequence, { numRuns: 3_000 })) {
      const model = new MoneyModel(given);
      for (const message of given.messages) model.receive(message);
      expect(model.faults()).toEqual([]);
    }
  });

  it('does the same in the database', async () => {
    for (const given of fc.sample(moneySequence, { numRuns: 15 }))
      expect(await runSequence(fixture, given)).toEqual([]);
    const faults = await readAllFaults(fixture);
    expect(Object.values(faults).filter((value) => value !== 0)).toEqual([]);
  }, 60_000);

  it('would be seen if it did not', () => {
    const model = new MoneyModel({ amounts: [500_000], names: [0], commission: 5, messages: [] });
    model.receive({ donation: 0, status: 'paid', isLie: false });
    model.entries.push(minor(1));
    model.total = minor(500_001);
    model.moves.push(['Paid', 'Created']);
    expect(model.faults()).toEqual([
      'Paid became Created',
      'the postings do not sum to zero',
      'the total is not that of the paid donations',
      'the top is not the total',
    ]);
  });
});
