import { expect, test } from 'vitest';
import { openShop } from '#test/shop-desk.ts';
import { noteFigure, scaled } from './figures.ts';
import { runPriceChanges } from './order-prices.ts';
import { trySealedOrders } from './order-seal.ts';
import { runPriceStorm, runSales } from './order-storms.ts';
import { runTabs } from './order-tabs.ts';
import { tryAllWays } from './order-ways.ts';

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

const firstOf = (texts: readonly string[]) => (texts.length > 0 ? `, such as «${texts[0]}»` : '');

test('8: one basket from 50 tabs', async () => {
  const buyers = await runTabs(scaled(20, 2));
  const wrong = buyers.flat();
  noteFigure({
    invariant: 8,
    promise:
      '50 tabs at two servers add and hand a guest basket over 100 times at once: one open basket, right quantities; ' +
      'a replayed sync changes nothing, also after the basket was changed and placed',
    seen: `${buyers.filter((faults) => faults.length === 0).length} of ${buyers.length} buyers right${firstOf(wrong)}`,
    isKept: wrong.length === 0,
  });
  expect(wrong).toEqual([]);
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

test('9: the price changes between basket and payment', async () => {
  const orders = scaled(300, 12);
  const wrong = await runPriceChanges(orders);
  noteFigure({
    invariant: 9,
    promise: `${orders} orders whose price changes in the basket, before the payment and after it: charged is the server's price when it was placed`,
    seen: `wrong ${wrong.length}${firstOf(wrong)}`,
    isKept: wrong.length === 0,
  });
  expect(wrong).toEqual([]);
});

test('9: status only along its table, and a paid order never changes', async () => {
  const shop = await openShop({ env: { LOG_LEVEL: 'silent', DATABASE_POOL: '20' } });
  try {
    const { tried, moved, wrong } = await tryAllWays(shop);
    noteFigure({
      invariant: 9,
      promise:
        'every pair of states tried by buyer, staff, payment, refund and clock, delivered and picked up: status only along its table',
      seen: `${tried} tries, ${moved} moved, wrong ${wrong.length}${firstOf(wrong)}`,
      isKept: wrong.length === 0 && moved > 0,
    });
    const sealed = await trySealedOrders(shop);
    noteFigure({
      invariant: 9,
      promise:
        'every call of orders that writes, the provider, the clock and changes of everything around: a paid order stays as it was; ' +
        'the ledger refuses all but new postings',
      seen: `${sealed.tried} tries, changed ${sealed.changed.length}${firstOf(sealed.changed)}`,
      isKept: sealed.changed.length === 0,
    });
    expect(wrong).toEqual([]);
    expect(sealed.changed).toEqual([]);
    expect(moved).toBeGreaterThan(0);
  } finally {
    await shop.app.close();
  }
});
