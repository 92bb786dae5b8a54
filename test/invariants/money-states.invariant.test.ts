import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minor } from '#base/money.ts';
import { type MoneyHouse, openMoneyHouse } from '#test/money-house.ts';
import { MoneyModel, moneySequence } from '#test/torture/money-model.ts';
import { readAllFaults, runSequence } from '#test/torture/money-sequences.ts';

describe('invariant 4: what the provider may tell, in any order', () => {
  let house: MoneyHouse;

  beforeAll(async () => {
    house = await openMoneyHouse();
  });

  afterAll(() => house.close());

  it('moves along the table only, sums to zero and adds up, by the rules alone', () => {
    for (const given of fc.sample(moneySequence, { numRuns: 3_000 })) {
      const model = new MoneyModel(given);
      for (const told of given.told) model.hear(told);
      expect(model.faults()).toEqual([]);
    }
  });

  it('does the same in the database', async () => {
    for (const given of fc.sample(moneySequence, { numRuns: 15 })) expect(await runSequence(house, given)).toEqual([]);
    const faults = await readAllFaults(house);
    expect(Object.values(faults).filter((value) => value !== 0)).toEqual([]);
  }, 60_000);

  it('would be seen if it did not', () => {
    const model = new MoneyModel({ amounts: [500_000], names: [0], commission: 5, told: [] });
    model.hear({ gift: 0, word: 'paid', isLie: false });
    model.entries.push(minor(1));
    model.total = minor(500_001);
    model.moves.push(['Paid', 'Created']);
    expect(model.faults()).toEqual([
      'Paid became Created',
      'the postings do not sum to zero',
      'the total is not that of the paid gifts',
      'the top is not the total',
    ]);
  });
});
