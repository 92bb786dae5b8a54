import { readFile } from 'node:fs/promises';
import { beginDonation, cards, expectThanks, newDonation, payBy, sumPattern } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { choosePoint, enterAsBuyer, newSign, openShop, placeOrder } from '#test/e2e/support/shop.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';

test('a donor without an account opens the receipt and saves it; in another browser it is missing', async ({
  page,
  browser,
  creator,
}) => {
  const donation = newDonation();
  await beginDonation(page, creator.userName, donation);
  await payBy(page, cards.withoutCode);
  await expectThanks(page, donation);
  await page.getByRole('link', { name: 'Чек', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'Чек за донат' })).toBeVisible();
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(donation.name);
  await expect(sheet.getByText(sumPattern(donation.sum))).toHaveCount(2);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(page, 'main');
  expect(page.url()).not.toContain('?');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^receipt-[\da-f-]{36}\.pdf$/);
  expect((await pdfTexts(await readFile(await download.path()))).join(' ')).toContain(donation.name);

  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { name: 'Здесь ничего не соткано' })).toBeVisible();
  await stranger.close();
});

test('a buyer opens the receipt of an order that is paid', async ({ page, request }) => {
  const shop = await openShop(request);
  const sign = newSign();
  const { sum: price } = newDonation();
  const mug = await shop.product({ name: `Кружка ${sign}`, price, stock: 9 });
  await shop.point(`Пункт ${sign}`);
  await enterAsBuyer(page, [{ ...mug, quantity: 2 }]);
  await choosePoint(page, `Пункт ${sign}`);
  await placeOrder(page, 'Бекзод Олимов');
  await payBy(page, cards.withoutCode);
  await expect(page.getByText('Спасибо! Заказ оплачен.')).toBeVisible();
  await page.getByRole('link', { name: 'Чек', exact: true }).click();

  await expect(page.getByRole('heading', { name: /^Чек по заказу № \d+$/ })).toBeVisible();
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('listitem').filter({ hasText: mug.name })).toContainText(sumPattern(2 * price));
  await expect(sheet).toContainText('Бекзод Олимов');
  await expectAccessible(page, 'main');
});
