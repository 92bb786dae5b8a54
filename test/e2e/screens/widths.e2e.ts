import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { giveButton } from '#test/e2e/support/donor.ts';
import { expect, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, keepTokens } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

/** Both sides of the borders between phone, compact and wide layout, and the smallest phones. */
const widths = [320, 390, 599, 600, 700, 768, 820, 959, 960, 1280];

async function fitsAllWidths(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await test.step(`${path} at ${String(width)} px`, () => noHorizontalScroll(page));
  }
}

async function aProduct(request: APIRequestContext): Promise<string> {
  const answer: unknown = await (await request.get('/api/Product/ProductList?Take=1')).json();
  const { data } = Object.assign({ data: { items: [{ id: '' }] } }, answer);
  return `/merch/${String(data.items[0]?.id)}`;
}

test('phones have the menu button below 600 px, wider windows the whole header @desktop', async ({ page }) => {
  await page.goto('/authors');
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Меню' });
  const ways = [
    header.getByRole('searchbox'),
    header.getByRole('link', { name: 'Авторы' }),
    header.getByRole('link', { name: 'Мерч' }),
    header.getByRole('link', { name: 'Войти' }),
  ];
  for (const width of [320, 390, 599]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(menu).toBeVisible();
    for (const way of ways) await expect(way).toBeHidden();
  }
  for (const language of ['Русский', 'Oʻzbekcha', 'English']) {
    await page.getByRole('contentinfo').getByRole('button', { name: language }).click();
    for (const width of [600, 768, 959, 960]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(header.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
      await expect(header.getByRole('button')).toHaveCount(1);
      const places = await header.getByRole('link').evaluateAll((links) =>
        links.map((link) => {
          const { left, right, height } = link.getBoundingClientRect();
          return { left, right, height };
        }),
      );
      expect(places.length).toBeGreaterThanOrEqual(5);
      // One line, in order, nothing over another.
      for (const [at, { right, height }] of places.entries()) {
        expect(height).toBeLessThanOrEqual(48);
        expect(right).toBeLessThanOrEqual(places[at + 1]?.left ?? width);
      }
      const search = await header.getByRole('search').evaluate((box) => box.getBoundingClientRect().width);
      expect(search, 'room to type').toBeGreaterThanOrEqual(110);
    }
  }
});

test('no page is wider than its window @desktop', async ({ page, request }) => {
  test.setTimeout(180_000);
  for (const path of ['/', '/authors', '/market', await aProduct(request), '/dilnoza', '/basket', '/auth'])
    await fitsAllWidths(page, path);
});

test('no page of the cabinet is wider than its window @desktop', async ({ page, request }) => {
  test.setTimeout(180_000);
  const data = { phone: '998900000003', password: 'opora-demo', rememberMe: false };
  const { token, refreshToken } = await dataOf(await request.post('/api/Identity/Token', { data }));
  await keepTokens(page, { token: String(token), refreshToken: String(refreshToken) });
  for (const path of [
    '/profile',
    '/profile/edit',
    '/profile/alerts',
    '/profile/statistics',
    '/profile/balance',
    '/orders',
  ])
    await fitsAllWidths(page, path);
});

test('no page of the staff is wider than its window @desktop', async ({ page }) => {
  test.setTimeout(180_000);
  await enterAsStaff(page, 'admin');
  for (const path of ['/admin/blogers', '/admin/products', '/admin/orders', '/admin/locations', '/admin/filters'])
    await fitsAllWidths(page, path);
});

const nameOf = (page: Page) => page.getByRole('heading', { level: 1 });
const goalOf = (page: Page) => page.getByRole('region', { name: 'Новый микрофон' });
const presetsOf = (page: Page) => page.getByRole('group', { name: 'Готовые суммы' }).getByRole('button');

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`${part} has no box`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

test('the donation form stands beside the creator on the first screen', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/dilnoza');
  const [name, about, goal, button] = [
    await boxOf(nameOf(page)),
    await boxOf(page.getByText(/^Стримлю четыре вечера/).first()),
    await boxOf(goalOf(page)),
    await boxOf(giveButton(page)),
  ];
  expect(button.bottom).toBeLessThanOrEqual(900);
  for (const part of [name, about, goal]) {
    expect(part.right).toBeLessThan(button.x);
    expect(part.bottom).toBeLessThan(button.bottom);
  }
  const cover = await boxOf(page.getByRole('main').locator('header img').first());
  expect(cover.height).toBeLessThanOrEqual(200);
});

test('the first screen of a phone shows who asks, for what, and the sums', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dilnoza');
  const button = giveButton(page);
  await expect(button).toBeInViewport({ ratio: 1 });
  const { y: end } = await boxOf(button);
  const parts = [
    nameOf(page),
    page.getByText(/^Стримлю четыре вечера/).first(),
    goalOf(page),
    ...(await presetsOf(page).all()),
  ];
  expect(parts.length).toBeGreaterThan(6);
  for (const part of parts) expect((await boxOf(part)).bottom).toBeLessThanOrEqual(end);
  await noHorizontalScroll(page);
  await page.getByLabel('Ваше имя').scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
});

test('while a donor types, the form shows the alert of the stream with the button still in sight', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/dilnoza');
  await expect(page.getByTestId('alert')).toHaveCount(0);
  await page.getByLabel('Сообщение автору').fill('Салом! С вами вечер теплее');
  await page.getByLabel('Ваше имя').fill('Жасур');
  const alert = page.getByTestId('alert');
  await expect(alert).toContainText('Салом! С вами вечер теплее');
  await expect(alert).toContainText('Жасур');
  await page.getByRole('switch', { name: 'Анонимно' }).check();
  await expect(alert).toContainText('Аноним');
  await expect(giveButton(page)).toBeInViewport({ ratio: 1 });
});
