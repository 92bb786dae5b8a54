import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 400/] });

async function compare(page: Page, ...lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(['id,amount,state,time', ...lines].join('\n'));
  await page.getByLabel('Файл выписки').setInputFiles({ name: 'payme.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Сверить');
}

/** What the header covers in part would be too small for a finger. */
const toTop = (page: Page) => page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));

test('an admin compares a saved list of a payment system, after its fault is shown at the file', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/reconciliation');
  await expect(page.getByRole('heading', { name: 'Сверка', exact: true })).toBeVisible();
  await page.getByLabel('Система').selectOption('Click');
  await compare(page, '1,1 000,paid,2020-01-01T10:00:00+05:00');
  await expect(page.getByText('Строка 2: amount — сумма, как 15000 или 15000.50')).toBeVisible();
  await toTop(page);
  await expectAccessible(page);
  await compare(page, 'stranger,5000.50,paid,2020-01-01T10:00:00+05:00', 'other,1,unpaid,2020-01-02T10:00:00+05:00');
  await expect(page.getByText('Строка 2: amount — сумма, как 15000 или 15000.50')).toBeHidden();
  const row = page.getByRole('row', { name: /Нет у нас/ });
  await expect(row).toContainText('stranger');
  await expect(row).toContainText(/оплачен 5\s000,50\sсум/);
  await expect(row).toContainText('верните деньги там');
  // The nights above have theirs.
  const saved = page.getByRole('region', { name: 'Список из кабинета системы' });
  await expect(saved.getByText('Расхождений: 1')).toBeVisible();
  await toTop(page);
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveCSS('font-size', '16px');
  await expectAccessible(page);
});
