import type { Page } from '@playwright/test';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { lineOf, newSign, openShop, putIntoBasket } from '#test/e2e/support/shop.ts';

/** The browser refuses storage as Chromium does while it blocks cookies: its mention throws. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  });
}

test('a guest whose browser refuses storage gives', async ({ page, creator: { userName } }) => {
  const donation = donor.newDonation();
  await refuseStorage(page);
  await donor.beginDonation(page, userName, donation);
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
});

test('every public screen comes alive in a browser that refuses storage', async ({ page }) => {
  await refuseStorage(page);
  for (const path of ['/', '/authors', '/dilnoza', '/market', '/basket', '/auth', '/registration', '/admin']) {
    await page.goto(path);
    // Hydration has ended: what was typed before it is no longer written down.
    await expect.poll(() => page.evaluate(() => 'earlyInput' in window), path).toBe(false);
  }
});

test('a guest whose browser refuses storage takes a product to the basket', async ({ page, request }) => {
  const shop = await openShop(request);
  const mug = await shop.product({ name: `Кружка ${newSign()}`, price: 40_000 });
  await refuseStorage(page);
  await putIntoBasket(page, mug);
  await page.getByRole('link', { name: 'Перейти в корзину' }).first().click();
  await expect(lineOf(page, mug)).toBeVisible();
});
