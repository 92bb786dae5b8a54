import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { enter, registered } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

// The map asks other sites for its tiles.
test.use({ expectedTroubles: [/ERR_FAILED .*tile/] });

/** Presses «Остаться» and types into a field at once, before anything else on the page can happen. */
async function stayAndType(page: Page, label: string, typed: string): Promise<void> {
  const stay = await page.getByRole('button', { name: 'Остаться' }).elementHandle();
  await page.getByLabel(label, { exact: true }).evaluate(
    (field, [button, text]) => {
      if (!(button instanceof HTMLElement && field instanceof HTMLInputElement)) throw new Error('not on the page');
      button.click();
      field.focus();
      field.select();
      document.execCommand('insertText', false, text);
    },
    [stay, typed] as const,
  );
}

test('what is typed right after «Остаться» is kept in the profile', { tag: '@desktop' }, async ({ page, request }) => {
  await enter(page, await registered(request), '/profile/edit');
  await page.getByLabel('Фамилия').fill('Каримова');
  await page.getByRole('link', { name: 'Обзор' }).click();
  await stayAndType(page, 'Фамилия', 'Рахимова');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Рахимова');
  await expect(page).toHaveURL('/profile/edit');
});

test('what is typed right after «Остаться» is kept in a pickup point', { tag: '@desktop' }, async ({ page }) => {
  await page.route(/^https:/, (route) => route.abort());
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/locations');
  await page.getByRole('link', { name: 'Добавить пункт' }).click();
  await page.getByLabel('Название', { exact: true }).fill('Пункт');
  await page.getByRole('link', { name: 'Все пункты выдачи' }).click();
  await stayAndType(page, 'Название', 'Другой пункт');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Название', { exact: true })).toHaveValue('Другой пункт');
});
