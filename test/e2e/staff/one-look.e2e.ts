import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { enlargeLetters } from '#test/e2e/support/large-letters.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

const boxesOf = (parts: Locator) =>
  parts.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, height } = element.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right), height: Math.round(height) };
    }),
  );

/** Headings and typed values that look like notes, and cards that touch each other. */
function oddParts(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const text = getComputedStyle(document.body).color;
    const isTyped = (element: Element) =>
      element.matches('input:not([type=color], [type=checkbox], [type=radio]), textarea') &&
      element instanceof HTMLElement &&
      'value' in element &&
      element.value !== '';
    const isCard = (element: Element | null): element is HTMLElement =>
      element?.matches('section, li, form') === true && parseFloat(getComputedStyle(element).borderRadius) > 0;
    const gapAfter = (card: Element, next: Element) =>
      next.getBoundingClientRect().top - card.getBoundingClientRect().bottom;
    return [...main.querySelectorAll('*')].flatMap((element) => {
      const next = element.nextElementSibling;
      const isText = element.matches('h1, h2, h3, legend') || isTyped(element);
      return [
        ...(isText && getComputedStyle(element).color !== text ? [`dim: ${element.outerHTML.slice(0, 80)}`] : []),
        ...(isCard(element) && isCard(next) && Math.abs(gapAfter(element, next)) < 4
          ? [`touches the next: ${element.textContent.slice(0, 40)}`]
          : []),
      ];
    });
  });
}

test('the forms of the staff have text in one colour, and space between their cards', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  for (const path of [
    '/admin/donate-settings',
    '/admin/site',
    '/admin/receipts',
    '/admin/reconciliation',
    '/admin/locations/delivery',
    '/admin/locations/point',
    '/admin/product',
    '/admin/filters',
    '/admin/payouts',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await oddParts(page), path).toEqual([]);
  }
});

test('a state has one colour and one sign, and a button says what it does', async ({ page }) => {
  await enterAsStaff(page, 'moderator');
  for (const [status, text, look] of [
    ['AwaitingPayment', 'Ждёт оплаты', 'underWay'],
    ['Paid', 'Оплачен', 'waits'],
  ] as const) {
    await page.goto(`/admin/orders?status=${status}`);
    const states = page.getByRole('table').locator('[data-look]').filter({ hasText: text });
    await expect(states.first()).toHaveText(text);
    for (const state of await states.all()) await expect(state).toHaveAttribute('data-look', look);
  }
  await expectAccessible(page, 'main');

  await page.goto('/admin/orders?view=board');
  const paid = page.getByRole('region', { name: 'Оплачен' });
  await expect(paid.getByRole('button').first()).toHaveText('Начать сборку');
  await expect(page.getByRole('region', { name: 'Собирается' }).getByRole('button').first()).toHaveText(
    'Передать в доставку',
  );

  await page.goto('/admin/payments?state=paid');
  await expect(page.getByRole('table').locator('[data-look="done"]').first()).toHaveText('Оплачен');
});

test('the overview compares its figures with those before, in rows of one height', async ({ page }) => {
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Оплаченные заказы/ })).toBeVisible();
  const tile = (name: RegExp) => main.getByRole('link', { name });
  await expect(tile(/^Оплаченные заказы/)).toHaveAttribute('data-look', 'waits');
  await expect(tile(/^Заказы в пути/)).toHaveAttribute('data-look', 'underWay');
  await expect(tile(/^Списания не прошли/)).toHaveAttribute('data-look', 'trouble');
  await expect(tile(/^Подписки на паузе/)).toHaveAttribute('data-look', 'waits');
  const countOf = async (name: RegExp) => Number(await tile(name).locator('b').textContent());
  // Other stories move orders meanwhile, so that all three are read again together.
  await expect(async () => {
    await page.reload();
    const waiting = (await countOf(/^Оплаченные заказы/)) + (await countOf(/^Заказы на сборке/));
    const shown = page.locator('a[href="/admin/orders"]', { hasText: 'ждут:' });
    await expect(shown).toContainText(new RegExp(`ждут: ${waiting}(?!\\d)`), { timeout: 1_000 });
  }).toPass();
  const tileBoxes = await boxesOf(main.locator('a:has(b)'));
  expect(tileBoxes).toHaveLength(9);
  expect(new Set(tileBoxes.map(({ height }) => height)).size).toBe(1);
  const charts = main.locator('section:has(svg)');
  const chartBoxes = await boxesOf(charts);
  expect(chartBoxes).toHaveLength(6);
  // The last of each has the right edge of the widest row: no row is left unfilled.
  for (const boxes of [tileBoxes, chartBoxes])
    expect(boxes.at(-1)?.right).toBe(Math.max(...boxes.map(({ right }) => right)));
  for (const chart of await charts.all()) await expect(chart).toContainText('до этого:');
  await expectAccessible(page, 'main');
});

