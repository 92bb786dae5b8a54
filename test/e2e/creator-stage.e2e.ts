import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { openWidget } from '#test/e2e/support/widget-page.ts';

/** Resolves when the page has asked for what comes last. */
async function openCreator(page: Page, userName: string): Promise<void> {
  const isAsked = page.waitForResponse('**/api/Widget/Live*');
  await page.goto(`/${userName}`);
  await isAsked;
}

test('the pinned video loads nothing of the other site before a tap', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  await page.route(
    (url) => url.origin !== new URL(baseURL ?? '').origin,
    (route) => {
      foreign.push(new URL(route.request().url()).host);
      return route.fulfill({ body: '<!doctype html><title>player</title>', contentType: 'text/html' });
    },
  );
  await openCreator(page, 'dilnoza');
  const play = page.getByRole('button', { name: 'Видео на YouTube' });
  const closed = await play.boundingBox();
  await play.scrollIntoViewIfNeeded();
  expect(foreign).toEqual([]);
  await play.click();
  const player = page.frameLocator('iframe[title="Видео автора"]').frameLocator('iframe');
  await expect(player.locator('html')).toHaveCount(1);
  await expect.poll(() => foreign).toEqual(['www.youtube-nocookie.com']);
  const open = await page.locator('iframe[title="Видео автора"]').boundingBox();
  expect([open?.width, open?.height]).toEqual([closed?.width, closed?.height]);
});

test('the page says that the creator is streaming, and nothing moves for it', async ({ page, context, creator }) => {
  await openCreator(page, creator.userName);
  await expect(page.getByText('Сейчас на стриме')).toHaveCount(0);
  const stream = await context.newPage();
  await openWidget(stream, creator.key);
  await page.bringToFront();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Сейчас на стриме')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect((await layoutShift(page)).sum).toBeLessThan(0.01);
});
