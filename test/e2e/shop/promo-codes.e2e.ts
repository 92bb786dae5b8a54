import { sumPattern } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';
import { choosePoint, enterAsBuyer, newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

// The guard’s first request, the refused form, and the codes that are refused.
test.use({ expectedTroubles: [/status of (400|404|409)/] });

test('staff makes a promo code, a buyer pays less with it, and nobody can use it once it is switched off', async ({
  page,
  browser,
  request,
}) => {
  const sign = newSign().toUpperCase();
  const shop = await openShop(request);
  await shop.point(`Пункт ${sign}`);
  const thing = await shop.product({ name: `Кружка ${sign}`, price: 120_000 });
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/promo-codes');
  await page.getByRole('button', { name: 'Новый промокод' }).click();
  const form = page.getByRole('form', { name: 'Новый промокод' });
  await press(page, 'Создать');
  await expect(form.getByText('Заполните поле')).toHaveCount(2);
  await form.getByLabel('Промокод', { exact: true }).fill('я'.repeat(1_001));
  await form.getByLabel('Сколько раз всего').fill('9'.repeat(19));
  await form.getByLabel('По какой день', { exact: true }).fill('31.02.2027');
  await press(page, 'Создать');
  await expect(form.getByLabel('Промокод')).toHaveAccessibleDescription(/^Максимальная длинна/);
  await expect(form.getByLabel('Процент, до 90')).toHaveAccessibleDescription('Заполните поле');
  await expect(form.getByLabel('Сколько раз всего')).toHaveAccessibleDescription(/^Значение не должно превышать/);
  await expect(form.getByLabel('По какой день', { exact: true })).toHaveAccessibleDescription('Такого дня нет');
  await form.getByLabel('Промокод').fill(`${sign}-25`);
  await form.getByLabel('Процент, до 90').fill('25');
  await form.getByLabel('Сколько раз всего').fill('');
  // Without its last day the code would never end.
  await press(page, 'Создать');
  await expect(form.getByLabel('По какой день', { exact: true })).toBeFocused();
  await expect(form.getByLabel('По какой день', { exact: true })).toHaveAccessibleDescription('Такого дня нет');
  await form.getByLabel('По какой день', { exact: true }).fill('');
  await form.getByLabel('Процент, до 90').fill('95');
  await press(page, 'Создать');
  await expect(form.getByText('Значение не должно превышать 90')).toBeVisible();
  await form.getByLabel('Процент, до 90').fill('25');
  await expectAccessible(page, 'main');
  await press(page, 'Создать');
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: `${sign}-25` });
  await expect(row).toContainText('25');
  await expectAccessible(page, 'main');

  const context = await browser.newContext();
  const buyer = await context.newPage();
  await enterAsBuyer(buyer, [thing]);
  await choosePoint(buyer, `Пункт ${sign}`);
  const code = buyer.getByLabel('Если он у вас есть');
  await code.fill('ТАКОГО-НЕТ');
  await press(buyer, 'Применить');
  await expect(buyer.getByText('Такого промокода нет. Проверьте, как он написан')).toBeVisible();
  await code.fill(`${sign}-25`.toLowerCase());
  await code.press('Enter');
  await expect(buyer.getByText('Скидка:')).toContainText(sumPattern(30_000));
  await buyer.reload();
  await expect(buyer.getByText('Скидка:')).toContainText(sumPattern(30_000));
  await expect(buyer.locator('aside')).toContainText(sumPattern(90_000));
  await expectAccessible(buyer, 'main');
  await buyer.getByLabel('Имя и фамилия').fill('Дарья Ким');
  await press(buyer, 'Перейти к оплате');
  await expect(buyer).toHaveURL(/\/order\//);
  await expect(buyer.getByRole('main')).toContainText(sumPattern(90_000));
  await expect(buyer.getByRole('main')).toContainText(`Скидка с промокодом ${sign}-25`);
  await expectAccessible(buyer, 'main');

  const late = await context.newPage();
  await enterAsBuyer(late, [thing]);
  await late.getByLabel('Если он у вас есть').fill(`${sign}-25`);
  await press(late, 'Применить');
  await expect(late.getByText('Скидка:')).toBeVisible();
  await choosePoint(late, `Пункт ${sign}`);
  await late.getByLabel('Имя и фамилия').fill('Дарья Ким');
  await page.reload();
  await expect(row).toContainText('1');
  await row.getByRole('checkbox').or(row.getByRole('switch')).click();
  await expect(row.getByRole('checkbox').or(row.getByRole('switch'))).not.toBeChecked();
  await press(late, 'Перейти к оплате');
  await expect(late.getByRole('alert').filter({ hasText: 'Такого промокода нет' })).toBeVisible();
  await expect(late.locator('aside')).toContainText(sumPattern(120_000));
  await late.getByRole('button', { name: 'Оплатить без него' }).click();
  await expect(late).toHaveURL(/\/order\//);
  await expect(late.getByRole('main')).toContainText(sumPattern(120_000));
  await context.close();
});
