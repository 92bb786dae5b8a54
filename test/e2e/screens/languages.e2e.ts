import type { APIRequestContext, Page } from '@playwright/test';
import { type Locale, locales } from '#base/text/locales.ts';
import { newCreator } from '#test/e2e/support/creator.ts';
import { cutWords } from '#test/e2e/support/cut-words.ts';
import { beginDonation, cards, expectThanks, newDonation, payButton, payBy } from '#test/e2e/support/donor.ts';
import { makeDraw } from '#test/e2e/support/draws.ts';
import { expect, expectLoaded, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords, noteData } from '#test/e2e/support/foreign-words.ts';
import { giveMonths, givePieces } from '#test/e2e/support/gifts.ts';
import { dataOf, keepTokens } from '#test/e2e/support/people.ts';
import { choicesInRows } from '#test/e2e/support/ragged-rows.ts';
import { choosePoint, enterAsBuyer, newSign, openShop, placeOrder } from '#test/e2e/support/shop.ts';
import { staffTokens } from '#test/e2e/support/staff.ts';
import { cabinetScreens } from './cabinet-screens.ts';

async function firstOf(request: APIRequestContext, call: string, token = ''): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await dataOf(await request.get(`/api/${call}`, { headers }));
  return Object.assign({}, Array.isArray(items) ? items[0] : undefined);
}

/** Logs in one of the demo world's people; returns his token. */
async function enterAs(page: Page, phone: string): Promise<string> {
  const data = { phone, password: 'opora-demo', rememberMe: false };
  const { token, refreshToken } = await dataOf(await page.request.post('/api/Identity/Token', { data }));
  await keepTokens(page, { token: String(token), refreshToken: String(refreshToken) });
  return String(token);
}

/** Opens a screen and waits until its code runs: React marks what it has hydrated. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!path.includes('/dock')) await page.locator('button[lang]').first().waitFor({ state: 'attached' });
  // The switch of languages stands in the footer, which comes to life after the heading.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('h1, button[lang]')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    ),
  );
  await expectLoaded(page);
}

/** Chooses a language where the screen offers it, in a menu too. The dock of OBS has no such place. */
async function choose(page: Page, locale: Locale): Promise<void> {
  const button = page.locator(`button[lang="${locale}"]`).first();
  if ((await button.count()) > 0) return button.dispatchEvent('click');
  await page.context().addCookies([{ name: 'lang', value: locale, url: new URL('/', page.url()).href }]);
  await open(page, page.url());
}

/** Staff edit the names of categories as they are stored. */
const storedNames = ['футболки', 'кружки', 'постеры', 'кепки', 'шоперы', 'блокноты', 'худи', 'стикеры'];

/** Links that no style sheet has coloured. */
const blueLinks = (page: Page) =>
  page
    .locator('a[href]')
    .evaluateAll((links) =>
      links
        .map((link) => (getComputedStyle(link).color === 'rgb(0, 0, 238)' ? link.textContent.trim() : ''))
        .filter(Boolean),
    );

/** Behind the login, lists are tables in windows of every width between these, too. */
const widthsOf = (page: Page) =>
  /\/(admin|profile|memberships)/.test(page.url()) ? [1440, 1100, 1024, 960, 320, 360, 390] : [1440, 320, 360, 390];

/** What is wrong with the words and the width of the open page; its placeholders fit too. */
async function faultsIn(page: Page, data: ReadonlySet<string>, stored: readonly string[] = []): Promise<string[]> {
  const words = (await foreignWords(page, data)).filter((word) => !stored.includes(word));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const cut: string[] = [];
  for (const width of widthsOf(page)) {
    await page.setViewportSize({ width, height: 844 });
    // A table is arranged once its frame is measured with the new width.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const found = [...(await cutWords(page)), ...(await choicesInRows(page)).ragged];
    cut.push(...found.map((fault) => `${fault} at ${width} px`));
  }
  return [...words, ...cut, ...(wide > 0 ? [`${wide} px wider than its window`] : [])];
}

