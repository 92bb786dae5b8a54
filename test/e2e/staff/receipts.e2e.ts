import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { enter, press, registered } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 400|status of 404 .*Receipt\/(Registered|Waived)/] });

/** Another one each time: what is stored already could not be saved. */
const code = `1030500${randomInt(10 ** 9, 10 ** 10)}`;
const goodList = ['Код;Название;Упаковка;Единица;НДС', `${code};Футболка хлопковая;1501;796;12`].join('\n');

async function choose(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.getByLabel('Файл со списком').setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Загрузить список');
}

test('the codes of receipts: an uploaded list, defaults found in it, and a product with its own @desktop', async ({
  page,
  newWindow,
}) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/receipts');
  await expect(page.getByRole('heading', { name: 'Чеки', exact: true })).toBeVisible();
  await choose(page, `${goodList}\n1030500800200000;Носки;1501;796;12\n${code};Ещё раз;1501;796;12`);
  await expect(page.getByText('Строка 3: ИКПУ состоит из 17 цифр')).toBeVisible();
  await expect(page.getByText('Строка 4: То же, что в строке 2')).toBeVisible();
  await choose(page, goodList);
  await expect(page.getByText('Список загружен')).toBeVisible();
  await expect(page.getByText(/1 код · загружен .* codes\.csv/)).toBeVisible();

  await expect(page.getByText(/Где код не указан и здесь.* PAYME_ITEM_CODE/)).toBeVisible();
  const donations = page.getByLabel('Донаты: код (ИКПУ)');
  await donations.fill('123');
  await donations.press('Enter');
  await expect(page.getByText('ИКПУ состоит из 17 цифр').first()).toBeVisible();
  await expect(donations).toHaveRole('combobox');
  await expect(donations).toHaveAttribute('aria-expanded', 'false');
  await donations.fill('хлопк');
  const option = page.getByRole('option', { name: /Футболка хлопковая/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(donations).toHaveAttribute('aria-expanded', 'true');
  await expect(donations).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  const list = page.getByRole('listbox', { name: 'Найденные коды' });
  await expect(donations).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '');
  await expectAccessible(page);
  await donations.press('Escape');
  await expect(list).toBeHidden();
  await expect(donations).toHaveAttribute('aria-expanded', 'false');
  await donations.fill('хлопков');
  await expect(option).toBeVisible();
  await donations.press('ArrowDown');
  await expect(donations).toBeFocused();
  await donations.press('Enter');
  await expect(donations).toHaveValue(code);
  const defaults = page.getByRole('region', { name: 'Коды по умолчанию' });
  await defaults.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText('Сохранено: с этими кодами будут новые чеки')).toBeVisible();
  await page.reload();
  await expect(donations).toHaveValue(code);
  await expectAccessible(page);

  await page.goto('/admin/products');
  await page.getByRole('table').getByRole('link').first().click();
  const own = page.getByLabel('Код товара (ИКПУ)');
  await own.fill('футболка');
  await page.getByRole('option', { name: /Футболка хлопковая/ }).click();
  await expect(page.getByLabel('НДС, %')).toHaveValue('12');
  await press(page, 'Сохранить');
  await expect(page.getByText('Сохранено, покупатели уже видят')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/products');
  await expect(page.getByText(`ИКПУ ${code}`).first()).toBeVisible();

  const moderator = await newWindow();
  await enterAsStaff(moderator, 'moderator');
  await moderator.goto('/admin/receipts');
  await expect(moderator.getByRole('region', { name: 'Платежи без чека' })).toContainText('Все чеки на месте');
  await expect(moderator.getByText('Коды по умолчанию')).toBeHidden();
});

