import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { enter, menu, press, registered } from '#test/e2e/support/people.ts';

test.use({ expectedTroubles: [/status of 50\d|status of 40[13]|ERR_FAILED/] });

const own = /\/api\/(?:PersonalAccount\/Get|PersonalAccount\/GetAccounts|Identity\/GetUser)$/;
const broken = {
  status: 500,
  json: { success: false, data: null, error: { code: 'InternalError', message: 'Ошибка' } },
};
const troubles = [
  ['answered with a 5xx', (route: Route) => route.fulfill(broken), 'На сервере ошибка'],
  ['not answered', (route: Route) => route.abort(), 'Нет связи с сервером'],
] as const;

const hasToken = (page: Page) => page.evaluate(() => localStorage.getItem('token') !== null);

/** Opens a view by a click on its link in the menu of the header. */
async function choose(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await page.getByRole('navigation', { name: 'Моё меню' }).getByRole('link', { name, exact: true }).click();
}

for (const [how, trouble, words] of troubles) {
  test(`a navigation whose call about the user is ${how} is cancelled: the view stays, with what was typed`, {
    tag: '@desktop',
  }, async ({ page, request }) => {
    const notice = page.getByRole('alert').filter({ hasText: words });
    const message = page.getByLabel('Сообщение');
    await enter(page, await registered(request), '/dilnoza');
    await expect(menu(page)).toBeVisible();
    await message.fill('Держись');
    await page.route(own, trouble);
    for (const leave of [
      () => choose(page, 'Кабинет'),
      () => page.getByRole('banner').getByRole('link', { name: 'Опора' }).click(),
    ]) {
      await leave();
      await expect(notice).toBeVisible();
      await expect(page).toHaveURL('/dilnoza');
      await expect(message).toHaveValue('Держись');
      expect(await hasToken(page)).toBe(true);
      await press(page, 'Повторить');
      await expect(notice).toBeVisible();
      await expectAccessible(page, '[role="alert"]');
      await notice.getByRole('button', { name: 'Закрыть' }).click();
      await expect(notice).toBeHidden();
    }
    await choose(page, 'Кабинет');
    await expect(notice).toBeVisible();
    await page.unroute(own);
    await press(page, 'Повторить');
    await expect(page).toHaveURL('/profile');
    await expect(notice).toBeHidden();
  });

  test(`a way back whose call about the user is ${how} is cancelled, and the history stays`, {
    tag: '@desktop',
  }, async ({ page, request }) => {
    const notice = page.getByRole('alert').filter({ hasText: words });
    await enter(page, await registered(request), '/profile');
    await expect(menu(page)).toBeVisible();
    await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Мерч' }).click();
    await expect(page).toHaveURL('/market');
    await page.route(own, trouble);
    await page.goBack();
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL('/market');
    await expect(page.getByRole('heading', { level: 1, name: 'Мерч' })).toBeVisible();
    await page.unroute(own);
    await press(page, 'Повторить');
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Мерч' })).toBeHidden();
    await page.goForward();
    await expect(page).toHaveURL('/market');
  });

  test(`a page that is opened anew shows a failure that is ${how}, and keeps the session`, { tag: '@desktop' }, async ({
    page,
    request,
  }) => {
    const person = await registered(request);
    await page.route(own, trouble);
    await enter(page, person, '/profile');
    const again = page.getByRole('link', { name: 'Попробовать ещё раз' });
    await expect(again).toBeVisible();
    expect(await hasToken(page)).toBe(true);
    // Home is public: it is shown, and says so.
    await page.goto('/');
    await expect(page.getByRole('alert').filter({ hasText: 'Ваши данные не загрузились' })).toContainText(words);
    await page.unroute(own);
    await press(page, 'Повторить');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(menu(page)).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('link', { name: 'Безопасность' }).first()).toBeVisible();
  });
}

test('a navigation whose refresh is answered with a 5xx is cancelled, and goes on once it is answered', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await enter(page, await registered(request), '/market');
  await expect(menu(page)).toBeVisible();
  await page.route('**/api/Identity/RefreshToken', (route) => route.fulfill(broken));
  await page.evaluate(() => {
    const [head = '', payload = '', signature = ''] = (localStorage.getItem('token') ?? '').split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const old = btoa(JSON.stringify({ ...claims, iat: claims.iat - 3600, exp: claims.exp - 3600 }));
    localStorage.setItem('token', [head, old.replaceAll('+', '-').replaceAll('/', '_'), signature].join('.'));
  });
  await choose(page, 'Мои заказы');
  const notice = page.getByRole('alert').filter({ hasText: 'На сервере ошибка' });
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL('/market');
  expect(await hasToken(page)).toBe(true);
  await page.unroute('**/api/Identity/RefreshToken');
  await press(page, 'Повторить');
  await expect(page).toHaveURL('/orders');
});

test('a user whom the server refuses is a guest who stays on the public view', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  await enter(page, await registered(request), '/market');
  await expect(menu(page)).toBeVisible();
  const refused = { status: 403, json: { ...broken.json, error: { code: 'Forbidden', message: 'Нельзя' } } };
  await page.route('**/api/PersonalAccount/Get', (route) => route.fulfill(refused));
  await choose(page, 'Кабинет');
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/market');
  expect(await hasToken(page)).toBe(false);
});
