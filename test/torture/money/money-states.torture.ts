import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { isZero, met } from '#test/torture/judging.ts';
import { inParallel } from './donors.ts';
import { runBatches } from './money-batches.ts';
import { MoneyModel, moneySequence } from './money-model.ts';
import { readAllFaults, runSequence } from './money-sequences.ts';

test('4: random sequences of messages of the provider, by the rules alone', () => {
  const runs = scaled(100_000, 10_000);
  let commands = 0;
  let broken = 0;
  for (const given of fc.sample(moneySequence, { numRuns: runs })) {
    const model = new MoneyModel(given);
    for (const message of given.messages) model.receive(message);
    commands += given.messages.length;
    if (model.faults().length > 0) broken += 1;
  }
  noteFigure({
    invariant: 4,
    promise: `${runs} random command sequences by the rules alone: only legal steps, postings sum to 0, totals = top`,
    seen: `${commands} commands, sequences that break a rule ${broken}`,
    met: [met('commands', commands, runs)],
    holds: broken === 0,
  });
  expect(broken).toBe(0);
});

test('4: random sequences by the hundred in the database', async () => {
  const sequences = scaled(100_000, 400);
  const { played, commands, differences, faults } = await runBatches({ sequences, databases: 2, minutes: 20 });
  const isSound = isZero(...faults);
  const others = sequences - played;
  noteFigure({
    invariant: 4,
    promise: `${sequences} random command sequences: only legal steps, postings sum to 0, total = ledger = account = top = widget statistics`,
    seen:
      `${played} in the database (${commands} commands), the other ${others} by the rules alone; ` +
      `differences from the rules ${differences.length}${differences.length > 0 ? `, such as ${differences[0]}` : ''}, ` +
      `faults of the books ${isSound ? 'none' : JSON.stringify(faults)}`,
    met: [met('sequences in the database', played)],
    holds: played > 0 && differences.length === 0 && isSound,
  });
  expect(differences).toEqual([]);
  for (const one of faults) for (const value of Object.values(one)) expect(value).toBe(0);
  expect(played).toBeGreaterThan(0);
});

test('4: random sequences in the database, compared with the rules', async () => {
  const fixture = await openMoneyFixture();
  try {
    const given = fc.sample(moneySequence, { numRuns: scaled(2_000, 50) });
    const differences: string[] = [];
    await inParallel(given.length, 6, async (index) => {
      const sequence = given[index];
      if (sequence) differences.push(...(await runSequence(fixture, sequence)));
    });
    const faults = await readAllFaults(fixture);
    const isSound = isZero(faults);
    noteFigure({
      invariant: 4,
      promise: `${given.length} random command sequences in the database, each message received twice at once: states, ledger, totals, top, statistics`,
      seen: `differences from the rules ${differences.length}, faults of the books ${isSound ? 'none' : JSON.stringify(faults)}`,
      met: [met('sequences', given.length, 10)],
      holds: differences.length === 0 && isSound,
    });
    expect(differences).toEqual([]);
    for (const value of Object.values(faults)) expect(value).toBe(0);
  } finally {
    await fixture.close();
  }
});
