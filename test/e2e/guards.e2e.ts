import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import {
  dataOf,
  fields,
  lastCode,
  logIn,
  logOut,
  menu,
  press,
  registered,
  sendLogin,
} from '#test/e2e/support/people.ts';
import { basketLink } from '#test/e2e/support/shop.ts';
import { staffTokens } from '#test/e2e/support/staff.ts';

// Console messages of the browser about answers that these tests cause.
test.use({ expectedTroubles: [/status of (400|401|403|404|409|410|429)/] });

test('guests are redirected to the login and back, and see nothing private', { tag: '@verdict' }, async ({
  page,
  request,
}) => {
  const person = await registered(request);
  const shell = await request.get('/profile?section=x');
  expect(shell.status()).toBe(200);
  await page.goto('/profile?section=x');
  await expect(page).toHaveURL('/auth?next=%2Fprofile%3Fsection%3Dx');
  await logIn(page, person, '/auth?next=%2Fprofile%3Fsection%3Dx');
  await expect(page).toHaveURL('/profile?section=x');
  // Logged-in users do not see the login; the admin area has its own.
  await page.goto('/auth?next=%2F%2Fevil.example');
  await expect(page).toHaveURL('/profile');
  await page.goto('/admin/orders');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { name: 'Управление' })).toBeVisible();
});

async function endOthers(request: APIRequestContext, { token }: { readonly token: string }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const own = await dataOf(await request.get('/api/Identity/Sessions', { headers }));
  for (const one of Object.values(own)) {
    const { id, isCurrent } = Object.assign({ id: '', isCurrent: false }, one);
    if (!isCurrent) await request.delete(`/api/Identity/Session?id=${id}`, { headers });
  }
}

/** Logs a user in, leaves the site, so that no call of his page is under way, and ends his session from elsewhere. */
async function loggedInAndEnded(page: Page, request: APIRequestContext) {
  const person = await registered(request);
  await logIn(page, person);
  await expect(page).toHaveURL('/profile');
  await page.goto('about:blank');
  await endOthers(request, person);
  return person;
}

test('a session that has ended elsewhere is ended without an error', async ({ page, request }) => {
  const person = await registered(request);
  await logIn(page, person);
  await expect(page).toHaveURL('/profile');
  await page.goto('/profile/security');
  const sessions = page.getByRole('region', { name: 'Где вы вошли' });
  const other = sessions.getByRole('button', { name: /^Завершить сеанс/ });
  await expect(other).toHaveCount(1);
  const headers = { authorization: `Bearer ${person.token}` };
  const own = Object.values(await dataOf(await request.get('/api/Identity/Sessions', { headers })))
    .map((one) => Object.assign({ id: '', isCurrent: false }, one))
    .find(({ isCurrent }) => isCurrent);
  expect((await request.delete(`/api/Identity/Session?id=${own?.id}`, { headers })).status()).toBe(200);
  await other.click();
  await expect(sessions.getByText('Других устройств нет.')).toBeVisible();
  await expect(sessions.getByRole('alert')).toHaveCount(0);
});

