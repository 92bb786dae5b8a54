import type { Page } from '@playwright/test';
import { openCabinet, openSections } from '#test/e2e/support/cabinet.ts';
import {
  expect,
  expectAccessible,
  expectLoaded,
  expectUncovered,
  noHorizontalScroll,
  test,
} from '#test/e2e/support/fixtures.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

const sectionNames = [
  'Обзор',
  'Страница',
  'Оповещения',
  'Очередь',
  'Виджеты',
  'Голосования',
  'Рубежи',
  'Награды',
  'Розыгрыши',
  'Донатон',
  'Стрим вместе',
  'Статистика',
  'Донаты',
  'Подписчики',
  'Баланс',
  'Уведомления',
  'Инструменты',
  'Безопасность',
];

/** The places at the thumb of a phone. */
const atThumb = ['Обзор', 'Донаты', 'Оповещения', 'Страница'];

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Разделы профиля' });

test('the menu of the cabinet leads to every section and names the current one', async ({ page, isMobile }) => {
  await openCabinet(page, '/profile');
  const menu = menuOf(page);
  const current = menu.locator('[aria-current]').filter({ visible: true });
  const inSheet = sectionNames.filter((name) => !atThumb.includes(name));
  for (const name of [...sectionNames].reverse()) {
    await openSections(page);
    await expect(menu.getByRole('link')).toHaveText(isMobile ? [...atThumb, ...inSheet] : sectionNames);
    await menu.getByRole('link', { name }).click();
    await expect(current).toHaveText(isMobile && inSheet.includes(name) ? `Ещё (${name})` : name);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
  await noHorizontalScroll(page);
});

test('on a phone the menu works by keyboard and moves nothing when it opens @desktop', { tag: '@verdict' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCabinet(page, '/profile/balance');
  const button = page.getByRole('button', { name: 'Ещё (Баланс)' });
  const heading = page.getByRole('heading', { level: 1, name: 'Баланс' });
  const before = await heading.boundingBox();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Очередь', exact: true })).toBeFocused();
  await expectAccessible(page);
  expect(await heading.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(page.getByRole('link', { name: 'Очередь', exact: true })).toBeHidden();
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: /На стриме/ }).click();
  await page.keyboard.press('Escape');
  await expect(button.getByRole('img', { name: 'Личное скрыто' })).toBeVisible();
});

for (const width of [320, 390]) {
  test(`at ${width} px the title comes first and the bar at the thumb covers nothing @desktop`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await openCabinet(page, '/profile');
    for (const name of atThumb) {
      await menuOf(page).getByRole('link', { name }).click();
      await expect(menuOf(page).locator('[aria-current]').filter({ visible: true })).toHaveText(name);
      await expectLoaded(page);
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect((title?.y ?? 0) + (title?.height ?? 0), `the end of the title of ${name}`).toBeLessThanOrEqual(130);
      await noHorizontalScroll(page);
    }
    const surName = page.getByLabel('Фамилия');
    await surName.fill('Каримова');
    const save = page.getByRole('button', { name: 'Сохранить', exact: true });
    await expectUncovered(save);
    // A field under both bars comes out of them when it gets the focus.
    await surName.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight));
    await page.getByLabel('Имя', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(surName).toBeFocused();
    await expectUncovered(surName);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectUncovered(page.getByRole('contentinfo').getByRole('button').last());
  });
}

test('staff on a phone reach every section from the menu @desktop', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/audit');
  await page.getByRole('button', { name: 'Разделы управления: Журнал' }).click();
  const links = page.getByRole('navigation', { name: 'Разделы управления' }).getByRole('link');
  await expect(links).toHaveCount(17);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  await links.filter({ hasText: 'Сайт' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Сайт' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Разделы управления: Сайт' })).toBeVisible();
});
