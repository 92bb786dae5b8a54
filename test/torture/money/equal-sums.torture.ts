import { expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { runEqualSums } from './equal-sums.ts';

test('4: equal sums everywhere at random moments', async () => {
  const app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
  try {
    const events = scaled(10_000, 200);
    const differences = await runEqualSums(app, { events, moments: 20 });
    noteFigure({
      invariant: 4,
      promise: `${events} random donations and refunds: list, top, statistics, widget, table and ledger have equal sums at 20 random moments`,
      seen: differences.length === 0 ? 'no difference' : `${differences.length} differences, such as ${differences[0]}`,
      met: [met('events', events, 200)],
      holds: differences.length === 0,
    });
    expect(differences).toEqual([]);
  } finally {
    await app.close();
  }
});
