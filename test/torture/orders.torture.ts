import { expect, test } from 'vitest';
import { noteFigure, scaled } from './figures.ts';
import { runPriceStorm, runSales, runTabs } from './order-storms.ts';

test('7: many buyers of few pieces', async () => {
  const [buyers, rounds, stock] = [scaled(1_000, 50), scaled(20, 2), 10];
  const results = await runSales({ buyers, stock, rounds });
  const good = results.filter(({ sold, left, orphans, odd }) => sold === stock && left === 0 && orphans + odd === 0);
  noteFigure({
    invariant: 7,
    promise: `${buyers} buyers, ${stock} pieces, ${rounds} rounds, a third with two lines: exactly ${stock} sold, no orphans`,
    seen: `${good.length} of ${rounds} rounds exact; sold ${results.map(({ sold }) => sold).join(', ')}`,
    isKept: good.length === rounds,
  });
  for (const result of results) expect(result).toEqual({ sold: stock, left: 0, orphans: 0, odd: 0 });
});

test('8: one basket from 50 tabs', async () => {
  const { rounds, wrong } = await runTabs(scaled(20, 2));
  noteFigure({
    invariant: 8,
    promise: '50 tabs add and hand a guest basket over 100 times at once: one basket, right quantities',
    seen: `${rounds - wrong} of ${rounds} rounds right`,
    isKept: wrong === 0,
  });
  expect(wrong).toBe(0);
});

test('9: prices that change while people pay', async () => {
  const orders = scaled(500, 30);
  const { placed, wrong, refused } = await runPriceStorm(orders);
  noteFigure({
    invariant: 9,
    promise: `${orders} orders while the price changes without pause: charged is what was shown, or nothing`,
    seen: `placed ${placed}, refused with the new total ${refused}, wrong ${wrong}`,
    isKept: wrong === 0,
  });
  expect(wrong).toBe(0);
  expect(placed + refused).toBe(orders);
});
