import type { Page } from '@playwright/test';
import {
  beginDonation,
  booksOf,
  cards,
  codeField,
  expectThanks,
  newDonation,
  payButton,
  payBy,
  rightCode,
} from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { choosePoint, enterAsBuyer, newSign, openShop, orderIdOf, placeOrder } from '#test/e2e/support/shop.ts';

const accepted = (page: Page) => page.getByText('Оплата принята, подтверждаем', { exact: true });

async function pay(page: Page, card: string): Promise<void> {
  await payBy(page, card);
  if (card === cards.withoutCode) return;
  await codeField(page).fill(rightCode);
}

async function expectNothingToPay(page: Page): Promise<void> {
  await expect(accepted(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /Оплатить|Отменить заказ/ })).toHaveCount(0);
  await expect(page.getByText('Ждёт оплаты')).toHaveCount(0);
}

/** Hides from the window's tabs that the server knows of the payment, until the returned function is called. */
async function hidePayment(page: Page, orderId: string): Promise<() => Promise<void>> {
  const context = page.context();
  const stale = await page.evaluate(async (id) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` };
    return (await fetch(`/api/Order/Order?orderId=${id}`, { headers })).text();
  }, orderId);
  const { data } = JSON.parse(stale);
  const unknown = { orderId, status: data.status, payment: data.payment, isChecked: false };
  await context.route('**/api/Order/Order?*', (route) =>
    route.fulfill({ body: stale, contentType: 'application/json' }),
  );
  await context.route('**/api/Order/Payment?*', (route) => route.fulfill({ json: { success: true, data: unknown } }));
  return async () => {
    await context.unroute('**/api/Order/Order?*');
    await context.unroute('**/api/Order/Payment?*');
  };
}

async function atTheCard(page: Page) {
  const shop = await openShop(page.request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: newDonation().sum });
  await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [mug]);
  await choosePoint(page, `Пункт ${sign}`);
  await placeOrder(page, 'Дарья Ким');
  await expect(payButton(page)).toBeVisible();
  return { orderId: orderIdOf(page), sum: mug.price };
}

for (const card of [cards.withoutCode, cards.callbackLost, cards.callbackLate]) {
  test(`an order that the provider reports as paid cannot be paid again: ${card}`, async ({ page, context }) => {
    const { orderId } = await atTheCard(page);
    const otherTab = await context.newPage();
    await otherTab.goto(page.url());
    await expect(otherTab.getByText('Этот заказ оплачивается в другой вкладке')).toBeVisible();
    const tellTruth = await hidePayment(page, orderId);
    await pay(page, card);
    for (const tab of [page, otherTab]) await expectNothingToPay(tab);
    for (const tab of [page, otherTab]) await tab.reload();
    for (const tab of [page, otherTab]) await expectNothingToPay(tab);
    await expectAccessible(page, 'main');
    await tellTruth();
    await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible({ timeout: 30_000 });
    await expect(otherTab.locator('[aria-current="step"]')).toContainText('Оплачен', { timeout: 30_000 });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('opora.paid-notes'))).toBeNull();
  });
}

test('who is called paid by mistake may pay again: the order failed, or the provider does not say so to the server', {
  tag: '@desktop',
}, async ({ page, request, sandboxUrl }) => {
  const { orderId, sum } = await atTheCard(page);
  const noted = (seconds: number) =>
    page.evaluate(
      async ([id, age]) => {
        const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` };
        const { data } = await (await fetch(`/api/Order/Order?orderId=${String(id)}`, { headers })).json();
        const note = { subject: id, paymentId: data.payment.id, at: Date.now() - Number(age) * 1000 };
        localStorage.setItem('opora.paid-notes', JSON.stringify([note]));
      },
      [orderId, seconds] as const,
    );
  await noted(61);
  await page.reload();
  await expect(
    payButton(page)
      .or(page.getByRole('button', { name: /^Оплатить заказ/ }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText('Платёжная система не подтвердила оплату.')).toBeVisible();

  await noted(0);
  const [{ id } = { id: '' }] = await booksOf(request, sandboxUrl, { sum, name: '', message: '' });
  await page.reload();
  await expectNothingToPay(page);
  await request.post(`${sandboxUrl}/list/${id}/decline`);
  await expect(page.getByRole('button', { name: 'Попробовать ещё раз' })).toBeVisible();
  await expect(page.getByText('Платёжная система не подтвердила оплату.')).toBeVisible();
});

for (const card of [cards.callbackLost, cards.callbackLate]) {
  test(`a donation that the provider calls paid is accepted until the server knows: ${card}`, async ({
    page,
    creator,
  }) => {
    const donation = newDonation();
    await beginDonation(page, creator.userName, donation);
    const unknown = { status: 'Created', isChecked: false };
    await page
      .context()
      .route('**/api/ProjectPay/Status?*', (route) => route.fulfill({ json: { success: true, data: unknown } }));
    await pay(page, card);
    await expect(page).toHaveURL(/\/thanks\//);
    await expect(accepted(page)).toBeVisible();
    await page.reload();
    await expect(accepted(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Вернуться к оплате' })).toHaveCount(0);
    await expectAccessible(page, 'main');
    await page.context().unroute('**/api/ProjectPay/Status?*');
    await expectThanks(page, donation);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('opora.paid-notes'))).toBeNull();
  });
}
