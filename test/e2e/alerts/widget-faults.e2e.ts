import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';

// The call that refuses the number.
test.use({ expectedTroubles: [/status of 400 .*Widget\/Settings/] });

test('a wrong number of the widgets is named where it stands, until it is corrected', async ({ page }) => {
  await openCabinet(page, '/profile/widgets');
  await page.getByRole('switch', { name: /^Собираю на цель/ }).click();
  await page.getByLabel('На что').fill('Камера');
  const sum = page.getByRole('textbox', { name: 'Сколько нужно' });
  await sum.fill('абв');
  await page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false }).click();
  await expect(sum).toHaveAccessibleDescription(/Нужно число/);
  await page.getByLabel('На что').fill('Камера и свет');
  await expect(sum).toHaveAccessibleDescription(/Нужно число/);
  await sum.fill('12 000 000');
  await expect(sum).not.toHaveAccessibleDescription(/Нужно число/);
  await page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false }).click();
  await expect(page.getByText(/^Сохранено/)).toBeVisible();
});
