import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test('what a phone does not show of the list of orders takes no focus', { tag: '@desktop' }, async ({ page }) => {
  const all = page.getByRole('checkbox', { name: 'Выбрать все на странице' });
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/orders');
  await expect(all).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('checkbox', { name: /^Выбрать заказ/ }).first()).toBeVisible();
  await expect(all).toBeHidden();
  await expectAccessible(page, 'main');
});
