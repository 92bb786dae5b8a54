import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { press, searchByKey } from '#test/e2e/support/people.ts';
import { enterAsBuyer, newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

// The browser’s messages about missing tiles, the guard’s first request and an invalid phone.
test.use({ expectedTroubles: [/tile\.openstreetmap\.org|status of 404|status of 400 .*PickUp/] });

const samarkand = { latitude: 39.6542, longitude: 66.9597 };

/** Blocks all other hosts; returns the list of requested files of the map, which grows. */
async function withoutNetwork(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:/, (route) => route.abort());
  page.on('request', (request) => {
    if (/built-in-map|maplibre/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

const map = (page: Page, name: string) => page.getByRole('region', { name });
const points = (page: Page) => page.getByRole('radiogroup', { name: 'Пункт выдачи' });

/** The classes of the elements of the page that scroll on their own. */
const scrolled = () =>
  [...document.querySelectorAll('main *')]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map((one) => one.className);

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a moderator adds a pickup point, places it, closes and opens it, and deletes it', { tag: '@verdict' }, async ({
  page,
}) => {
  const name = `Пункт ${newSign()}`;
  const asked = await withoutNetwork(page);
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/locations');
  await expect(row(page, 'Опора на Чорсу')).toBeVisible();
  expect(asked, 'no file of the map before it is opened').toEqual([]);
  await press(page, 'Показать карту');
  await expect(page).toHaveURL(/map=1/);
  await expect(map(page, 'Карта пунктов выдачи')).toHaveAttribute('data-status', 'loaded');
  expect(asked.length).toBeGreaterThan(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Добавить пункт' }).click();
  await press(page, 'Добавить пункт');
  await expect(page.getByLabel('Название')).toBeFocused();
  await expect(page.getByText('Заполните поле')).toHaveCount(3);
  await page.getByLabel('Название').fill(name);
  await page.getByRole('combobox', { name: 'Адрес' }).fill('самарканд рудаки 7');
  const suggestions = page.getByRole('listbox', { name: 'Подсказки адреса' });
  await expect(suggestions.getByRole('option').first()).toContainText('улица Рудаки, 7');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Адрес' })).toHaveValue(
    'Самаркандская область, Самарканд, улица Рудаки, 7',
  );
  await expect(page.getByLabel('Регион')).toHaveValue('9');
  await expect(page.getByLabel('Широта')).toHaveValue('39.668');
  await page.getByLabel('Телефон').fill('звоните');
  await press(page, 'Добавить пункт');
  await expect(page.getByText('Введите номер телефона цифрами')).toBeVisible();
  await expect(page.getByLabel('Телефон')).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Все пункты выдачи' }).click();
  await press(page, 'Остаться');
  await page.getByLabel('Телефон').fill('+998 66 200-10-09');
  await expect(map(page, 'Место пункта на карте')).toHaveAttribute('data-status', 'loaded');
  const canvas = map(page, 'Место пункта на карте').locator('canvas');
  await canvas.click({ position: { x: 60, y: 60 } });
  await expect(page.getByLabel('Широта')).not.toHaveValue('39.668');
  await press(page, 'Добавить пункт');
  await expect(page).toHaveURL('/admin/locations');

  await searchByKey(page, page.getByRole('searchbox'));
  await page.keyboard.type(name);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('switch')).toHaveCount(1);
  await row(page, name).getByRole('switch').click();
  await expect(page.getByText('Открытых заказов сюда нет.')).toBeVisible();
  await press(page, 'Закрыть пункт');
  await press(page, 'Закрытые');
  await expect(row(page, name).getByRole('switch')).not.toBeChecked();
  await row(page, name).getByRole('switch').click();
  await expect(page.getByText('Ничего не нашлось')).toBeVisible();
  await page.goBack();
  await row(page, name).getByRole('link', { name }).click();
  await expect(page.getByLabel('Телефон')).toHaveValue('998662001009');
  await press(page, 'Удалить');
  await press(page, 'Удалить пункт');
  await expect(page).toHaveURL('/admin/locations');
  await expect(row(page, 'Опора на Чорсу')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test('a buyer finds the nearest point by keyboard alone; the map shows the same choice', async ({
  page,
  context,
  request,
}) => {
  const asked = await withoutNetwork(page);
  const shop = await openShop(request);
  const cup = await shop.product({ name: `Кружка ${newSign()}`, price: 40_000 });
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(samarkand);
  await enterAsBuyer(page, [cup]);

  await page.getByLabel('Найти пункт выдачи').fill('chorsu');
  await expect(points(page).getByRole('radio')).toHaveCount(1);
  await page.getByLabel('Найти пункт выдачи').fill('');
  await page.getByRole('button', { name: 'Сначала ближайшие' }).focus();
  await page.keyboard.press('Enter');
  await expect(points(page).getByRole('radio').first()).toHaveAccessibleName(/Самарканд.*м$/);
  await points(page).getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(points(page).getByRole('radio').nth(1)).toBeChecked();
  await expect(points(page).getByRole('radio').nth(1)).toHaveAccessibleName(/Самарканд/);
  expect(await page.evaluate(scrolled), 'a part of the page that scrolls on its own').toEqual([]);

  const hasRoom = (page.viewportSize()?.width ?? 0) >= 1200;
  if (!hasRoom) {
    expect(asked, 'no file of the map before it is opened').toEqual([]);
    await press(page, 'Показать на карте');
  }
  const stage = map(page, 'Карта пунктов выдачи');
  await expect(stage).toHaveAttribute('data-status', 'loaded');
  await expect(stage.locator('[data-chosen]')).toHaveCount(1);
  await page.getByLabel('Найти пункт выдачи').fill('термез');
  await stage.locator('[data-pin="point"]:not([data-chosen])').click();
  await expect(points(page).getByRole('radio', { name: /Термез/ })).toBeChecked();
  await expectAccessible(page);
});

test('a buyer sees that a point was closed meanwhile and can choose another one', async ({
  page,
  request,
  newWindow,
}) => {
  const shop = await openShop(request);
  const sign = newSign();
  const cup = await shop.product({ name: `Кружка ${sign}`, price: 40_000 });
  const id = await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [cup]);
  await page.getByLabel('Найти пункт выдачи').fill(sign);
  await points(page).getByRole('radio').check();
  await expect(points(page).getByRole('radio')).toBeChecked();
  await expect(async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const headers = { authorization: `Bearer ${token}` };
    const { data } = await (await request.get('/api/Order/GetUserBasket', { headers })).json();
    expect(data.pickupPointId).toBe(id);
  }).toPass();

  const staff = await newWindow();
  await enterAsStaff(staff, 'moderator');
  await staff.goto(`/admin/locations/point/${id}`);
  await press(staff, 'Удалить');
  await press(staff, 'Удалить пункт');
  await expect(staff.getByText('он не удалён, а закрыт')).toBeVisible();

  await page.reload();
  await expect(page.getByText(`Пункт «Пункт ${sign}» закрылся`)).toBeVisible();
  await page.getByLabel('Найти пункт выдачи').fill('Чорсу');
  await points(page).getByRole('radio').first().check();
  await expect(page.getByText(`Пункт «Пункт ${sign}» закрылся`)).toBeHidden();
});
