import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { runPausedLeases } from './paused-leases.ts';

test('26: a lease of an alert or webhook message that a stopped process has lost writes nothing', {
  timeout: 7_200_000,
}, async () => {
  const plan = { pauses: scaled(990, 20), longPauses: scaled(10), creators: 6 };
  const story = await runPausedLeases(plan);
  const { donations, replays, late, lateRefused, takenOver, sentAgain, playedTwice, alerts, messages, missing } = story;
  const faults = Object.entries({ ...alerts, ...messages, ...missing, playedTwice }).filter(([, count]) => count !== 0);
  const holds = noteFigure({
    invariant: 26,
    promise: `${plan.pauses} stops at random moments, each longer than leases last, and ${plan.longPauses} of 31 to 45 s, over alerts and webhooks of three processes: each step by the holder of its lease, each effect once`,
    seen:
      `${donations} donations paid, ${replays} replays, messages sent again ${sentAgain}, late answers of stopped processes ${late}; ` +
      `second, missing or foreign effects ${faults.map(([name, count]) => `${name} ${count}`).join(', ') || 0}`,
    met: [
      met('processes stopped', plan.pauses + plan.longPauses, 21),
      met('reports of a lost lease refused', lateRefused, plan.pauses / 20),
      met('messages taken over from a process at work', takenOver, plan.pauses / 10),
      met('replays', replays, 5),
    ],
    holds: faults.length === 0,
  });
  expect(faults).toEqual([]);
  expect(holds).toBe(true);
});
