import type { Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, password, registered } from '#test/e2e/support/people.ts';
import { goToPay, lineOf, newSign, openShop, placeOrder } from '#test/e2e/support/shop.ts';

test.use({ expectedTroubles: [/status of 409 .*\/api\/Order\//] });

const { payButton } = donor;
const address = 'Ташкент, улица Навои, 12';

/** A basket of three things of one price that is open in two windows of its buyer, as on a phone and on a laptop. */
async function openTwice(page: Page, newWindow: () => Promise<Page>) {
  const { request } = page;
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: 30_000 });
  const cap = await shop.product({ name: `Кепка ${sign}`, price: 30_000 });
  const print = await shop.product({ name: `Плакат ${sign}`, price: 30_000 });
  const person = await registered(request);
  const items = [mug, cap, print].map(({ id }) => ({ productId: id, quantity: 2 }));
  const headers = { authorization: `Bearer ${person.token}` };
  await dataOf(await request.post('/api/Order/CreateOrder', { headers, data: { items, address } }));
  await enter(page, person, '/basket');
  const login = { phone: person.phone, password, rememberMe: false };
  const { token, refreshToken } = await dataOf(await request.post('/api/Identity/Token', { data: login }));
  const other = await newWindow();
  await enter(other, { token: String(token), refreshToken: String(refreshToken) }, '/basket');
  await expect(goToPay(page)).toBeVisible();
  await expect(goToPay(other)).toBeVisible();
  return { other, mug, cap, print };
}

/** Presses and waits until the server has the change. */
async function save(page: Page, press: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/Order/Update') && answer.ok());
  await press();
  await saved;
}

test('two windows at one basket lose nothing of each other, and pay only for what they show', async ({
  page,
  newWindow,
}) => {
  const { other, mug, cap, print } = await openTwice(page, newWindow);
  await save(page, () => lineOf(page, mug).getByRole('button', { name: 'Больше' }).click());
  await save(other, () => lineOf(other, cap).getByRole('button', { name: 'Меньше' }).click());
  const quantity = (window: Page, product: typeof mug) => lineOf(window, product).getByLabel('Сколько штук');
  // The answer to the other window's own change shows what this one has done.
  await expect(quantity(other, mug)).toHaveValue('3');
  await expect(quantity(other, cap)).toHaveValue('1');
  await save(page, () =>
    lineOf(page, print)
      .getByRole('button', { name: /^Убрать/ })
      .click(),
  );
  await expect(quantity(page, cap)).toHaveValue('1');
  await page.reload();
  await expect(quantity(page, mug)).toHaveValue('3');
  await expect(quantity(page, cap)).toHaveValue('1');
  await expect(lineOf(page, print)).toHaveCount(0);

  // The total is the same, the things are not: the window that shows the old ones does not pay for the new ones.
  await other.reload();
  await expect(quantity(other, mug)).toHaveValue('3');
  await expect(quantity(other, cap)).toHaveValue('1');
  await save(page, () => lineOf(page, mug).getByRole('button', { name: 'Меньше' }).click());
  await save(page, () => lineOf(page, cap).getByRole('button', { name: 'Больше' }).click());
  await placeOrder(other, 'Дарья Ким');
  const notice = other.getByRole('alert').filter({ hasText: 'Корзину тем временем изменили' });
  await expect(notice).toContainText(/120\s000/);
  await expect(quantity(other, mug)).toHaveValue('2');
  await expect(quantity(other, cap)).toHaveValue('2');
  await expectAccessible(other, 'main');
  await notice.getByRole('button', { name: /^Всё верно, оплатить/ }).click();
  await expect(payButton(other)).toContainText(/120\s000/);
  await expect(lineOf(other, cap)).toContainText('2');
});
