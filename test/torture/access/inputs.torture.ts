import { expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { runEveryInput } from './every-input.ts';
import { runLiteralSearch } from './literal-search.ts';

test('21: random inputs and broken bodies for every call', { timeout: 7_200_000 }, async () => {
  const app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
  try {
    const each = scaled(200, 4);
    const { calls, inputs, mutated, faults, slowest } = await runEveryInput(app, each);
    noteFigure({
      invariant: 21,
      promise: `${each} random inputs for each of ${calls} calls from its own schemas, and mutated bodies: no 5xx, no hang, no stack trace`,
      seen:
        `${inputs} inputs, ${mutated} broken bodies; at fault ${faults.length}${faults[0] ? `, such as ${faults[0]}` : ''}; ` +
        `the slowest answer ${slowest.toFixed(0)} ms`,
      met: [met('inputs', inputs, calls * each), met('broken bodies', mutated)],
      holds: faults.length === 0 && inputs === calls * each,
    });
    expect(faults).toEqual([]);
    expect(inputs).toBe(calls * each);
  } finally {
    await app.close();
  }
});

test('21: metacharacters of SQL and LIKE are matched literally', async () => {
  const app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
  try {
    const { parameters, searches, wrong } = await runLiteralSearch(app);
    noteFigure({
      invariant: 21,
      promise: `metacharacters of SQL and LIKE are matched literally by every search of the contract (${parameters} parameters)`,
      seen: `${searches} searches among texts that they would match as patterns; wrong ${wrong.length}${wrong[0] ? `: ${wrong[0]}` : ''}`,
      met: [met('searches', searches, parameters)],
      holds: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  } finally {
    await app.close();
  }
});
