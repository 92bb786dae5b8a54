import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

/** Opens a screen whose data comes late: its frame fills the window meanwhile, and nothing jumps when the data is there. */
async function expectStillFrame(page: Page, path: string, data: string): Promise<void> {
  const asked = Promise.withResolvers<void>();
  await page.route(data, async (route) => {
    await asked.promise;
    await route.continue();
  });
  const frame = page.getByRole('main').locator('[aria-busy="true"]');
  await Promise.all([page.waitForRequest(data), page.goto(path, { waitUntil: 'commit' })]);
  const box = await frame.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0), `the end of the frame of ${path}`).toBeGreaterThanOrEqual(700);
  asked.resolve();
  await expect(frame).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(data);
  const { sum, moved } = await layoutShift(page);
  expect(sum, `${path}: ${moved}`).toBeLessThan(0.02);
}

test('while a screen of the cabinet loads, its frame stands still', async ({ page }) => {
  await openCabinet(page, '/profile');
  await expectStillFrame(page, '/profile', '**/api/Donate/My?*');
  await expectStillFrame(page, '/profile/donations', '**/api/Donate/My?*');
  await expectStillFrame(page, '/profile/balance', '**/api/Ledger/Statement?*');
  await expectStillFrame(page, '/orders', '**/api/Order/Orders?*');
  await expectStillFrame(page, '/memberships?view=posts', '**/api/Post/Feed*');
});

test('while a list of the staff loads, its frame stands still', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await expectStillFrame(page, '/admin/orders', '**/api/Order/Orders?*');
  await expectStillFrame(page, '/admin/products', '**/api/Moderator/GetProductsList?*');
  await expectStillFrame(page, '/admin/locations', '**/api/PickUp*');
});
