import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { runPausedProcesses } from './paused-processes.ts';

test('26: a process that is stopped and continues causes no second effect', { timeout: 7_200_000 }, async () => {
  const plan = { pauses: scaled(980, 20), longPauses: scaled(20), clients: 12 };
  const { done, caught, late, changed, second, ledger, totals } = await runPausedProcesses(plan);
  const acts = Object.values(done).reduce((sum, count) => sum + count, 0);
  const wrong = [second, ledger, totals].flatMap((all) => Object.entries(all)).filter(([, count]) => count !== 0);
  const holds = noteFigure({
    invariant: 26,
    promise: `${plan.pauses} stops at random moments, each longer than claims and leases last, and ${plan.longPauses} of 31 to 45 s, on three processes: one effect per key, stored answers never change`,
    seen:
      `${acts} acts (${Object.entries(done)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}); late answers of stopped processes ${late}, ` +
      `answers that changed ${changed}; second or missing effects ${wrong.map(([name, count]) => `${name} ${count}`).join(', ') || 0}`,
    met: [
      met('processes stopped', plan.pauses + plan.longPauses, 21),
      met('requests in progress in a stopped process', caught, plan.pauses),
      ...Object.entries(done).map(([kind, count]) => met(`${kind} done`, count, 5)),
    ],
    holds: wrong.length === 0 && changed === 0,
  });
  expect(wrong).toEqual([]);
  expect(changed).toBe(0);
  expect(holds).toBe(true);
});
