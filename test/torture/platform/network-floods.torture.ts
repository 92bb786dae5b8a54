import { loadavg } from 'node:os';
import { expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';
import { floodFromOneNetwork } from './network-floods.ts';
import { floodOfOneNetwork } from './page-floods.ts';

test('29: budgets under a flood from one network', { timeout: 7_200_000 }, async () => {
  const flood = scaled(100_000, 500);
  const people = scaled(100, 20);
  const app = await startApp({ env: { LOG_LEVEL: 'error' } });
  try {
    const { answers, quiet, busy, hasVictimIn } = await floodFromOneNetwork(app, { flood, people });
    const refused = [...quiet.refused, ...busy.refused];
    noteFigure({
      invariant: 29,
      promise: `${flood} unpaid creations, codes and tries from one IPv6 /64 beside ${people} honest people of ${people} networks: none of these refused`,
      seen:
        `refused ${refused.length}, their p99 ${(busy.p99 / quiet.p99).toFixed(1)} times that without the flood; the flood was answered ` +
        `${Object.entries(answers)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}; the code that was tried still opens: ${hasVictimIn ? 'yes' : 'no'}`,
      met: [met('refused to the flood', answers[429] ?? 0, 100), met('honest people', people, 20)],
      holds: refused.length === 0 && hasVictimIn,
    });
    expect(refused).toEqual([]);
    expect(hasVictimIn).toBe(true);
  } finally {
    await app.close();
  }
});

/** How many times longer honest people may wait under the flood than without it. */
const mostRatio = 2;

test('29: waiting times under a flood from one network', { timeout: 7_200_000 }, async () => {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  const plan = { rounds: scaled(50, 6), people: 30, connections: 60 };
  const { flooded, refused, calls, pages } = await floodOfOneNetwork(plan);
  const kinds = Object.entries(flooded).filter(([name]) => !/^\d+$/.test(name));
  const statuses = Object.entries(flooded).filter(([name]) => /^\d+$/.test(name));
  const ratio = Math.max(calls.busy / calls.quiet, pages.busy / pages.quiet);
  const waits = ({ busy, quiet, count }: typeof calls) =>
    `p99 ${busy.toFixed(0)} ms instead of ${quiet.toFixed(0)} of ${count}`;
  noteFigure({
    invariant: 29,
    promise: `${plan.connections} connections of one IPv6 /64 request renders, creations, codes and tries without pause, beside honest people of ${plan.rounds * plan.people} networks: none of these refused, p99 at most ${mostRatio} times that without the flood`,
    seen:
      `refused ${refused.length}; calls ${waits(calls)}, pages ${waits(pages)}; load average ${loadavg()[0]?.toFixed(0)}; the flood was answered ` +
      `${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
    met: [
      ...kinds.map(([kind, count]) => met(kind, count, 50)),
      met('kinds of requests', kinds.length, 5),
      met('calls under the flood', calls.count, 100),
    ],
    holds: refused.length === 0 && ratio <= mostRatio,
  });
  expect(refused).toEqual([]);
  expect(ratio).toBeLessThanOrEqual(mostRatio);
});
