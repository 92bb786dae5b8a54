import type { Locator } from '@playwright/test';
import { expect, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { enterDemo } from '#test/e2e/support/people.ts';

/** How many columns a list has, by the left edges of its items. */
const columnsOf = (items: Locator) =>
  items.evaluateAll((all) => new Set(all.map((item) => Math.round(item.getBoundingClientRect().left))).size);

/** How far the last item of a list ends before the others do. */
const roomAtEnd = (items: Locator) =>
  items.evaluateAll((all) => {
    const ends = all.map((item) => Math.round(item.getBoundingClientRect().right));
    return Math.max(...ends) - (ends.at(-1) ?? 0);
  });

test('whole pages of cards fill their last row on the widest screens @desktop', async ({ page }) => {
  const main = page.getByRole('main');
  const lists = {
    '/authors': main.getByRole('article'),
    '/market': main.getByRole('article'),
  };
  for (const [path, cards] of Object.entries(lists)) {
    await page.goto(path);
    await expect(cards).toHaveCount(path === '/authors' ? 10 : 9);
    for (const width of [1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => roomAtEnd(cards), `${path} at ${width} px`).toBe(0);
    }
  }
});

test('the creators of the home page fill their last row at every width @desktop', async ({ page }) => {
  await page.goto('/');
  const ranked = page.getByRole('region', { name: 'Кого поддерживают', exact: true });
  const cards = ranked.getByRole('article').filter({ visible: true });
  for (const [width, columns, count] of [
    [320, 1, 9],
    [707, 1, 9],
    [708, 2, 8],
    [1047, 2, 8],
    [1048, 3, 9],
    [1440, 3, 9],
    [1920, 4, 8],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cards, `at ${String(width)} px`).toHaveCount(count);
    expect([await columnsOf(cards), await roomAtEnd(cards)]).toEqual([columns, 0]);
  }
});

test('lists have their columns on both sides of every border of the layouts @desktop', async ({ page }) => {
  const main = page.getByRole('main');
  const widths = [599, 600, 959, 960, 1919, 1920];
  const found: Record<string, readonly number[]> = {};
  const measure = async (path: string, items: Locator) => {
    await page.goto(path);
    await expect(items.first()).toBeVisible();
    const seen: number[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await noHorizontalScroll(page);
      seen.push(await columnsOf(items));
    }
    found[path] = seen;
  };
  await measure('/market', main.getByRole('article'));
  await measure('/authors', main.getByRole('article'));
  await measure('/dilnoza?tab=merch', main.getByRole('article'));
  await enterDemo(page, 'buyer');
  await measure('/orders', main.getByRole('article'));
  await enterDemo(page, 'creator');
  await measure('/profile/donations', main.getByRole('listitem').filter({ has: page.getByRole('time') }));
  await measure('/profile/members/posts', main.getByRole('list', { name: 'Посты' }).getByRole('listitem'));
  expect(found).toEqual({
    '/market': [2, 3, 3, 2, 3, 4],
    '/authors': [1, 1, 2, 2, 2, 5],
    '/dilnoza?tab=merch': [2, 3, 3, 1, 2, 2],
    '/orders': [1, 1, 1, 1, 1, 2],
    '/profile/donations': [1, 1, 1, 1, 1, 2],
    '/profile/members/posts': [1, 1, 1, 1, 1, 2],
  });
});

test('wide screens have a column more, and the widest show all of it one step larger @desktop', async ({ page }) => {
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Войти' });
  const height = async () => (await logIn.boundingBox())?.height ?? 0;
  let usual = 0;
  const cards = page.getByRole('main').getByRole('article');
  const found: Record<string, readonly number[]> = {};
  for (const path of ['/market', '/authors']) {
    await page.goto(path);
    const seen: number[] = [];
    for (const width of [1280, 1919, 1920, 2559, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      usual ||= await height();
      await expect.poll(async () => Math.round((100 * (await height())) / usual)).toBe(width < 2560 ? 100 : 125);
      seen.push(await columnsOf(cards));
      await noHorizontalScroll(page);
    }
    found[path] = seen;
  }
  expect(found).toEqual({ '/market': [3, 3, 4, 4, 4], '/authors': [2, 2, 5, 5, 5] });

  await page.goto('/');
  const inSight = (name: string) =>
    page.getByRole('region', { name, exact: true }).getByRole('article').filter({ visible: true });
  for (const [width, creators, items] of [
    [1280, [3, 9], [4, 4]],
    [1919, [3, 9], [4, 4]],
    [1920, [4, 8], [5, 5]],
    [2560, [4, 8], [5, 5]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const [name, [columns, count]] of [
      ['Кого поддерживают', creators],
      ['Футболки', items],
    ] as const) {
      await expect(inSight(name), `${name} at ${String(width)} px`).toHaveCount(count);
      expect(await columnsOf(inSight(name))).toBe(columns);
      expect(await roomAtEnd(inSight(name))).toBe(0);
    }
    await noHorizontalScroll(page);
  }

  await page.goto('/dilnoza');
  const lists = ['Последние донаты', 'Топ поддержки'].map((name) => page.getByRole('region', { name }));
  const form = page.getByRole('region', { name: /^Поддержать:/ });
  for (const [width, columns] of [
    [959, 1],
    [960, 2],
    [1919, 2],
    [1920, 3],
    [2560, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const parts = [...lists, form].map(async (part) => Math.round((await part.boundingBox())?.x ?? 0));
    expect(new Set(await Promise.all(parts)).size, `columns at ${String(width)} px`).toBe(columns);
  }
});
