import type { APIRequestContext, Page } from '@playwright/test';
import { beginDonation, cards, expectThanks, newDonation, payBy, seeWholeForm } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, expectLoaded, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift, scrollThrough } from '#test/e2e/support/layout-shift.ts';
import { noteAlert, openWidget } from '#test/e2e/support/widget-page.ts';
import { openLine } from '#test/support/network/line.ts';

/** Stands for the page of one of the products, whose address each run makes anew. */
const aProduct = '/merch/…';

async function addressOf(path: string, request: APIRequestContext): Promise<string> {
  if (path !== aProduct) return path;
  const answer: unknown = await (await request.get('/api/Product/ProductList?Take=1&Name=футболка')).json();
  const { data } = Object.assign({ data: { items: [{ id: '' }] } }, answer);
  return `/merch/${String(data.items[0]?.id)}`;
}

for (const path of [
  '/',
  '/authors',
  '/authors?search=никого-такого',
  '/market',
  '/market?search=никакого-такого',
  aProduct,
  '/dilnoza',
  '/dilnoza?tab=merch',
  '/dilnoza?tab=about',
  '/offline',
  '/нет-такой-страницы',
]) {
  test.describe(path, () => {
    test.use({ expectedTroubles: path.startsWith('/нет') ? [/status of 404/] : [] });

    test('does not shift, fits, is accessible in both schemes and is entirely in Russian', async ({
      page,
      request,
    }) => {
      await page.goto(await addressOf(path, request));
      await scrollThrough(page);
      const { sum, moved } = await layoutShift(page);
      expect(sum, `layout shift of ${moved}`).toBeLessThan(0.01);
      await noHorizontalScroll(page);
      expect(await foreignWords(page), 'words that are not Russian').toEqual([]);
      await seeWholeForm(page);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      await expectAccessible(page);
    });
  });
}

test('the head of a creator’s page does not shift while a slow phone loads the rest', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const links = page.getByRole('heading', { level: 1 }).locator('xpath=../following-sibling::div');
  const left = () => links.evaluate((row) => row.getBoundingClientRect().left);
  const whole = await (await page.request.get('/dilnoza')).text();
  const half = whole.slice(0, whole.indexOf('</li>', whole.indexOf('</h1>')));
  await page.route('**/dilnoza', (route) => route.fulfill({ body: half, contentType: 'text/html; charset=utf-8' }));
  await page.goto('/dilnoza');
  await expect(links.getByRole('link')).toHaveCount(1);
  const place = await left();
  await page.unroute('**/dilnoza');
  await page.goto('/dilnoza');
  await expect(links.getByRole('button')).toHaveCount(1);
  expect(await left()).toBe(place);
});

test.describe('unknown addresses', () => {
  test.use({ expectedTroubles: [/status of 404/] });

  test('answer 404 and link on', { tag: ['@verdict', '@phone'] }, async ({ page, request }) => {
    for (const path of ['/net-takogo', '/authors/1/2', '/404', '/thanks/0190a000-0000-7000-8000-000000000000'])
      expect((await request.get(path)).status(), path).toBe(404);
    await page.goto('/net-takogo');
    await page.getByRole('main').getByRole('link', { name: 'Найти автора' }).click();
    await expect(page).toHaveURL('/authors');
  });
});

test('filters, search and pages of the authors live in the address', { tag: '@verdict' }, async ({ page }) => {
  const names = () =>
    page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').allInnerTexts();
  await page.goto('/authors');
  await expect(page.getByText(/^Наш(ёл|л)/)).toBeVisible();
  expect(await names()).toHaveLength(10);
  await page.getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL('/authors?page=2');
  await expectLoaded(page);
  const second = await names();
  expect(second).toHaveLength(10);

  const opener = page.getByRole('button', { name: /^Фильтры/ });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('link', { name: 'Музыкант', exact: true }).click();
  await expect(page).toHaveURL(/\?type=\w+$/);
  await expectLoaded(page);
  const musicians = await names();
  expect(musicians).toContain('Улугбек Рахимов');
  expect(musicians).not.toContain('Тимур Назаров');

  const search = page.getByRole('main').getByRole('searchbox', { name: 'Имя или ник автора' });
  await search.fill('рахимов');
  await expect(page).toHaveURL(/type=\w+&search=/);
  await expectLoaded(page);
  expect(await names()).toEqual(['Улугбек Рахимов']);
  await page.reload();
  await expect(search).toHaveValue('рахимов');
  expect(await names()).toEqual(['Улугбек Рахимов']);
  await page.getByRole('link', { name: 'Улугбек Рахимов' }).click();
  await expect(page).toHaveURL('/oltin.dutor');
  await page.goBack();
  await expect(search).toHaveValue('рахимов');
  expect(await names()).toEqual(['Улугбек Рахимов']);
  await page.goBack();
  await expect(page).toHaveURL('/authors?page=2');
  await expectLoaded(page);
  expect(await names()).toEqual(second);
});

test('the time of a donation changes without shifting anything, even with a long name', async ({ page }) => {
  await page.goto('/dilnoza');
  const donation = page
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
    .first();
  const moved = await donation.evaluate((item) => {
    const time = item.querySelector('time');
    const name = item.querySelector('time')?.previousElementSibling;
    const heightWith = (words: string) => {
      time?.replaceChildren(words);
      return item.getBoundingClientRect().height;
    };
    return Array.from({ length: 60 }, (_, length) => 'м'.repeat(length + 1)).filter((letters) => {
      name?.replaceChildren(letters);
      return heightWith('только что') !== heightWith('30 сентября 2026 г.');
    });
  });
  expect(moved).toEqual([]);
});

