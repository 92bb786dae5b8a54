import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';

test('the focus goes to the heading of each new view @desktop', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  const heading = page.getByRole('heading', { level: 1 });
  for (const name of ['Авторы', 'Мерч', /^Корзина/]) {
    await header.getByRole('link', { name }).click();
    await expect(heading).toHaveText(name);
    await expect(heading).toBeFocused();
  }
  await page.goBack();
  await expect(heading).toHaveText('Мерч');
  await expect(heading).toBeFocused();
});

test('the focus is on the thanks after a payment', async ({ page, request }) => {
  const { userName } = await newCreator(request);
  const donation = donor.newDonation();
  await donor.beginDonation(page, userName, donation);
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
  await expect(page.getByRole('heading', { level: 1, name: 'Спасибо!' })).toBeFocused();
});
