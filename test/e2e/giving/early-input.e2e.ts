import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { holdScripts } from '#test/e2e/support/late-scripts.ts';
import { topOf } from '#test/e2e/support/place-of.ts';

test('a donation typed and sent before the scripts have come is given as it was typed', {
  tag: ['@verdict', '@phone'],
}, async ({ page, creator: { userName } }) => {
  const donation = donor.newDonation();
  const release = await holdScripts(page);
  await page.goto(`/${userName}`, { waitUntil: 'commit' });
  await donor.writeDonation(page, donation);
  await page.getByLabel('Анонимно').check();
  await donor.giveButton(page).click();
  await expect(donor.giveButton(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(donor.payButton(page)).toContainText(donor.sumPattern(donation.sum));
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await expect(page.getByLabel('Сообщение автору')).toHaveValue(donation.message);
  await expect(page.getByLabel('Анонимно')).toBeChecked();
});

test('a sum chosen before the scripts have come is what the button says', async ({ page, creator: { userName } }) => {
  const release = await holdScripts(page);
  await page.goto(`/${userName}`, { waitUntil: 'commit' });
  const preset = page.getByRole('group', { name: 'Готовые суммы' }).getByRole('button').last();
  const sum = Number((await preset.textContent())?.replace(/\D/g, ''));
  await preset.click();
  release();
  await expect(donor.giveButton(page)).toContainText(donor.sumPattern(sum));
  await expect(preset).toHaveAttribute('aria-pressed', 'true');
});

test('a login sent before the scripts have come says what is wrong at its field', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Телефон').fill('900000003');
  await page.getByRole('button', { name: 'Войти' }).click();
  release();
  await expect(page.getByLabel('Пароль', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Телефон')).toHaveValue('+998 (90) 000-00-03');
});

test('a donation is typed and sent while the code of other parts of the page is late', async ({ page, request }) => {
  const donation = donor.newDonation();
  const release = await holdScripts(page, await (await request.get('/dilnoza')).text());
  await page.goto('/dilnoza', { waitUntil: 'commit' });
  await donor.writeDonation(page, donation);
  await expect(donor.giveButton(page)).toContainText(donor.sumPattern(donation.sum));
  await donor.giveButton(page).click();
  release();
  await expect(donor.payButton(page)).toContainText(donor.sumPattern(donation.sum));
});

test('a form without scripts sends nothing, and says so', async ({ newWindow }) => {
  const page = await newWindow({ javaScriptEnabled: false });
  await page.goto('/dilnoza');
  await donor.writeDonation(page, donor.newDonation());
  await page.getByRole('button', { name: /^Поддержать/ }).click();
  await expect(page.locator('noscript p')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

for (const address of ['/auth', '/registration', '/reset', '/identify', '/admin']) {
  test(`without scripts ${address} leads back to itself, and says why`, async ({ newWindow }) => {
    const page = await newWindow({ javaScriptEnabled: false });
    await page.goto(address);
    // It is read before anything is typed.
    const why = page.locator('noscript p');
    await expect(why).toBeVisible();
    expect(await topOf(why)).toBeLessThan(await topOf(page.getByLabel('Телефон')));
    await page.getByLabel('Телефон').fill('900000003');
    await page.locator('form:has(noscript) [type=submit]').click();
    await expect(page).toHaveURL(address);
    await expect(why).toBeVisible();
  });
}