test('lists of the staff have one search field, one form of dates, and names for what they are about', async ({
  page,
}) => {
  await enterAsStaff(page, 'admin');
  for (const path of ['/admin/orders', '/admin/products', '/admin/blogers', '/admin/payouts', '/admin/filters']) {
    await page.goto(path);
    const search = page.getByRole('searchbox').first();
    await expect(search).toBeVisible();
    // The lens stands in its box, before the text, and is pressed as the field.
    const lens = page.locator('div:has(> input[type="search"]) > svg').first();
    const [lensBox] = await boxesOf(lens);
    const [searchBox] = await boxesOf(search);
    const indent = await search.evaluate((input) => Number.parseFloat(getComputedStyle(input).paddingInlineStart));
    const [from = 0, to = 0] = [lensBox?.left, lensBox?.right].map((edge = 0) => edge - (searchBox?.left ?? 0));
    expect(from, path).toBeGreaterThan(0);
    expect(to, path).toBeLessThanOrEqual(indent);
    await search.click({ position: { x: (from + to) / 2, y: 10 } });
    await expect(search, path).toBeFocused();
  }
  // The list of authors to add scrolls with its page, also while one is looked for.
  const addable = page.getByRole('region', { name: 'Добавить автора' });
  await expect(addable.getByRole('listitem').first()).toBeVisible();
  await addable.getByRole('searchbox').fill('a');
  await expect(addable.getByRole('listitem').first()).toBeVisible();
  const inner = await page
    .getByRole('main')
    .evaluate(
      (main) => [...main.querySelectorAll('*')].filter((one) => getComputedStyle(one).overflowY === 'auto').length,
    );
  expect(inner).toBe(0);
  await page.goto('/admin/audit?search=Order');
  const rows = page.getByRole('row');
  await expect(rows.getByRole('link', { name: /^Заказ № \d{8}$/ }).first()).toBeVisible();
  await expect(rows.filter({ hasText: /Оплачен → Собирается|Собирается → В пути/ }).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Открыть', { exact: true })).toHaveCount(0);
  for (const path of ['/admin/audit', '/admin/payments', '/admin/orders']) {
    await page.goto(path);
    await expect(
      page
        .getByRole('cell')
        .filter({ hasText: /\d\d\.\d\d\.\d{4}, \d\d:\d\d/ })
        .first(),
    ).toBeVisible();
  }
});

test('the categories fit a phone whose letters are twice as large', async ({ page }) => {
  await enterAsStaff(page, 'moderator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/categories');
  await expect(page.getByRole('list', { name: 'Категории по порядку' }).getByRole('listitem').first()).toBeVisible();
  await enlargeLetters(page);
  await noHorizontalScroll(page);
});

test('what is done with monthly support has names in one line each', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/memberships?state=Overdue');
  const again = page.getByRole('button', { name: 'Списать ещё раз' });
  await expect(again.first()).toBeVisible();
  for (const width of [320, 390, 1024, 1060, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await again.evaluateAll((buttons) =>
      buttons.map((button) => {
        const words = new Range();
        words.selectNodeContents(button);
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect([...new Set(lines)], `at ${String(width)} px`).toEqual([1]);
    await noHorizontalScroll(page);
  }
});

test('titles stand at one height, and the second line of a name is right below it', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  const heights: number[] = [];
  let measured = 0;
  for (const path of ['/admin/products', '/admin/locations', '/admin/filters', '/admin/payouts', '/admin/blogers']) {
    await page.goto(path);
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    heights.push(await title.evaluate((element) => Math.round(element.getBoundingClientRect().top)));
    const apart = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('a')].flatMap((link) => {
        const line = link.nextElementSibling ?? link.parentElement?.nextElementSibling;
        if (!line?.matches('small')) return [];
        const words = link.getBoundingClientRect().bottom - parseFloat(getComputedStyle(link).paddingBottom);
        return [{ name: link.textContent, between: line.getBoundingClientRect().top - words }];
      }),
    );
    measured += apart.length;
    expect(
      apart.filter(({ between }) => between > 6),
      path,
    ).toEqual([]);
  }
  expect(measured).toBeGreaterThan(0);
  const isPhone = (page.viewportSize()?.width ?? 0) < 960;
  // On a phone a switch beside the title is higher than the title.
  if (!isPhone) expect(new Set(heights).size, String(heights)).toBe(1);
});

/** Days, sums and counts of a table that stand in two lines. Cells of free words may break anywhere. */
const brokenValues = (page: Page) =>
  page
    .getByRole('main')
    .locator('table:not([data-cards]) tbody :is(th, td)')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => getComputedStyle(cell).overflowWrap !== 'anywhere')
        .flatMap((cell) => {
          const broken: string[] = [];
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
            const value = text.nodeValue?.trim() ?? '';
            if (!/^\D{0,18}\d[\d\s.,:]*\D{0,6}$/.test(value)) continue;
            const words = new Range();
            words.selectNodeContents(text);
            const seen = [...words.getClientRects()].filter(({ width }) => width > 1);
            if (new Set(seen.map(({ top }) => Math.round(top))).size > 1) broken.push(value);
          }
          return broken;
        }),
    );

test('a day, a sum or a count of the lists of the staff stands in one line', { tag: '@desktop' }, async ({ page }) => {
  await enterAsStaff(page, 'admin');
  let shown = 0;
  for (const path of [
    'blogers',
    'products',
    'orders',
    'promo-codes',
    'locations',
    'payments',
    'payments?state=problem',
    'memberships',
    'memberships?state=Active',
    'memberships/posts',
    'payouts',
    'payouts?state=Paid',
    'audit',
  ]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await noHorizontalScroll(page);
    shown += await page.getByRole('main').locator('table:not([data-cards])').count();
    expect(await brokenValues(page), path).toEqual([]);
  }
  expect(shown).toBeGreaterThan(8);
});