/** Sees the open screen in every language. */
async function seeOpen(page: Page, data: ReadonlySet<string>, what: string): Promise<void> {
  for (const locale of locales) {
    await choose(page, locale);
    await page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await faultsIn(page, data), `${what} in ${locale}`).toEqual([]);
  }
}

/** Opens each screen and sees it in every language, switched as visitors do it. */
async function seeInAllLanguages(page: Page, paths: readonly string[]): Promise<void> {
  const data = noteData(page);
  const faults: string[] = [];
  for (const path of paths) {
    await open(page, path);
    const blue = await blueLinks(page);
    if (blue.length > 0) faults.push(`${path} has links in the browser's own colour: ${blue.join(', ')}`);
    for (const locale of locales) {
      await choose(page, locale);
      await page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const stored = path === '/admin/categories' ? storedNames : [];
      const found = await faultsIn(page, data, stored);
      // The guide for developers names members and headers of the wire.
      const isGuide = path === '/profile/tools/webhooks' && locale === 'ru';
      if (found.length > 0 && !isGuide) faults.push(`${path} in ${locale}: ${found.join(', ')}`);
    }
  }
  expect(faults).toEqual([]);
}

// Each test opens up to twenty screens in three languages.
test.beforeEach(() => test.slow());

test.use({
  viewport: { width: 390, height: 844 },
  // The pages that are missing; a network without map tiles.
  expectedTroubles: [/status of 404 .*\/(404|first-start|no-such-screen)\)|tile\.openstreetmap/],
});

test('every public screen is in one language and fits', { tag: '@desktop' }, async ({ page, request, sandboxUrl }) => {
  const { id } = await firstOf(request, 'Product/ProductList?Take=1');
  const post = await firstOf(request, 'Post/List?userName=dilnoza&Take=1');
  const draw = await makeDraw(await newCreator(request), { text: '2026' });
  const shop = await openShop(request);
  const mug = await shop.product({ name: '2026', price: 60_000 });
  await seeInAllLanguages(page, [
    '/',
    '/authors',
    '/market',
    '/dilnoza',
    '/dilnoza?tab=merch',
    '/dilnoza?tab=about',
    '/dilnoza/posts',
    `/dilnoza/posts/${String(post.id)}`,
    `/draws/${draw}`,
    '/dilnoza/months',
    await giveMonths(request, sandboxUrl, await newCreator(request)),
    `/merch/${mug.id}/gift`,
    await givePieces({ request, sandboxUrl }, mug.id, 2),
    '/dilnoza/gifts',
    `/merch/${String(id)}`,
    '/basket',
    '/auth',
    '/auth/registration',
    '/auth/reset',
    '/auth/identify',
    '/offline',
    '/telegram',
    '/404',
    '/first-start',
    ...['help', 'fees', 'terms', 'privacy', 'contacts'].map((page) => `/about/${page}`),
    '/admin',
  ]);
});

/** The address of the screen that asks whether an application, of the buyer, may see the donations. */
async function askedAccess(request: APIRequestContext): Promise<string> {
  const login = { phone: '998900000004', password: 'opora-demo', rememberMe: false };
  const { token } = await dataOf(await request.post('/api/Identity/Token', { data: login }));
  const headers = { authorization: `Bearer ${String(token)}` };
  const redirect = 'http://127.0.0.1:9/';
  const data = { name: '2026', redirects: [redirect] };
  const made = await dataOf(await request.post('/api/Integration/CreateApplication', { headers, data }));
  const scope = 'oauth-user-show oauth-donation-subscribe';
  const asked = { client_id: String(made.clientId), redirect_uri: redirect, response_type: 'code', scope };
  return `/profile/tools?${new URLSearchParams({ ask: 'access', ...asked })}`;
}

test('every screen of the cabinet is in one language and fits', { tag: '@desktop' }, async ({ page, request }) => {
  await enterAs(page, '998900000003');
  await seeInAllLanguages(page, [...cabinetScreens, await askedAccess(request)]);
  const token = await enterAs(page, '998900000004');
  const order = await firstOf(request, 'Order/UserOders?Take=1', token);
  const paid = await firstOf(request, 'Order/Orders?Status=Completed&Take=1', token);
  await seeInAllLanguages(page, [
    '/orders',
    `/order/${String(order.orderId)}`,
    `/receipt/${String(paid.orderId)}`,
    '/memberships?view=posts',
  ]);
});

