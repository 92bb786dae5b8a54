import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { fields } from '#test/e2e/support/people.ts';
import { newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 4\d\d/] });

/** Presses a button by keyboard, as the focus shows what comes of it. */
const enterOn = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

/** The words of the result have the focus. */
const expectSaid = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeFocused();

test('each refused login leads to the first field at fault', async ({ page }) => {
  await page.goto('/auth');
  for (let times = 0; times < 3; times += 1) {
    await enterOn(page, 'Войти');
    await expect(fields(page).phone).toBeFocused();
  }
  await fields(page).phone.fill('8 90 123 45 67');
  await expect(fields(page).phone).toHaveAccessibleDescription('Уберите 8 или 0 в начале: после +998 в номере 9 цифр');
  await fields(page).phone.fill('90 123 45 67');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Войти');
    await expect(fields(page).password).toBeFocused();
  }
  await fields(page).password.fill('не тот пароль');
  for (let times = 0; times < 2; times += 1) {
    const answer = page.waitForResponse('**/api/Identity/Token');
    await enterOn(page, 'Войти');
    await answer;
    await expect(fields(page).password).toBeFocused();
  }
});

test('settings of the site and a product say that they are saved @desktop', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/site');
  const telegram = page.getByLabel('Telegram, без @');
  await telegram.fill('https://t.me/opora');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Сохранить');
    await expect(telegram).toBeFocused();
    await expect(telegram).toHaveAccessibleDescription(/Имя латиницей, без @ и без ссылки/);
  }
  await telegram.fill(`opora_${String(Date.now())}`);
  await enterOn(page, 'Сохранить');
  await expectSaid(page, 'Сохранено');

  const shop = await openShop(page.request);
  const { id } = await shop.product({ name: `Чашка ${newSign()}`, price: 10_000, stock: 3 });
  await page.goto(`/admin/product/${id}`);
  const stock = page.getByLabel('Сколько штук есть');
  await stock.fill('2000000');
  for (let times = 0; times < 2; times += 1) {
    await enterOn(page, 'Сохранить');
    await expect(stock).toBeFocused();
    await expect(stock).toHaveAccessibleDescription(/не должно превышать 1\s000\s000/);
  }
  await stock.fill('7');
  await enterOn(page, 'Сохранить');
  await expectSaid(page, 'Сохранено');
});
