import type { APIRequestContext, Page } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import { makeDraw } from '#test/e2e/support/draws.ts';
import { expect, expectLoaded, test } from '#test/e2e/support/fixtures.ts';
import { giveMonths, givePieces } from '#test/e2e/support/gifts.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { lowTargets } from '#test/e2e/support/low-targets.ts';
import { dataOf, fields, keepTokens, newPerson } from '#test/e2e/support/people.ts';
import { newSign, openShop, putIntoBasket } from '#test/e2e/support/shop.ts';
import { staffTokens } from '#test/e2e/support/staff.ts';
import { cabinetScreens } from './cabinet-screens.ts';

/** What a screen may move by itself while it loads. */
const most = 0.01;

// Every screen is loaded twice.
test.beforeEach(() => test.slow());

test.use({ expectedTroubles: [/status of 404 .*\/404\)|tile\.openstreetmap/] });

/** The id of the first thing in a list. Throws if the list is empty, or its things have no such id. */
async function firstId(request: APIRequestContext, call: string, name: string, token = ''): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await dataOf(await request.get(`/api/${call}`, { headers }));
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  const id: unknown = Object.assign({ [name]: undefined }, first)[name];
  if (typeof id !== 'string' && typeof id !== 'number') throw new Error(`${call} lists nothing with ${name}`);
  return String(id);
}

/** Logs in one of the demo world's people. */
async function enterAs(page: Page, phone: string): Promise<string> {
  const data = { phone, password: 'opora-demo', rememberMe: false };
  const { token, refreshToken } = await dataOf(await page.request.post('/api/Identity/Token', { data }));
  await keepTokens(page, { token: String(token), refreshToken: String(refreshToken) });
  return String(token);
}

/** The id of a donation to the creator of the demo world. */
async function paidDonation(request: APIRequestContext): Promise<string> {
  const { projectId } = await dataOf(await request.get('/api/User/GetByName?userName=dilnoza'));
  const { payments } = await dataOf(await request.get(`/api/ProjectPay/List?projectId=${String(projectId)}&Take=1`));
  return String(Object.assign({ id: '' }, Array.isArray(payments) ? payments[0] : undefined).id);
}

/** Loads each screen as from a bookmark, at both widths; reports how far each has moved, and what a finger would miss on a phone. */
async function expectStill(page: Page, paths: readonly string[], mayMove = most): Promise<void> {
  const figures: string[] = [];
  const faults: string[] = [];
  const low: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const isPhone = viewport.width < 600;
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
    for (const path of paths) {
      await page.goto(path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await expectLoaded(page);
      const { sum, moved } = await layoutShift(page);
      const figure = `${viewport.width} ${path} ${sum.toFixed(3)}`;
      figures.push(figure);
      if (sum > mayMove) faults.push(`${figure}: ${moved}`);
      if (isPhone) low.push(...(await lowTargets(page)).map((target) => `${path} ${target}`));
    }
  }
  await test.info().attach('layout shifts', { body: figures.join('\n'), contentType: 'text/plain' });
  expect(faults).toEqual([]);
  expect(low, 'targets that are too low for a finger').toEqual([]);
}

test('no public screen jumps while it loads @desktop', async ({ page, request, sandboxUrl }) => {
  const merch = await firstId(request, 'Product/ProductList?Take=1', 'id');
  const post = await firstId(request, 'Post/List?userName=dilnoza&Take=1', 'id');
  const draw = await makeDraw(await newCreator(request), { text: '2026' });
  const shop = await openShop(request);
  const mug = await shop.product({ name: '2026', price: 60_000 });
  await expectStill(page, [
    '/',
    '/authors',
    '/market',
    '/dilnoza',
    '/dilnoza?tab=merch',
    '/dilnoza?tab=about',
    '/dilnoza/posts',
    `/dilnoza/posts/${post}`,
    `/draws/${draw}`,
    '/dilnoza/months',
    await giveMonths(request, sandboxUrl, await newCreator(request)),
    `/merch/${mug.id}/gift`,
    await givePieces({ request, sandboxUrl }, mug.id, 2),
    '/dilnoza/gifts',
    `/merch/${merch}`,
    '/basket',
    '/auth',
    '/auth/registration',
    '/auth/reset',
    '/404',
    '/about/help',
    '/admin',
  ]);
});

test('no screen of the cabinet jumps while it loads, and a finger meets what it presses @desktop', async ({
  page,
  request,
}) => {
  await enterAs(page, '998900000003');
  await expectStill(page, [...cabinetScreens, '/profile/edit?section=links']);
  const token = await enterAs(page, '998900000004');
  const order = await firstId(request, 'Order/UserOders?Take=1', 'orderId', token);
  await expectStill(page, [
    '/orders',
    `/order/${order}`,
    '/basket',
    '/memberships',
    '/memberships?view=posts',
    '/memberships/gifts',
  ]);
});

test('a basket with things jumps for a guest as little as for a buyer @desktop', async ({ page, request }) => {
  const shop = await openShop(request);
  await putIntoBasket(page, await shop.product({ name: `Кружка ${newSign()}`, price: 20_000 }));
  await expectStill(page, ['/basket']);
});

test('the code of a guest is asked for, and nothing moves @desktop', async ({ page, creator }) => {
  const person = newPerson();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/${creator.userName}`);
    await page.getByRole('button', { name: 'Каждый месяц' }).click();
    await page.getByLabel('Сумма', { exact: true }).fill('40000');
    await fields(page).phone.fill(person.written);
    await page.getByRole('button', { name: /^Платить/ }).click();
    await expect(fields(page).code).toBeFocused();
    const { sum, moved } = await layoutShift(page);
    expect(sum, `at ${String(width)} px: ${moved}`).toBeLessThan(most);
  }
});

test('the list of devices, however long and late, moves nothing @desktop', async ({ page }) => {
  for (let devices = 0; devices < 3; devices += 1) await enterAs(page, '998900000003');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/Identity/Sessions', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile/security');
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(1);
  answer.resolve();
  await expect(page.getByText('это устройство')).toBeVisible();
  expect(await layoutShift(page)).toMatchObject({ sum: 0 });
});

test('no screen of the staff jumps while it loads, and a finger meets what it presses @desktop', async ({
  page,
  request,
}) => {
  const tokens = await staffTokens('admin', request);
  await keepTokens(page, tokens);
  const product = await firstId(request, 'Moderator/GetProductsList?Take=1', 'id', tokens.token);
  const user = await firstId(request, 'Moderator/GetUsersList?Take=1', 'userId', tokens.token);
  const order = await firstId(request, 'Order/Orders?Take=1', 'orderId', tokens.token);
  await expectStill(page, [`/receipt/${await paidDonation(request)}`]);
  await expectStill(
    page,
    [
      'blogers',
      'blogers?view=queue',
      'dashboard',
      'payments',
      'memberships',
      'memberships/posts',
      'audit',
      'donate-settings',
      'site',
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
      'receipts',
      `product/${product}`,
      `order/${order}`,
    ].map((path) => `/admin/${path}`),
  );
  // Its pictures keep their places before they are there.
  await expectStill(page, [`/admin/user/${user}`], 0.001);
});

test.describe('where the session is only in a cookie', () => {
  test.use({ expectedTroubles: [/status of 401 .*\/GetUser\)/] });

  test('the header of the staff keeps its places while the session is found in a cookie @desktop', async ({
    page,
    request,
  }) => {
    await keepTokens(page, await staffTokens('admin', request));
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin/categories');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Моё меню/ })).toBeVisible();
    await expectLoaded(page);
    expect(await layoutShift(page)).toMatchObject({ sum: 0 });
  });
});
