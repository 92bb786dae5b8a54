import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { registered, sendLogin } from '#test/e2e/support/people.ts';
import { choosePoint, enterAsBuyer, newSign, openShop, placeOrder } from '#test/e2e/support/shop.ts';

test('the focus goes to the heading of each new view, which shows no ring @desktop', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  const heading = page.getByRole('heading', { level: 1 });
  for (const name of ['Авторы', 'Мерч', /^Корзина/]) {
    await header.getByRole('link', { name }).press('Enter');
    await expect(heading).toHaveText(name);
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS('outline-style', 'none');
  }
  await page.goBack();
  await expect(heading).toHaveText('Мерч');
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
});

test('the focus is on the heading after a login and a redirect', async ({ page, request }) => {
  const person = await registered(request);
  await page.goto('/orders');
  await expect(page).toHaveURL(/\/auth\?next=/);
  await sendLogin(page, person);
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Мои заказы' })).toBeFocused();
});

test('the focus is on the thanks after a payment', async ({ page, creator: { userName } }) => {
  const donation = donor.newDonation();
  await donor.beginDonation(page, userName, donation);
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
  await expect(page.getByRole('heading', { level: 1, name: 'Спасибо!' })).toBeFocused();
});

test('the focus is on the thanks for an order after it was paid with a code', async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const mug = await shop.product({ name: `Кружка ${sign}`, price: donor.newDonation().sum });
  await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [mug]);
  await choosePoint(page, `Пункт ${sign}`);
  await placeOrder(page, 'Малика');
  await donor.payBy(page, donor.cards.withCode);
  await donor.codeField(page).fill(donor.rightCode);
  await expect(page.getByRole('status').filter({ hasText: 'Спасибо! Заказ оплачен.' })).toBeFocused();
});

test('the focus is on the heading after a search that takes its field away @desktop', async ({ page }) => {
  await page.goto('/');
  const search = page.getByRole('banner').getByRole('searchbox', { name: 'Найти автора' });
  for (const name of ['дилноза', 'ахмад']) {
    await search.fill(name);
    await search.press('Enter');
    await expect(page).toHaveURL(`/authors?search=${encodeURIComponent(name)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});
