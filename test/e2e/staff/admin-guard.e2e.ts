import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { enter, registered } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 404/] });

/** Paths with `admin` in them that no screen of the admin area answers. */
const unknownAdminPaths = [
  '/foo/admin',
  '/merch/admin',
  '/administrator',
  '/xADMINx',
  '/%61dmin-x',
  '/b%41dminton',
  '/profile/badminton',
  '/foo/AdMiN/bar',
  '/admin%2Forders',
];

async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 99, key: 'other', usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

test('every path with “admin” in it redirects a guest to the admin login', async ({ page, request }) => {
  for (const path of unknownAdminPaths) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 302, '/admin']);
    expect(answer.headers()['cache-control']).toBe('private, no-store');
    await page.goto(path);
    await expect(page, path).toHaveURL('/admin');
  }
  await expect(page.getByRole('heading', { name: 'Управление' })).toBeVisible();
  for (const path of unknownAdminPaths) {
    await page.goto('/authors');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await followLink(page, path);
    await expect(page, path).toHaveURL('/admin');
  }
});

test('a guest who comes from another site is redirected, too, and the page is not cached', async ({
  page,
  request,
}) => {
  const answer = await request.get('/badminton', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([404, 'private, no-store']);
  await page.route('**/administrator', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'sec-fetch-site': 'cross-site' } }),
  );
  await page.goto('/administrator');
  await expect(page).toHaveURL('/admin');
});

test('a user without a staff role is redirected, too', async ({ page, request }) => {
  await enter(page, await registered(request), '/profile');
  await expect(page).toHaveURL('/profile');
  for (const path of unknownAdminPaths) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/admin');
  }
  await page.goto('/authors');
  await followLink(page, '/foo/admin');
  await expect(page).toHaveURL('/admin');
});

test('staff see the not-found screen', async ({ page }) => {
  await enterAsStaff(page, 'moderator');
  for (const path of unknownAdminPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(
      path.startsWith('/merch/') ? 'Этого товара больше нет' : 'Здесь ничего не соткано',
    );
    await expect(page.getByRole('button', { name: /^Моё меню/ })).toBeVisible();
    expect(page.url()).toContain(path);
  }
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/blogers');
});
