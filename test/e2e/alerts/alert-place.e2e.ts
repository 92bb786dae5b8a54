import type { Locator, Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import type { Creator } from '#test/e2e/support/creator.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';

// The browser's message about a refused field.
test.use({ expectedTroubles: [/status of 400 .*\/api\/Widget\//] });

const stream = { viewport: { width: 1920, height: 1080 } };
const cardOn = (page: Page) => alertOn(page).locator('[data-theme]');
const handle = (page: Page, name: RegExp) => page.getByRole('button', { name });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return box;
}

/** Shows a message as an alert that neither moves nor leaves, and returns the box of its card. */
async function shownBox(page: Page, creator: Creator, message: string) {
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30, isCalm: true, animation: 'fade' } });
  await openWidget(page, creator.key);
  await creator.call('POST', `Widget/Test?message=${encodeURIComponent(message)}`);
  await expect(alertOn(page)).toContainText(message);
  return boxOf(cardOn(page));
}

test.describe('at 1080p', () => {
  test.use(stream);
  for (const [kind, message] of [
    ['a short message', 'Привет!'],
    ['a message of the greatest length', 'Спасибо за стрим! '.repeat(17).slice(0, 300).trim()],
    ['one endless word', 'Ж'.repeat(300)],
  ] as const) {
    test(`an alert with ${kind} is at most 900 px wide, in the upper third @desktop`, async ({ page, creator }) => {
      const box = await shownBox(page, creator, message);
      expect(box.width).toBeLessThanOrEqual(900);
      expect(box.x + box.width / 2).toBeCloseTo(960, 0);
      expect(box.y).toBeGreaterThan(0);
      expect(box.y + box.height).toBeLessThanOrEqual(360);
      const sticksOut = await cardOn(page).evaluate((card) => card.scrollWidth > card.clientWidth);
      expect(sticksOut, 'words stick out of the card').toBe(false);
    });
  }

  test('every theme fits a long message into the upper third @desktop', async ({ page, creator }) => {
    const message = 'Спасибо за стрим! '.repeat(17).slice(0, 300).trim();
    for (const theme of ['minimal', 'playful', 'dark', 'light', 'ikat']) {
      await creator.call('PUT', 'Widget/Settings', { alert: { theme } });
      const box = await shownBox(page, creator, message);
      await expect(cardOn(page)).toHaveAttribute('data-theme', theme);
      expect(box.width, theme).toBeLessThanOrEqual(900);
      expect(box.y + box.height, theme).toBeLessThanOrEqual(360);
      const { current } = await creator.call('GET', 'Widget/Queue');
      const { alertId } = Object.assign({ alertId: '' }, current);
      await creator.call('POST', 'Widget/Control', { action: 'skip', alertId });
      await expect(alertOn(page)).toBeHidden();
    }
  });
});

test('who asks for less motion sees an alert fade in, and nothing else moves @desktop', async ({ page, creator }) => {
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30, theme: 'playful', animation: 'drop' } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test?message=hello');
  await expect(alertOn(page)).toContainText('hello');
  const movements = await cardOn(page).evaluate((card) =>
    [card, ...card.querySelectorAll('*')]
      .map((one) => getComputedStyle(one).animationName)
      .filter((name) => name !== 'none'),
  );
  expect(movements).toEqual([expect.stringContaining('fade')]);
});

test('an alert stands on the stream where it was dropped in the preview', async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/alerts');
  const frame = await boxOf(alertOn(page));
  await handle(page, /^Место/).scrollIntoViewIfNeeded();
  const from = await boxOf(handle(page, /^Место/));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + frame.height / 2, { steps: 4 });
  await page.mouse.up();
  const to = await boxOf(handle(page, /^Место/));
  expect(to.y - from.y).toBeGreaterThan(frame.height / 4);
  expect(to.x).toBeLessThan(from.x);

  const corner = await boxOf(handle(page, /^Размер/));
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await page.mouse.down();
  await page.mouse.move(corner.x + corner.width / 2 - frame.width / 10, corner.y, { steps: 4 });
  await page.mouse.up();
  await handle(page, /^Место/).press('ArrowUp');
  const left = await boxOf(handle(page, /^Место/));
  expect(left.width).toBeLessThan(to.width - frame.width / 12);
  await press(page, 'Сохранить');
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();

  const shownFrame = await boxOf(alertOn(page));
  const preview = await boxOf(handle(page, /^Место/));
  const obs = await newWindow(stream);
  const shown = await shownBox(obs, creator, 'Спасибо за стрим, очень душевно!');
  const scale = stream.viewport.width / shownFrame.width;
  expect(Math.abs(shown.x - (preview.x - shownFrame.x) * scale)).toBeLessThan(8);
  expect(Math.abs(shown.y - (preview.y - shownFrame.y) * scale)).toBeLessThan(16);
  expect(Math.abs(shown.width - preview.width * scale)).toBeLessThan(8);
});

test('place and theme are chosen without a mouse, and a wrong number is marked at its field @desktop', async ({
  page,
}) => {
  const { creator } = await openCabinet(page, '/profile/alerts');
  const across = page.getByLabel('По горизонтали');
  await handle(page, /^Место/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(across).not.toHaveValue('50');
  await handle(page, /^Размер/).press('ArrowLeft');
  await expect(page.getByLabel('Ширина')).not.toHaveValue('46');
  await page.getByRole('radio', { name: 'Икат' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cardOn(page)).toHaveAttribute('data-theme', 'minimal');
  await expectAccessible(page);
  await across.fill('200');
  await press(page, 'Сохранить');
  await expect(across).toHaveAttribute('aria-invalid', 'true');
  const wrong = await boxOf(across);
  const right = await boxOf(page.getByLabel('По вертикали'));
  expect([wrong.y, wrong.height], 'the fields stand in one row').toEqual([right.y, right.height]);
  await across.fill('12,5');
  await press(page, 'Сохранить');
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  const { alert } = await creator.call('GET', 'Widget/Settings');
  expect(alert).toMatchObject({ theme: 'minimal', place: { x: 12.5 } });
});