test('an address in another spelling is redirected and guarded', async ({ page, request }) => {
  for (const [path, to] of [
    ['/Profile?section=x', '/profile?section=x'],
    ['/ADMIN/orders', '/admin/orders'],
    ['/%6Frders', '/orders'],
    ['/Widgets/notification?key=x', '/widgets/notification?key=x'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([301, to]);
    expect(answer.headers()['referrer-policy']).toBe('no-referrer');
  }
  await page.goto('/Orders');
  await expect(page).toHaveURL('/auth?next=%2Forders');
});

test('a session that ended elsewhere leads from the market to the login and back, and from the basket nowhere', async ({
  page,
  request,
}) => {
  const person = await registered(request);
  await logIn(page, person);
  await page.goto('/market');
  // What the menu asks for must not be what finds the session ended.
  const isComplete = page.waitForResponse('**/api/Draw/Won');
  await menu(page).click();
  await isComplete;
  await endOthers(request, person);
  await page.getByRole('link', { name: 'Мои заказы' }).click();
  await expect(page).toHaveURL('/auth?next=%2Forders');
  await sendLogin(page, person);
  await expect(page).toHaveURL('/orders');
  await endOthers(request, person);
  await basketLink(page).click();
  await expect(page).toHaveURL('/basket');
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible();
  await expect(menu(page)).toBeHidden();
});

test('a session that ended elsewhere is dropped, and the profile redirects to home', { tag: '@verdict' }, async ({
  page,
  request,
}) => {
  await loggedInAndEnded(page, request);
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  await expect(menu(page)).toBeHidden();
  expect(await page.evaluate(() => [localStorage.getItem('token'), document.cookie.includes('refreshToken=')])).toEqual(
    [null, false],
  );
});

test('a session that ends while the guard loads redirects from the profile to home', async ({ page, request }) => {
  await loggedInAndEnded(page, request);
  await page.route(/\/guards-[^/]+\.js$/, async (route) => {
    await page.waitForFunction(() => localStorage.getItem('token') === null);
    await route.continue();
  });
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  await expect(menu(page)).toBeHidden();
});

test('a blocked user is logged out at once and sees the reason at the next login', async ({ page, request }) => {
  const person = await registered(request);
  await logIn(page, person);
  const { token } = await staffTokens('moderator', request);
  const { id } = await dataOf(
    await request.post('/api/Identity/GetUser', { headers: { authorization: `Bearer ${person.token}` } }),
  );
  const query = `userId=${id}&reason=${encodeURIComponent('Чужие фотографии')}`;
  await dataOf(
    await request.put(`/api/Moderator/BlockUser?${query}`, { headers: { authorization: `Bearer ${token}` } }),
  );
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  await expect(menu(page)).toBeHidden();
  await page.goto('/auth');
  await sendLogin(page, person);
  await expect(page.getByText(/заблокирован/i)).toBeVisible();
  await expect(page.getByText('Чужие фотографии')).toBeVisible();
});

test('tabs log in and out together, and refresh once for all of them', { tag: '@verdict' }, async ({
  page,
  context,
  request,
}) => {
  const person = await registered(request);
  const twin = await context.newPage();
  await twin.goto('/auth');
  await expect(fields(twin).phone).toBeVisible();
  await logIn(page, person);
  await expect(twin).toHaveURL('/profile');

  let refreshes = 0;
  await context.route('**/api/Identity/RefreshToken', (route) => {
    refreshes += 1;
    return route.continue();
  });
  // An invalid access token, stored before either tab starts.
  await twin.goto('about:blank');
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('token', 'expired'));
  await Promise.all([page.goto('/profile'), twin.goto('/profile')]);
  for (const tab of [page, twin]) {
    await expect(tab).toHaveURL('/profile');
    await expect(menu(tab)).toBeVisible();
  }
  expect(refreshes).toBe(1);

  await logOut(page);
  await expect(page).toHaveURL('/');
  await expect(twin).toHaveURL('/');
  await expect(menu(twin)).toBeHidden();
});

test('the admin area opens by password and code, and closes with the session', { tag: '@verdict' }, async ({
  page,
  request,
}) => {
  const admin = { phone: '998900000001', written: '90 000-00-01' };
  await page.goto('/admin/orders');
  await expect(page).toHaveURL('/admin');
  await fields(page).phone.fill(admin.written);
  await fields(page).password.fill('opora-demo');
  await press(page, 'Получить код');
  await expect(fields(page).code).toBeFocused();
  await fields(page).code.fill(await lastCode(request, admin));
  await expect(page).toHaveURL('/admin/blogers');
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/blogers');
  await menu(page).click();
  await expect(page.getByRole('link', { name: 'Управление' })).toBeVisible();
  await press(page, 'Выйти');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { name: 'Управление' })).toBeVisible();
});