test('an admin writes down a receipt that was found elsewhere @desktop', async ({ page }) => {
  // A receipt is missed only hours after the payment.
  const paymentId = randomUUID();
  const missing = { paymentId, kind: 'Paid', paidFor: 'donation', reference: randomUUID(), system: 'payme' };
  const item = { ...missing, amount: 50_000, isNamed: true, since: '2026-11-25T10:00:00.000Z' };
  let items = [item];
  await page.route('**/api/Receipt/Missing*', (route) =>
    route.fulfill({ json: { success: true, data: { items, count: items.length, hours: 24, next: null } } }),
  );
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/receipts');
  await press(page, 'Указать чек');
  const sign = page.getByLabel('Фискальный признак');
  await sign.fill('не цифры');
  await press(page, 'Сохранить чек');
  await expect(page.getByText('Фискальный признак — от 1 до 20 цифр')).toBeVisible();
  await expect(sign).toHaveValue('не цифры');
  await sign.fill('123456789');
  await page.getByLabel('Ссылка из QR-кода, если есть').fill('javascript:alert(1)');
  await press(page, 'Сохранить чек');
  await expect(page.getByLabel('Ссылка из QR-кода, если есть')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Ссылка из QR-кода, если есть').fill('');
  await expectAccessible(page);

  await press(page, 'Сохранить чек');
  await expect(page.getByText('Такого платежа нет')).toBeVisible();
  await expect(sign).toHaveValue('123456789');

  let sent: unknown;
  await page.route('**/api/Receipt/Registered', async (route) => {
    sent = route.request().postDataJSON();
    items = [];
    await route.fulfill({ json: { success: true, data: {} } });
  });
  await press(page, 'Сохранить чек');
  await expect(page.getByText('Все чеки на месте')).toBeVisible();
  expect(sent).toEqual({ paymentId, kind: 'Paid', sign: '123456789', qrUrl: null });
});

test('an admin decides that a receipt will not come, and the staff read why beside the payment', async ({ page }) => {
  const paymentId = randomUUID();
  const missing = { paymentId, kind: 'Paid', paidFor: 'donation', reference: randomUUID(), system: 'payme-card' };
  let items = [{ ...missing, amount: 50_000, isNamed: true, since: '2026-11-25T10:00:00.000Z' }];
  await page.route('**/api/Receipt/Missing*', (route) =>
    route.fulfill({ json: { success: true, data: { items, count: items.length, hours: 24, next: null } } }),
  );
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/receipts');
  await press(page, 'Чека не будет');
  const dialog = page.getByRole('dialog', { name: 'Не ждать чека' });
  await dialog.getByRole('button', { name: 'Чека не будет' }).click();
  await expect(dialog).toContainText('Напишите причину');
  await expectAccessible(page);
  const reason = 'Пробный платёж, в кабинете он отменён';
  await dialog.getByLabel('Причина').fill(reason);
  await dialog.getByRole('button', { name: 'Чека не будет' }).click();
  await expect(dialog).toContainText('Такого платежа нет');

  let sent: unknown;
  await page.route('**/api/Receipt/Waived', async (route) => {
    sent = route.request().postDataJSON();
    items = [];
    await route.fulfill({ json: { success: true, data: {} } });
  });
  await dialog.getByRole('button', { name: 'Чека не будет' }).click();
  await expect(page.getByText('Все чеки на месте')).toBeVisible();
  expect(sent).toEqual({ paymentId, kind: 'Paid', reason });

  await page.route('**/api/Moderator/Payments*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const [first, ...others] = data.items;
    const waived = [{ kind: 'Paid', reason }];
    await route.fulfill({ json: { ...rest, data: { ...data, items: [{ ...first, waived }, ...others] } } });
  });
  await page.goto('/admin/payments');
  await expect(page.getByText(`Чека не будет: ${reason}`)).toBeVisible();
  await press(page, 'Указать чек');
  await page.getByLabel('Фискальный признак').fill('12x');
  await press(page, 'Сохранить чек');
  await expect(page.getByText('Фискальный признак — от 1 до 20 цифр')).toBeVisible();
  await expectAccessible(page);
});

test('a creator writes the own tax number, and sees only its end afterwards', async ({ page, request }) => {
  await enter(page, await registered(request), '/profile/balance');
  const number = page.getByLabel('ИНН или ПИНФЛ');
  await number.fill('12345');
  await press(page, 'Сохранить номер');
  await expect(page.getByText('Нужно 9 цифр ИНН или 14 цифр ПИНФЛ')).toBeVisible();
  await number.fill('30112900550017');
  await press(page, 'Сохранить номер');
  await expect(page.getByText('Номер сохранён')).toBeVisible();
  await expect(page.getByText('•••• 0017')).toBeVisible();
  await expect(page.getByText('30112900550017')).toBeHidden();
  await expectAccessible(page);
});
