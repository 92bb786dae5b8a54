import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectLoaded, test } from '#test/e2e/support/fixtures.ts';
import { holdScripts } from '#test/e2e/support/late-scripts.ts';
import { followInHeader } from '#test/e2e/support/site-menu.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';
import { translate } from '#test/e2e/support/translator.ts';

// React renders anew what was translated before its code had come (418).
test.use({ expectedTroubles: [/status of 404 .*no\/such\/page|React error #418/] });

/** The translator has replaced the texts, and the page is not the error page. */
async function expectTranslated(page: Page): Promise<void> {
  await expectLoaded(page);
  await expect(page.locator('h1 font').first()).toBeVisible();
  await expect(page.getByText('У нас сбилась нить')).toHaveCount(0);
}

for (const when of ['early', 'alive'] as const)
  test(`a donor whose browser translates the page gives (${when})`, async ({ page, creator: { userName } }) => {
    const donation = donor.newDonation();
    await translate(page, when);
    const release = when === 'early' ? await holdScripts(page) : () => undefined;
    await page.goto(`/${userName}`, { waitUntil: 'commit' });
    await expectTranslated(page);
    const amount = page.getByLabel('Сумма', { exact: true });
    // React renders the translated page anew: what was typed before is in fields that are no longer there.
    await amount.fill('8000');
    release();
    await expectLoaded(page);
    await expect(donor.giveButton(page)).toContainText(donor.sumPattern(8_000));
    for (const sum of ['100', '7000', '']) await amount.fill(sum);
    await amount.fill('7000');
    await expect(donor.giveButton(page)).toContainText(donor.sumPattern(7_000));
    await donor.writeDonation(page, donation);
    await expect(donor.giveButton(page)).toContainText(donor.sumPattern(donation.sum));
    await donor.giveButton(page).click();
    await donor.payBy(page, donor.cards.withCode);
    await donor.codeField(page).fill(donor.rightCode);
    await donor.expectThanks(page, donation);
    // A donation that is younger than a minute.
    await page.goto(`/${userName}`);
    await expectTranslated(page);
    await expect(page.getByText(donation.message)).toBeVisible();
    await donor.writeDonation(page, donor.newDonation());
  });

test('a visitor whose browser translates the page walks through every public screen', async ({ page, isMobile }) => {
  await translate(page, 'alive');
  await page.goto('/');
  await expectTranslated(page);
  const main = page.getByRole('main');
  await followInHeader(page, 'Авторы');
  await expect(page).toHaveURL(/\/authors/);
  await expectTranslated(page);
  await main.getByRole('article').getByRole('link').first().click();
  await expect(page).not.toHaveURL(/\/authors/);
  await expectTranslated(page);
  await followInHeader(page, 'Мерч');
  await expect(page).toHaveURL(/\/market/);
  await expectTranslated(page);
  await main.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/merch\//);
  await expectTranslated(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
  const header = page.getByRole('banner');
  const inEnglish = isMobile
    ? header.getByRole('button', { name: 'Menu' })
    : header.getByRole('link', { name: 'Creators' });
  await expect(inEnglish).toBeVisible();
  await expectTranslated(page);
  for (const path of ['/basket', '/auth', '/registration', '/reset', '/no/such/page']) {
    await page.goto(path);
    await expectTranslated(page);
  }
});

const cabinet = ['', '/edit', '/alerts', '/queue', '/widgets', '/statistics', '/donations', '/members', '/balance'];

test('a creator whose browser translates the page walks through his cabinet', async ({ page }) => {
  await translate(page, 'alive');
  await openCabinet(page, '/profile');
  for (const section of cabinet) {
    await page.goto(`/profile${section}`);
    await expectTranslated(page);
  }
});

test('an operator whose browser translates the page walks through the admin area', async ({ page }) => {
  await translate(page, 'alive');
  await enterAsStaff(page, 'admin');
  for (const section of [
    'blogers',
    'products',
    'orders',
    'locations',
    'filters',
    'payments',
    'dashboard',
    'audit',
    'site',
  ]) {
    await page.goto(`/admin/${section}`);
    await expectTranslated(page);
  }
});
