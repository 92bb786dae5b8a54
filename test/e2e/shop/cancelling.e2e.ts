import type { APIRequestContext } from '@playwright/test';
import { booksOf, newDonation, payButton, setFaults } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, registered } from '#test/e2e/support/people.ts';
import { choosePoint, enterAsBuyer, newSign, openShop, orderIdOf, placeOrder } from '#test/e2e/support/shop.ts';
import { enterAsStaff, staffTokens } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 409 .*\/api\/Order\//] });

async function stateOf(request: APIRequestContext, orderId: string): Promise<string> {
  const { token } = await staffTokens('moderator', request);
  const headers = { authorization: `Bearer ${token}` };
  const { statusName } = await dataOf(await request.get(`/api/Order/Order?orderId=${orderId}`, { headers }));
  return String(statusName);
}

/** An order that awaits its payment, placed without a window; answers its number. */
async function unpaidOrder(request: APIRequestContext, productId: string, recipientName: string): Promise<string> {
  const { token } = await registered(request);
  const headers = { authorization: `Bearer ${token}` };
  const items = [{ productId, quantity: 1 }];
  const address = 'Ташкент, улица Навои, 12';
  const basket = await dataOf(await request.post('/api/Order/CreateOrder', { headers, data: { items, address } }));
  const { orderId, total } = basket;
  const data = { orderId, recipientName, recipientPhone: '998901112233', expectedTotal: total };
  await dataOf(await request.post('/api/Order/CreateOrderPayment', { headers, data }));
  return String((await dataOf(await request.get(`/api/Order/Order?orderId=${String(orderId)}`, { headers }))).number);
}

test('an order is not cancelled while its payment is unknown: buyer and staff see it wait, then it ends', async ({
  page,
  newWindow,
  request,
  sandboxUrl,
}) => {
  const shop = await openShop(request);
  const sign = newSign();
  const { sum } = newDonation();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: sum, stock: 1 });
  await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [mug]);
  await choosePoint(page, `Пункт ${sign}`);
  await placeOrder(page, 'Дарья Ким');
  await expect(payButton(page)).toBeVisible();
  const orderId = orderIdOf(page);
  const payments = (await booksOf(request, sandboxUrl, { sum, name: '', message: '' })).map(({ id }) => id);
  expect(payments).toHaveLength(1);
  await setFaults(request, sandboxUrl, { mode: 'down', payments });
  try {
    await page.getByRole('button', { name: 'Отменить заказ' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отменить заказ' }).click();
    await expect(page.getByText('Заказ отменяется', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Заказ отменяется', { exact: true })).toBeVisible();
    for (const name of [/Оплатить/, 'Отменить заказ']) await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expectAccessible(page, 'main');

    const staff = await newWindow();
    await enterAsStaff(staff, 'moderator');
    await staff.goto(`/admin/order/${orderId}`);
    await expect(staff.getByText('Заказ отменяется: платёжная система ещё не ответила')).toBeVisible();
    await expect(staff.getByText('Отменяется', { exact: true })).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Отменить заказ' })).toHaveCount(0);
    await expectAccessible(staff, 'main');
    expect(await stateOf(request, orderId)).toBe('AwaitingPayment');
  } finally {
    await setFaults(request, sandboxUrl, {});
  }
  await expect(page.locator('[aria-current="step"]')).toContainText('Отменён', { timeout: 50_000 });
  await expect(page.getByText('Заказ отменяется', { exact: true })).toBeHidden();
});

test('of several orders that are cancelled together the staff sees which were, and why the others were not', {
  tag: ['@verdict', '@desktop'],
}, async ({ page, request, sandboxUrl }) => {
  const shop = await openShop(request);
  const recipient = `Малика ${newSign()}`;
  const sums = [newDonation().sum, newDonation().sum];
  const numbers: string[] = [];
  for (const price of sums) {
    const { id } = await shop.product({ name: `Худи ${newSign()}`, price });
    numbers.push(await unpaidOrder(request, id, recipient));
  }
  const [first = '', second = ''] = numbers;
  const payments = (await booksOf(request, sandboxUrl, { sum: sums[1] ?? 0, name: '', message: '' })).map(
    ({ id }) => id,
  );
  await enterAsStaff(page, 'moderator');
  await page.goto(`/admin/orders?number=${encodeURIComponent(recipient)}`);
  for (const number of numbers) await page.getByRole('checkbox', { name: `Выбрать заказ ${number}` }).check();
  await setFaults(request, sandboxUrl, { mode: 'down', payments });
  try {
    await page.getByRole('button', { name: 'Отменить заказ' }).click();
    const result = page.getByRole('status');
    await expect(result.getByText('Переведено заказов: 1.')).toBeVisible();
    await expect(result.getByRole('link', { name: first })).toBeVisible();
    await expect(result.getByText('1 заказ остался как был')).toBeVisible();
    await expect(result.getByText('Платёжная система не отвечает, и неизвестно, оплачен ли заказ')).toBeVisible();
    await expect(result.getByRole('link', { name: second })).toBeVisible();
    await expectAccessible(page, 'main');
  } finally {
    await setFaults(request, sandboxUrl, {});
  }
});
