import { expect, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, menu, registered } from '#test/e2e/support/people.ts';
import { staffTokens } from '#test/e2e/support/staff.ts';

test.use({
  expectedTroubles: [
    /status of 401|(?:status of 429|ERR_FAILED) .*\/api\/Donate\/Export|status of 500 .*\/api\/Moderator/,
  ],
});

const refusal = {
  status: 401,
  json: { success: false, data: null, error: { code: 'Unauthorized', message: 'Войдите' } },
};

test('a refused list of payments ends the session, though guests may read it', {
  tag: ['@verdict', '@desktop'],
}, async ({ page, context, request }) => {
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

test('a refused table says why, and one that nobody answers what to do', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const why = 'Не больше 5 таблиц в минуту. Подождите немного';
  const error = { code: 'TooManyRequests', message: why };
  await page.route('**/api/Donate/Export*', (route) =>
    route.fulfill({ status: 429, json: { success: false, data: null, error } }),
  );
  const data = { phone: '998900000003', password: 'opora-demo', rememberMe: false };
  const { token, refreshToken } = await dataOf(await request.post('/api/Identity/Token', { data }));
  await enter(page, { token: String(token), refreshToken: String(refreshToken) }, '/profile/statistics');
  const save = page.getByRole('button', { name: 'Скачать CSV' });
  await save.click();
  await expect(page.getByText(why)).toBeVisible();
  await page.unroute('**/api/Donate/Export*');
  await page.route('**/api/Donate/Export*', (route) => route.abort());
  await save.click();
  await expect(page.getByText('Не удалось скачать файл. Попробуйте ещё раз')).toBeVisible();
});

test('an overview that the server cannot answer is one shown error', { tag: '@desktop' }, async ({ page, request }) => {
  const broken = {
    status: 500,
    json: { success: false, data: null, error: { code: 'InternalError', message: 'Нет' } },
  };
  const memberships = page.waitForResponse('**/api/Moderator/Memberships*');
  await page.route('**/api/Moderator/Memberships*', (route) => route.fulfill(broken));
  await page.route('**/api/Moderator/Dashboard*', async (route) => {
    await memberships;
    await route.fulfill(broken);
  });
  await enter(page, await staffTokens('admin', request), '/admin/dashboard');
  await expect(page.getByRole('link', { name: 'Попробовать ещё раз' })).toBeVisible();
});
