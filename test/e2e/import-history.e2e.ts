import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { historyFiles } from '#test/support/money/history-files.ts';

// The refused file.
test.use({ expectedTroubles: [/status of 400/] });

test('a creator brings the history of another service, shows it on the page and takes it back', async ({ page }) => {
  const { creator } = await openCabinet(page, '/profile/tools');
  await page.getByRole('link', { name: 'Перенести историю' }).click();
  await expect(page.getByText('Пока ничего не перенесено')).toBeVisible();
  await expectAccessible(page, 'main');

  const check = page.getByRole('button', { name: 'Проверить файл' });
  await expect(check).toBeDisabled();
  const file = page.getByLabel('Файл с донатами');
  await file.setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') });
  await expect(page.getByText('wrong.csv')).toBeVisible();
  await check.click();
  await expect(file).toHaveAccessibleDescription(/В файле нет столбцов с суммой и датой/);
  const money = page.getByLabel('Валюта, если в файле её нет');
  await money.fill('1');
  await check.click();
  await expect(money).toHaveAttribute('aria-invalid', 'true');
  await money.fill('');

  const buffer = Buffer.from(`${historyFiles.donationAlerts}\r\n104;Вор;;=1+1;RUB;2024-05-08`);
  await file.setInputFiles({ name: 'donations.csv', mimeType: 'text/csv', buffer });
  await check.click();
  await expect(page.getByText('3 новых доната')).toBeVisible();
  await expect(page.getByText('500 RUB')).toHaveCount(2);
  await page.getByText('Пропустим строк: 1').click();
  await expect(page.getByText('Строка 6: непонятная сумма')).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Перенести', exact: true }).click();
  await expect(page.getByText('Готово: добавлено 3 доната')).toBeVisible();
  const files = page.getByRole('region', { name: 'Перенесённые файлы' });
  await expect(files.getByRole('listitem')).toContainText('donations.csv');
  await expect(page.getByRole('region', { name: 'История' }).getByRole('listitem')).toHaveCount(3);

  const shown = files.getByRole('switch', { name: /Показывать на моей странице/ });
  await expect(shown).not.toBeChecked();
  await shown.click();
  await expect(shown).toBeChecked();
  await expectAccessible(page, 'main');
  await page.goto(`/${creator.userName}`);
  const latest = page.getByRole('region', { name: 'Последние донаты' });
  await expect(latest.getByRole('listitem')).toHaveCount(3);
  await expect(latest.getByRole('listitem').filter({ hasText: 'Анна' })).toContainText('DonationAlerts');
  await expect(latest).toContainText('500 RUB');
  await expect(page.getByRole('region', { name: 'Топ поддержки' })).toContainText('Борис');
  await noHorizontalScroll(page);

  await page.goBack();
  await files.getByRole('button', { name: 'Удалить перенесённое из файла donations.csv' }).click();
  await page.getByRole('button', { name: 'Удалить донаты' }).click();
  await expect(page.getByText('Пока ничего не перенесено')).toBeVisible();
});
