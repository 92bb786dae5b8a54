import type { Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { followInHeader } from '#test/e2e/support/site-menu.ts';

// What the browser and React Router say of files that are gone.
test.use({ expectedTroubles: [/status of 404 .*\.js|route module|Failed to fetch dynamically imported module/] });

/** Files of scripts that a release has removed are gone until the page is loaded anew. */
async function removeScripts(page: Page, file: RegExp): Promise<void> {
  let loads = 0;
  page.on('framenavigated', () => {
    loads += 1;
  });
  const before = loads;
  await page.route(file, (route) => {
    if (loads === before) return route.fulfill({ status: 404, body: 'gone' });
    return route.continue();
  });
}

test('a donation goes on when the code of its next step has gone with a release', async ({
  page,
  creator: { userName },
}) => {
  const donation = donor.newDonation();
  await page.goto(`/${userName}`);
  await removeScripts(page, /\/assets\/donation-payment-.*\.js/);
  await donor.writeDonation(page, donation);
  await donor.giveButton(page).click();
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
});

test('a link whose screen has gone with a release leads there at the first click', async ({ page }) => {
  await page.goto('/authors');
  await removeScripts(page, /\/assets\/market-screen-.*\.js/);
  await followInHeader(page, 'Мерч');
  await expect(page).toHaveURL(/\/market$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Мерч' })).toBeVisible();
});

test('a page whose own scripts have gone with a release comes alive', async ({ page }) => {
  let isGone = true;
  await page.route(/\/assets\/(site|author-screen)-.*\.js/, (route) => {
    if (!isGone) return route.continue();
    isGone = false;
    return route.fulfill({ status: 404, body: 'gone' });
  });
  await page.goto('/dilnoza');
  await expect(async () => {
    await page.getByLabel('Сумма', { exact: true }).fill('12345');
    await expect(donor.giveButton(page)).toContainText(donor.sumPattern(12_345), { timeout: 2_000 });
  }).toPass();
});

test('what a press opens is open when its code has gone with a release, and the focus comes back to the button', async ({
  page,
  creator: { userName },
}) => {
  await page.goto(`/${userName}`);
  await removeScripts(page, /\/assets\/share-dialog-.*\.js/);
  const opener = page.getByRole('button', { name: 'Поделиться' });
  await opener.click();
  await expect(page.getByRole('dialog', { name: 'Поделиться' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

for (const [opens, file, button, part] of [
  ['the ways to share thanks', /\/assets\/share-dialog-.*\.js/, 'Поделиться', ['dialog', 'Поделиться']],
  ['their picture', /\/assets\/share-picture-.*\.js/, 'Картинка для сторис', ['region', 'Картинка, чтобы поделиться']],
] as const) {
  test(`so is what it opens in the thanks: ${opens}`, async ({ page, creator: { userName } }) => {
    const donation = donor.newDonation();
    await donor.beginDonation(page, userName, donation);
    await donor.payBy(page, donor.cards.withoutCode);
    await donor.expectThanks(page, donation);
    await removeScripts(page, file);
    await page.getByRole('button', { name: button }).click();
    const [role, name] = part;
    await expect(page.getByRole(role, { name })).toBeVisible();
  });
}

test('code that stays away ends in the error page after one reload', async ({ page, creator: { userName } }) => {
  await page.goto(`/${userName}`);
  await page.route(/\/assets\/donation-payment-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await donor.writeDonation(page, donor.newDonation());
  await donor.giveButton(page).click();
  await expect(page.getByRole('heading', { name: 'У нас сбилась нить' })).toBeVisible();
  expect(loads).toBe(1);
});
