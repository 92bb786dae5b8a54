import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';

test('a digit too many is seen, and changes nothing beside the number', async ({ page, creator: { userName } }) => {
  await donor.beginDonation(page, userName, donor.newDonation());
  const number = page.getByLabel('Номер карты');
  const expiry = page.getByLabel('Срок действия');

  // The repeats of a held key do not follow the focus.
  await number.pressSequentially(donor.cards.withCode.slice(0, -1));
  await page.keyboard.down('6');
  await expect(expiry).toBeFocused();
  await page.keyboard.down('6');
  await page.keyboard.up('6');
  await expect(expiry).toHaveValue('');
  await page.keyboard.type('1239');
  await expect(expiry).toHaveValue('12/39');

  // Where the expiry is there, the focus stays.
  await number.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('65');
  await expect(number).toHaveValue(`${donor.cards.withCode} 5`);
  await expect(page.getByText('В номере опечатка. Сверьте его с картой')).toBeVisible();
  await expect(expiry).toHaveValue('12/39');

  // Before an empty expiry, another key is taken for its first digit; that it was none is said as soon as it is certain.
  await expiry.fill('');
  await number.fill('');
  await number.pressSequentially(`${donor.cards.withCode}512`);
  await expect(page.getByText('Введите месяц и год')).toBeHidden();
  await page.keyboard.type('39');
  await expect(page.getByText('Введите месяц и год')).toBeVisible();
});