test('a creator of whom nothing is known has no tab about it', async ({ page, creator: { userName } }) => {
  await page.goto(`/${userName}`);
  const tabs = page.getByRole('navigation', { name: 'Страница автора' });
  await expect(tabs.getByRole('link')).toHaveText(['Поддержать', 'Мерч']);
});

test('the tabs of a creator are addresses', async ({ page }) => {
  await page.goto('/dilnoza');
  const tabs = page.getByRole('navigation', { name: 'Страница автора' });
  await tabs.getByRole('link', { name: 'Об авторе' }).click();
  await expect(page).toHaveURL('/dilnoza?tab=about');
  await expect(page.getByRole('region', { name: 'Об авторе' })).toContainText('Стримлю четыре вечера');
  await page.reload();
  const about = page.getByRole('region', { name: 'Об авторе' });
  await expect(about).toContainText('Стримлю четыре вечера');
  await expect(about.getByRole('listitem').first()).toContainText('Стример');
  await expect(about.getByRole('link', { name: /^YouTube youtube\.com/ })).toBeVisible();
  await expect(about.getByRole('link', { name: 'Мерч автора' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Мерч' }).click();
  await expect(page).toHaveURL('/dilnoza?tab=merch');
  await tabs.getByRole('link', { name: 'Поддержать' }).click();
  await expect(page).toHaveURL('/dilnoza');
  await expect(page.getByRole('button', { name: /^Поддержать на/ })).toBeVisible();
});

test('the language and the colours are chosen once and stored', async ({ page }) => {
  await page.goto('/authors');
  const foot = page.getByRole('contentinfo');
  const title = page.getByRole('heading', { level: 1 });
  await foot.getByRole('button', { name: 'Oʻzbekcha' }).click();
  await expect(title).toHaveText('Mualliflar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await page.reload();
  await expect(title).toHaveText('Mualliflar');
  await foot.getByRole('button', { name: 'English' }).click();
  await expect(title).toHaveText('Creators');
  await foot.getByRole('button', { name: 'Русский' }).click();
  await expect(title).toHaveText('Авторы');

  await foot.getByRole('button', { name: 'Тёмное' }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(21, 18, 20)');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(21, 18, 20)');
  await foot.getByRole('button', { name: 'Светлое' }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 248, 243)');
});

test.describe('without network', () => {
  test.use({ expectedTroubles: [/net::ERR_/], serviceWorkers: 'allow' });

  test('a page says so and loads when the network is back', async ({ baseURL, newWindow }) => {
    // Not the browser's emulation: the requests of the service worker itself must fail, too.
    const line = await openLine(String(baseURL));
    try {
      const page = await newWindow({ baseURL: line.url });
      await page.goto('/');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await expect.poll(() => page.evaluate(async () => (await caches.match('/offline')) !== undefined)).toBe(true);
      await line.cut();
      await page.goto('/authors');
      await expect(page.getByRole('heading', { name: 'Связь прервалась' })).toBeVisible();
      await noHorizontalScroll(page);
      await line.restore();
      await page.goto('/authors');
      await expect(page.getByRole('heading', { name: 'Авторы' })).toBeVisible();
    } finally {
      await line.close();
    }
  });
});

test('without scripts everything is readable and searchable', { tag: '@verdict' }, async ({ newWindow, viewport }) => {
  const page = await newWindow({ javaScriptEnabled: false, viewport });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Опора для тех, кто создаёт');
  await page.getByRole('main').getByRole('searchbox').fill('каримова');
  await page.getByRole('main').getByRole('button', { name: 'Найти' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Дильноза Каримова' }).click();
  await expect(page).toHaveURL('/dilnoza');
  await expect(page.getByRole('region', { name: 'Последние донаты' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Топ поддержки' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Об авторе' }).click();
  await expect(page.getByRole('region', { name: 'Об авторе' })).toContainText('Стримлю четыре вечера');
  await noHorizontalScroll(page);
});

test('a script in a name or a message is shown as text and never runs', { tag: '@verdict' }, async ({
  page,
  newWindow,
  creator,
}) => {
  const obs = await newWindow();
  await openWidget(obs, creator.key);
  const run = 'window.ran=1';
  const name = `<img src=x onerror="${run}">`;
  const donation = { ...newDonation(), name, message: `</script><script>${run}</script>{{7*7}}<svg onload=${run}>` };
  const alertAt = await noteAlert(obs, donation.message);
  const expectNothingRan = async (window: Page) => expect(await window.evaluate(() => 'ran' in window)).toBe(false);
  await beginDonation(page, creator.userName, donation);
  await payBy(page, cards.withoutCode);
  await expectThanks(page, donation);
  await expectNothingRan(page);
  await page.reload();
  await expectThanks(page, donation);
  await expect.poll(alertAt).toBeGreaterThan(0);
  await expectNothingRan(obs);
  // The home page is cached for some seconds.
  for (const path of [`/${creator.userName}`, '/']) {
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByText(name).first()).toBeAttached({ timeout: 1_000 });
    }).toPass({ timeout: 25_000 });
    await expectNothingRan(page);
  }
});