test('every screen of the staff is in one language and fits', { tag: '@desktop' }, async ({ page, request }) => {
  const tokens = await staffTokens('admin', request);
  await keepTokens(page, tokens);
  const product = await firstOf(request, 'Moderator/GetProductsList?Take=1', tokens.token);
  const user = await firstOf(request, 'Moderator/GetUsersList?Take=1', tokens.token);
  const order = await firstOf(request, 'Order/Orders?Take=1', tokens.token);
  // Without one, rows with ragged edges would go by unseen.
  await page.setViewportSize({ width: 320, height: 844 });
  await open(page, '/admin/payments');
  expect((await choicesInRows(page)).seen).toBeGreaterThan(0);
  await seeInAllLanguages(
    page,
    [
      'blogers',
      'dashboard',
      'payments',
      'receipts',
      'memberships',
      'memberships/messages',
      'memberships/posts',
      'audit',
      'donate-settings',
      'site',
      'site?page=help',
      'products',
      'product',
      'categories',
      'orders',
      'promo-codes',
      'locations',
      'locations/point',
      'locations/delivery',
      'filters',
      'payouts',
      'reconciliation',
      'no-such-screen',
      `product/${String(product.id)}`,
      `user/${String(user.userId)}`,
      `order/${String(order.orderId)}`,
    ].map((path) => `/admin/${path}`),
  );
});

test('a filled basket and an order under payment are in one language and fit', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const data = noteData(page);
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 20_000 });
  await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [{ ...mug, quantity: 2 }]);
  const points = page.getByRole('radiogroup').getByRole('radio');
  await expect(points.first()).toBeVisible();
  await seeOpen(page, data, 'the basket');
  await choose(page, 'ru');
  await choosePoint(page, `Пункт ${sign}`);
  await placeOrder(page, 'Дарья Ким');
  await expect(payButton(page)).toBeVisible();
  await seeOpen(page, data, 'the order under payment');
});

test('the page of thanks and the widgets are in one language and fit', { tag: '@desktop' }, async ({
  page,
  creator: { key, userName },
}) => {
  const donation = newDonation();
  await beginDonation(page, userName, donation);
  await payBy(page, cards.withoutCode);
  await expectThanks(page, donation);
  await seeInAllLanguages(page, [new URL(page.url()).pathname]);
  const data = noteData(page);
  for (const widget of ['notification', 'statistics', 'sticker']) {
    for (const locale of locales) {
      await page.context().addCookies([{ name: 'lang', value: locale, url: new URL(page.url()).origin }]);
      const isRead = page.waitForResponse('**/api/Widget/**');
      await page.goto(`/widgets/${widget}?key=${key}`);
      await isRead;
      await expect(page.locator(`html[lang="${locale}"]`)).toBeAttached();
      expect(await faultsIn(page, data), `${widget} in ${locale}`).toEqual([]);
      expect(await blueLinks(page)).toEqual([]);
    }
  }
  await page.goto(`/widgets/statistics?key=${key}`);
  const paid = new Intl.NumberFormat('en').format(donation.sum);
  await expect(page.getByTestId('statistics'), 'sums as English groups them').toContainText(paid);
});

test('a part that comes after the language was changed speaks it', { tag: '@desktop' }, async ({ page }) => {
  const arriving = Promise.withResolvers<void>();
  await page.route(/\/clock-part[^/]*\.js/, async (route) => {
    await arriving.promise;
    await route.continue();
  });
  await page.goto('/dilnoza');
  await page.waitForFunction(() => !('earlyInput' in window));
  await expect(page.getByText('До конца стрима')).toBeVisible();
  await choose(page, 'en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  arriving.resolve();
  await expect(page.getByText('До конца стрима')).toHaveCount(0);
  await expect(page.getByText('Stream ends in')).toBeVisible();
});
