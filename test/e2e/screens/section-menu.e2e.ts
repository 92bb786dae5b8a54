import { openCabinet, openSections } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

const sectionNames = [
  'Обзор',
  'Страница',
  'Оповещения',
  'Очередь',
  'Виджеты',
  'Статистика',
  'Донаты',
  'Подписчики',
  'Баланс',
  'Уведомления',
  'Инструменты',
  'Безопасность',
];

test('the menu of the cabinet leads to every section and names the current one', async ({ page }) => {
  await openCabinet(page, '/profile');
  const menu = page.getByRole('navigation', { name: 'Разделы профиля' });
  for (const name of [...sectionNames].reverse()) {
    await openSections(page);
    await expect(menu.getByRole('link')).toHaveText(sectionNames);
    await menu.getByRole('link', { name }).click();
    await expect(menu.getByText(name).filter({ visible: true })).toBeInViewport({ ratio: 1 });
    await expect(menu.locator('[aria-current="page"]')).toHaveText(name);
  }
  await noHorizontalScroll(page);
});

test('on a phone the menu works by keyboard and moves nothing when it opens @desktop', { tag: '@verdict' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCabinet(page, '/profile/donations');
  const button = page.getByRole('button', { name: 'Разделы профиля: Донаты' });
  const heading = page.getByRole('heading', { level: 1, name: 'Донаты' });
  const before = await heading.boundingBox();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Обзор', exact: true })).toBeFocused();
  await expectAccessible(page);
  expect(await heading.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(page.getByRole('link', { name: 'Обзор', exact: true })).toBeHidden();
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: /На стриме/ }).click();
  await page.keyboard.press('Escape');
  await expect(button.getByRole('img', { name: 'Личное скрыто' })).toBeVisible();
});

test('staff on a phone reach every section from the menu @desktop', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/audit');
  await page.getByRole('button', { name: 'Разделы управления: Журнал' }).click();
  const links = page.getByRole('navigation', { name: 'Разделы управления' }).getByRole('link');
  await expect(links).toHaveCount(15);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  await links.filter({ hasText: 'Сайт' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Сайт' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Разделы управления: Сайт' })).toBeVisible();
});
