import type { Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';
import { expect, expectLoaded, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, keepTokens, registered } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

// Console messages of the browser about answers that these tests cause.
test.use({ expectedTroubles: [/status of (400|404)/] });

/** The paths of all routes with a parameter; layouts have no path of their own. */
function parametrised(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = '', children = [] }) => [
    ...(path.includes(':') ? [path] : []),
    ...parametrised(children),
  ]);
}

/** Logs a user of the demo world in. */
async function keepDemoLogin(page: Page, phone: string): Promise<void> {
  const answer = await page.request.post('/api/Identity/Token', {
    data: { phone, password: 'opora-demo', rememberMe: false },
  });
  const { token, refreshToken } = await dataOf(answer);
  await keepTokens(page, { token: String(token), refreshToken: String(refreshToken) });
}

/** No id, and unknown ids of each form. */
const unknownIds = [
  'xx',
  '-1',
  '1.5',
  '999999999',
  '0190a000-0000-7000-8000-000000000000',
  '%27%3B--',
  'a'.repeat(300),
];

test('an unknown id is not found on every route', { tag: '@desktop' }, async ({ page }) => {
  const paths = parametrised(routes);
  expect(paths).toEqual(expect.arrayContaining(['admin/user/:id', 'admin/locations/point/:id', 'thanks/:payId']));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await enterAsStaff(page, 'admin');
  const shown: Record<string, string | null> = {};
  for (const path of paths) {
    for (const id of unknownIds) {
      const address = `/${path.replace(/:\w+/, id)}`;
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      shown[address] = await page.locator('h1').first().textContent();
    }
  }
  const isMissing = (title: string | null) => /^(Здесь ничего не соткано|Этого товара больше нет)$/.test(title ?? '');
  const others = Object.entries(shown).filter(([, title]) => !isMissing(title));
  expect(others).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/api/PickUp/'))).toEqual(['/api/PickUp/999999999']);
});

test('a missing page within the site causes no uncaught error, even with slow style sheets', async ({ page }) => {
  await page.goto('/thanks/0190a000-0000-7000-8000-000000000000');
  const styles = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/*.css', async (route) => {
    held += 1;
    await styles.promise;
    await route.continue();
  });
  const answered = page.waitForResponse(/thanks\/0190a000-0000-7000-8000-000000000001\.data/);
  await page.evaluate(() => {
    history.pushState({ idx: 9, key: 'a', usr: null }, '', '/thanks/0190a000-0000-7000-8000-000000000001');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await answered;
  await expect.poll(() => held).toBeGreaterThan(0);
  // The browser reports an unhandled rejection once it is idle.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve))));
  styles.resolve();
  await expect(page.getByRole('heading', { name: 'Здесь ничего не соткано' })).toBeVisible();
});

test('parameters added by other sites do not change the rendered page', async ({ page }) => {
  for (const path of ['/', '/authors', '/market', '/dilnoza', '/dilnoza?tab=merch', '/basket', '/auth', '/404']) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}fbclid=1&key=2&page=1&page=2&search=%25&xx=3`);
    await expect(page.locator('h1').first()).toBeVisible();
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  }
});

test('a page beyond the last one says so and links to the last one', { tag: '@verdict' }, async ({ page }) => {
  const reached: string[] = [];
  for (const path of ['/authors', '/market']) {
    for (const number of ['40', '999', '99999999999']) {
      await page.goto(`${path}?page=${number}`);
      await expect(page.getByText('Такой страницы нет')).toBeVisible();
      await noHorizontalScroll(page);
    }
    await page.getByRole('link', { name: 'К последней странице' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    reached.push(page.url().replace(/^.*\//, '/'));
  }
  // Other tests add products meanwhile.
  expect(reached).toEqual(['/authors?page=3', expect.stringMatching(/^\/market\?page=([7-9]|1\d)$/)]);
});

test('own lists say it, too, and an empty one that it is empty', async ({ page, request }) => {
  await enter(page, await registered(request), '/orders?page=999');
  await expect(page.getByText('Здесь будут ваши заказы')).toBeVisible();
  await keepDemoLogin(page, '998900000004');
  await page.goto('/orders?page=999');
  await page.getByRole('link', { name: 'К последней странице' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /№/ }).first()).toBeVisible();
  await keepDemoLogin(page, '998900000003');
  for (const path of ['/profile/donations', '/profile/balance']) {
    await page.goto(`${path}?page=99999999999`);
    await page.getByRole('link', { name: 'К последней странице' }).click();
    await expect(page.getByText('Такой страницы нет'), path).toBeHidden();
  }
});

test('lists for staff say it, too', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  for (const path of [
    '/admin/blogers',
    '/admin/blogers?view=queue',
    '/admin/products',
    '/admin/orders',
    '/admin/payments?state=paid',
  ]) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}page=99999999999`);
    await expectLoaded(page);
    await expect(page.getByText('Такой страницы нет'), path).toBeVisible();
    await page.getByRole('link', { name: 'К последней странице' }).click();
    await expect(page.getByText('Такой страницы нет'), path).toBeHidden();
  }
});
