import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRefundFixture } from '#test/support/money/refund-fixture.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { runPriceChanges } from './order-prices.ts';
import { trySealedOrders } from './order-seal.ts';
import { runPriceStorm, runSales } from './order-storms.ts';
import { runTabs } from './order-tabs.ts';
import { tryAllWays } from './order-ways.ts';
import { noStockCounts, playStock, stockStory } from './stock-story.ts';

test('7: many buyers of few pieces', async () => {
  const buyers = scaled(1_000, 50);
  const rounds = scaled(20, 2);
  const stock = 10;
  const results = await runSales({ buyers, stock, rounds });
  const good = results.filter(({ sold, left, orphans, odd }) => sold === stock && left === 0 && orphans + odd === 0);
  noteFigure({
    invariant: 7,
    promise: `${buyers} buyers, ${stock} pieces, ${rounds} rounds, a third with two lines: exactly ${stock} sold, no orphans`,
    seen: `${good.length} of ${rounds} rounds exact; sold ${results.map(({ sold }) => sold).join(', ')}`,
    met: [
      met(
        'pieces sold out',
        results.reduce((sum, { sold }) => sum + sold, 0),
        rounds * stock,
      ),
    ],
    holds: good.length === rounds,
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
    met: [met('buyers', buyers.length, 2)],
    holds: wrong.length === 0,
  });
  expect(wrong).toEqual([]);
});

test('9: prices that change while people pay', async () => {
  const orders = scaled(500, 30);
  const { placed, wrong, refused, priceChanged, totals } = await runPriceStorm(orders);
  noteFigure({
    invariant: 9,
    promise: `${orders} orders while the price changes without pause: charged is what was shown, or nothing`,
    seen: `placed ${placed} for ${totals} different totals, given up after 4 refusals ${refused}, wrong ${wrong}; 409 PriceChanged ${priceChanged}`,
    met: [
      met('refused with PriceChanged', priceChanged, 5),
      met('placed', placed, 5),
      met('different totals placed', totals, 2),
    ],
    holds: wrong === 0,
  });
  expect(wrong).toBe(0);
  expect(placed + refused).toBe(orders);
  expect(priceChanged).toBeGreaterThanOrEqual(5);
});

test('9: the price changes between basket and payment', async () => {
  const orders = scaled(300, 12);
  const { wrong, priceChanged } = await runPriceChanges(orders);
  noteFigure({
    invariant: 9,
    promise: `${orders} orders whose price changes in the basket, before the payment and after it: charged is the server's price when it was placed`,
    seen: `409 PriceChanged ${priceChanged}, wrong ${wrong.length}${firstOf(wrong)}`,
    met: [met('refused with PriceChanged', priceChanged, orders)],
    holds: wrong.length === 0,
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
      met: [met('moved', moved)],
      holds: wrong.length === 0 && moved > 0,
    });
    const sealed = await trySealedOrders(shop);
    noteFigure({
      invariant: 9,
      promise:
        'every call of orders that writes, the provider, the clock and changes of everything around: a paid order stays as it was; ' +
        'the ledger refuses all but new postings',
      seen: `${sealed.tried} tries, changed ${sealed.changed.length}${firstOf(sealed.changed)}`,
      met: [met('tried', sealed.tried)],
      holds: sealed.changed.length === 0,
    });
    expect(wrong).toEqual([]);
    expect(sealed.changed).toEqual([]);
    expect(moved).toBeGreaterThan(0);
  } finally {
    await shop.app.close();
  }
});

test('28: stock after any edits, orders, cancellations, refunds and switches', { timeout: 7_200_000 }, async () => {
  const acts = scaled(10_000, 300);
  const counts = noStockCounts();
  const wrong = [] as string[];
  const shop = await openRefundFixture();
  try {
    while (counts.acts < acts) {
      for (const rounds of fc.sample(stockStory, 10)) wrong.push(...(await playStock(shop, rounds, counts)));
    }
  } finally {
    await shop.app.close();
  }
  const { bought, returned, phantoms, delivered, stale, switched } = counts;
  noteFigure({
    invariant: 28,
    promise: `${acts} acts, up to 6 at once, between edits of the stock: it is what was set and delivered less what was sold`,
    seen: `${counts.acts} acts, ${bought} orders, ${delivered} pieces delivered, wrong ${wrong.length}${firstOf(wrong)}`,
    met: [
      met('returned pieces', returned, 5),
      met('came back of what had been made to order', phantoms, 2),
      met('refused a delivery that had not seen a sale', stale, 5),
      met('switched between counted and made to order', switched, 5),
    ],
    holds: wrong.length === 0,
  });
  expect(wrong).toEqual([]);
});
