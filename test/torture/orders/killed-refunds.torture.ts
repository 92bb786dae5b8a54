import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { killInsideRefunds } from './killed-refunds.ts';

test('1: a server killed inside refunds gives each of them back once', async () => {
  const plan = { kills: scaled(100, 3), ordersAtOnce: 8 };
  const { kills, caught, whole, parts, second, faults } = await killInsideRefunds(plan);
  const holds = noteFigure({
    invariant: 1,
    promise: `server killed ${kills} times inside refunds of whole orders with their donations and of single pieces: each goes back once, ledger = provider`,
    seen: `${whole} whole, ${parts} in part; second or missing refunds at the provider ${second}; faults of the books ${faults.length}`,
    met: [met('server killed', kills, plan.kills), met('refunds under way', caught, plan.kills)],
    holds: second === 0 && faults.length === 0,
  });
  expect(faults).toEqual([]);
  expect(second).toBe(0);
  expect(holds).toBe(true);
});
