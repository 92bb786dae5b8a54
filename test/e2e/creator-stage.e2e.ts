import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
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
  const play = page.getByRole('button', { name: /^Дутар после катки: .+ Видео на YouTube$/ });
  const closed = await play.boundingBox();
  await play.scrollIntoViewIfNeeded();
  const picture = play.getByRole('presentation');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(new URL(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).pathname).toBe('/api/Images/');
  const title = play.getByText('Дутар после катки');
  const lines = await title.evaluate((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight));
  expect(Math.round(lines)).toBeLessThanOrEqual(2);
  await expectAccessible(page);
  expect((await layoutShift(page)).sum).toBeLessThan(0.01);
  expect(foreign).toEqual([]);
  await play.click();
  const player = page.frameLocator('iframe[title="Видео автора"]').frameLocator('iframe');
  await expect(player.locator('html')).toHaveCount(1);
  await expect.poll(() => foreign).toEqual(['www.youtube-nocookie.com']);
  const open = await page.locator('iframe[title="Видео автора"]').boundingBox();
  expect([open?.width, open?.height]).toEqual([closed?.width, closed?.height]);
});

test('a goal that begins later says from when its donations count', async ({ page, creator }) => {
  const goal = { title: 'Новая студия', amount: 5_000_000, since: '2099-01-01T07:00:00.000Z' };
  await creator.call('PUT', 'Widget/Settings', { statistics: { goal } });
  await openCreator(page, creator.userName);
  const shown = page.getByRole('region', { name: 'Новая студия' });
  await expect(shown).toContainText(/Донаты считаются с 1\sянваря\s2099\sг\.\sв\s12:00/);
  await expectAccessible(page);
  await creator.call('PUT', 'Widget/Settings', {
    statistics: { goal: { ...goal, since: '2020-01-01T07:00:00.000Z' } },
  });
  await page.reload();
  await expect(shown).toContainText('0 человек');
  await expect(shown).not.toContainText('считаются');
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
