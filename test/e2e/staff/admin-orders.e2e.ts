import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, registered } from '#test/e2e/support/people.ts';
import { newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of (404 .*favicon|400 .*Order\/Refund)/] });

/** Creates a paid order of a new user over the API and returns its number. */
async function paidOrder(request: APIRequestContext, productId: string, recipientName: string): Promise<string> {
  const { token } = await registered(request);
  const headers = { authorization: `Bearer ${token}` };
  const items = [{ productId, quantity: 2 }];
  const address = 'Ташкент, улица Навои, 12';
  const basket = await dataOf(await request.post('/api/Order/CreateOrder', { headers, data: { items, address } }));
  const { orderId, total } = basket;
  const data = { orderId, recipientName, recipientPhone: '998901112233', expectedTotal: total };
  const { paymentUrl } = await dataOf(await request.post('/api/Order/CreateOrderPayment', { headers, data }));
  const card = { pan: '8600000000000205', expiry: '1230' };
  await request.patch(String(paymentUrl), { data: { card, payment_system: 'uzcard' } });
  const ask = async () => dataOf(await request.get(`/api/Order/Order?orderId=${String(orderId)}`, { headers }));
  await expect.poll(async () => (await ask()).statusName).toBe('Paid');
  return String((await ask()).number);
}

test('the staff finds orders, moves them on together and one by one, prints, saves and gives money back', {
  tag: '@verdict',
}, async ({ page }) => {
  const shop = await openShop(page.request);
  const { id } = await shop.product({ name: `Худи ${newSign()}`, price: 120_000 });
  const recipient = `Малика ${newSign()}`;
  const first = await paidOrder(page.request, id, recipient);
  const second = await paidOrder(page.request, id, recipient);
  await enterAsStaff(page, 'moderator');

  await page.goto('/admin/orders');
  await page.getByRole('searchbox', { name: 'Номер, телефон или имя' }).fill(recipient);
  await expect(page.getByText('2 заказа', { exact: true })).toBeVisible();
  await expectAccessible(page, 'main');
  for (const number of [first, second]) await page.getByRole('checkbox', { name: `Выбрать заказ ${number}` }).check();
  await expect(page.getByText('Выбрано 2 заказа')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Передать в доставку' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Начать сборку' }).click();
  await expect(page.getByText('Переведено заказов: 2.')).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.split('\r\n').filter((line) => line.includes(recipient))).toHaveLength(2);
  expect(text).toContain(`"№ ${first}";"Собирается";`);

  await page.getByRole('link', { name: 'Доска' }).click();
  await page.getByRole('button', { name: `Заказ ${first}: Передать в доставку` }).click();
  const sent = page.getByRole('region', { name: 'В пути' });
  await expect(sent.getByRole('link', { name: first })).toBeVisible();
  await expectAccessible(page, 'main');

  await sent.getByRole('link', { name: first }).click();
  await expect(page.getByRole('heading', { name: `Заказ № ${first}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отметить получение' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отдать на выдачу' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Оплата' })).toContainText('Платёжный шлюз');
  await expectAccessible(page, 'main');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Лист сборки, заказ № ${first}`)).toBeVisible();
  await expect(page.getByText('История')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Вернуть часть товаров' }).click();
  const pieces = page.getByRole('group', { name: 'За что вернуть деньги' });
  await pieces.getByRole('button', { name: 'Вернуть деньги' }).click();
  await expect(pieces.getByRole('alert').filter({ hasText: 'Отметьте хотя бы один товар' })).toBeVisible();
  await expect(pieces.getByRole('checkbox', { name: /Худи/ })).toBeFocused();
  await pieces.getByRole('checkbox', { name: /Худи/ }).check();
  await page.getByRole('button', { name: 'Меньше' }).click();
  await page.getByRole('button', { name: /^Вернуть 120 000/ }).click();
  await expect(pieces.getByLabel('Причина')).toBeFocused();
  await expect(pieces.getByLabel('Причина')).toHaveAccessibleDescription(/Напишите причину/);
  await pieces.getByLabel('Причина').fill('Брак на рукаве');
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: /^Вернуть 120 000/ }).click();
  const question = page.getByRole('dialog', { name: /Вернуть 120 000/ });
  await question.getByRole('button', { name: 'Вернуть деньги' }).click();
  const refunds = page.getByRole('region', { name: 'Возвраты' });
  await expect(refunds).toContainText(/Деньги возвращены.*120\s000.*1 × Худи.*Брак на рукаве/);
  await expectAccessible(page, 'main');

  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Вернуть деньги' });
  await expect(dialog.getByRole('heading', { name: /120 000/ })).toBeVisible();
  const reason = dialog.getByLabel('Причина, её увидит покупатель');
  await confirm.click();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/Напишите причину/);
  await reason.fill('Пришло не то');
  await confirm.click();
  await expect(page.getByText('Этот заказ завершён')).toBeVisible();
  await expect(page.getByText('Пришло не то')).toBeVisible();
});

/** From now on the staff is shown orders whose refund has stopped. Returns what ends that. */
async function stopRefunds(page: Page): Promise<() => void> {
  const stopped = { isStopped: true };
  await page.route('**/api/Order/Order?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = Object.assign({ data: {} }, await response.json());
    const trouble = { isRefunding: true, isRefundStopped: true, paymentProblem: 'нет ответа о возврате' };
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...(stopped.isStopped && trouble) } } });
  });
  return () => (stopped.isStopped = false);
}

test('a refund that has stopped says so, and is asked for again', async ({ page, request }) => {
  const shop = await openShop(request);
  const { id } = await shop.product({ name: `Худи ${newSign()}`, price: 120_000 });
  const recipient = `Малика ${newSign()}`;
  const number = await paidOrder(request, id, recipient);
  await enterAsStaff(page, 'moderator');
  await page.goto(`/admin/orders?search=${number}`);
  const goOn = await stopRefunds(page);
  await page.getByRole('link', { name: number }).first().click();
  await expect(page.getByText('Возврат не прошёл: платёжная система отвечает')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Начать сборку' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Вернуть деньги' })).toHaveCount(0);
  await expectAccessible(page, 'main');
  await page.route('**/api/Order/RetryRefund', (route) => {
    goOn();
    return route.fulfill({ json: { success: true, data: {} } });
  });
  await page.getByRole('button', { name: 'Запросить возврат ещё раз' }).press('Enter');
  await expect(page.getByText('Возврат не прошёл: платёжная система отвечает')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Вернуть деньги' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
});
