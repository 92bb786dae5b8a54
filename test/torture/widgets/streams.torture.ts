import { expect, test } from 'vitest';
import { noteFigure, scaled, tortureScale } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { endMain } from '#test/torture/main-process.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';
import { runStreamStorm } from './stream-storm.ts';

/** Megabytes that the median of the last third may lie above that of the first. */
const flat = 30;

test('19: streams of which a tenth is stalled, and the end of the process', { timeout: 4_000_000 }, async () => {
  const streams = scaled(1_000, 100);
  const plan = { healthy: streams * 0.9, stalled: streams * 0.1, minutes: 30 * tortureScale, inFlight: 10 };
  const { rounds, events, gaps, lost, memory, ending } = await runStreamStorm(plan);
  const slowest = Math.max(...rounds.map(({ droppedAfter }) => droppedAfter));
  const more = memory.last - memory.first;
  noteFigure({
    invariant: 19,
    promise: `${streams} streams, a tenth stalled, for ${plan.minutes.toFixed(1)} min: memory flat, the others miss nothing`,
    seen:
      `memory ${memory.first.toFixed(0)} MB in the first third, ${memory.last.toFixed(0)} MB in the last, at most ` +
      `${memory.most.toFixed(0)} MB; ${events} events came, gaps ${gaps}, healthy streams lost ${lost}`,
    met: [met('events came', events)],
    holds: more < flat && gaps + lost === 0 && events > 0,
  });
  noteFigure({
    invariant: 19,
    promise: 'stalled streams are dropped within 30 s',
    seen: `${rounds.length} times ${plan.stalled}, the slowest ${slowest.toFixed(1)} s after nothing more went in`,
    met: [met('stalled', rounds.length * plan.stalled)],
    holds: slowest <= 30,
  });
  noteFigure({
    invariant: 19,
    promise: `SIGTERM with all streams open and ${plan.inFlight} donations in flight: ended within 10 s, nothing in flight lost`,
    seen: `ended after ${ending.seconds.toFixed(1)} s with ${ending.code}; ${ending.answered} of ${plan.inFlight} acknowledged, of these missing ${ending.missing}`,
    met: [met('donations in flight acknowledged', ending.answered, plan.inFlight)],
    holds: ending.seconds < 10 && ending.code === 0 && ending.answered === plan.inFlight && ending.missing === 0,
  });
  expect([gaps, lost]).toEqual([0, 0]);
  expect(events).toBeGreaterThan(0);
  expect(more).toBeLessThan(flat);
  expect(slowest).toBeLessThanOrEqual(30);
  expect(ending.seconds).toBeLessThan(10);
  expect(ending).toMatchObject({ code: 0, answered: plan.inFlight, missing: 0 });
});

test('19: the end of main.ts with its own database', { timeout: 900_000 }, async () => {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  const plan = { streams: scaled(200, 20), inFlight: 10 };
  const { seconds, code, answered, missing, left, idle } = await endMain(plan);
  noteFigure({
    invariant: 19,
    promise: `SIGTERM to main.ts with the database and the gateway that it has started, ${plan.streams} streams and ${plan.inFlight} donations in flight: ended within 10 s, nothing in flight lost`,
    seen:
      `ended after ${seconds.toFixed(1)} s with ${code}; ${answered} of ${plan.inFlight} acknowledged, of these missing after ` +
      `the next start ${missing}; left behind: ${left.join(', ') || 'nothing'}; without work it ends after ${idle.seconds.toFixed(1)} s`,
    met: [met('donations in flight acknowledged', answered, plan.inFlight)],
    holds:
      Math.max(seconds, idle.seconds) < 10 && code === 0 && answered === plan.inFlight && missing + left.length === 0,
  });
  expect({ code, answered, missing, left }).toEqual({ code: 0, answered: plan.inFlight, missing: 0, left: [] });
  expect(Math.max(seconds, idle.seconds)).toBeLessThan(10);
  expect(idle.code).toBe(0);
});
