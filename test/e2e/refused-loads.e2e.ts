import { expect, test } from '#test/e2e/support/fixtures.ts';
import { enter, menu, registered } from '#test/e2e/support/people.ts';

test.use({ expectedTroubles: [/status of 401/] });

const refusal = {
  status: 401,
  json: { success: false, data: null, error: { code: 'Unauthorized', message: 'Войдите' } },
};

test('a refused list of payments ends the session, though guests may read it', { tag: '@desktop' }, async ({
  page,
  context,
  request,
}) => {
  const isIn = () =>
    page.evaluate(() => [localStorage.getItem('token') !== null, document.cookie.includes('refreshToken=')]);
  const more = page.getByRole('button', { name: 'Показать ещё' });
  await page.route('**/api/ProjectPay/List*', (route) => route.fulfill(refusal));

  // The refresh succeeds and the load is refused all the same.
  await enter(page, await registered(request), '/dilnoza');
  await expect(menu(page)).toBeVisible();
  await more.click();
  await expect(menu(page)).toBeHidden();
  expect(await isIn()).toEqual([false, false]);

  // There is nothing to refresh with.
  await enter(page, await registered(request), '/dilnoza');
  await expect(menu(page)).toBeVisible();
  await context.clearCookies({ name: 'refreshToken' });
  await more.click();
  await expect(menu(page)).toBeHidden();
  expect(await isIn()).toEqual([false, false]);
});

test('a refused load of the profile leads home without a session', { tag: '@desktop' }, async ({ page, request }) => {
  await page.route('**/api/PersonalAccount/Get', (route) => route.fulfill(refusal));
  await enter(page, await registered(request), '/profile');
  await expect(page).toHaveURL('/');
  await expect(menu(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
