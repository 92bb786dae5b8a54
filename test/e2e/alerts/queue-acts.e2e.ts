import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';

const named = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

test('skipping all waiting alerts asks first, and applies to those that waited then', async ({ page }) => {
  const { creator } = await openCabinet(page, '/profile/queue');
  await creator.call('POST', 'Widget/Control', { action: 'pause' });
  for (const message of ['первое', 'второе', 'третье']) await creator.call('POST', `Widget/Test?message=${message}`);
  await expect(named(page, 'третье')).toContainText('в очереди');
  await expect(page.getByRole('button', { name: 'Пропустить это', exact: true })).toBeDisabled();

  await press(page, 'Пропустить все');
  await expect(dialog(page)).toContainText('Пропустить 3 оповещения, которые ждут?');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Отмена' }).click();
  await expect(dialog(page)).toBeHidden();
  expect((await creator.call('GET', 'Widget/Queue')).waiting).toBe(3);

  await press(page, 'Пропустить все');
  await expect(dialog(page)).toBeVisible();
  await creator.call('POST', 'Widget/Test?message=четвёртое');
  await expect(named(page, 'четвёртое')).toContainText('в очереди');
  await dialog(page).getByRole('button', { name: 'Пропустить их' }).click();
  for (const message of ['первое', 'второе', 'третье']) await expect(named(page, message)).toContainText('пропущено');
  await expect(named(page, 'четвёртое')).toContainText('в очереди');
  expect((await creator.call('GET', 'Widget/Queue')).waiting).toBe(1);
});

test('the cabinet warns of a key with too many pages', { tag: '@desktop' }, async ({ page }) => {
  await openCabinet(page, '/profile/queue');
  const word = page.locator('[data-problem=crowded]');
  await expect(page.locator('[data-problem=none]')).toHaveAttribute('data-look', 'over');
  await expect(word).toHaveCount(0);
  await page.route('**/api/Widget/Queue', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, isCrowded: true } } });
  });
  await expect(word).toContainText('смените ключ');
  await expectAccessible(page);
});

test('a press at the moment when one alert replaces another skips neither', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.clock.install();
  const { creator } = await openCabinet(page, '/profile/queue');
  await creator.call('POST', 'Widget/Control', { action: 'pause' });
  for (const message of ['первое', 'второе']) await creator.call('POST', `Widget/Test?message=${message}`);
  const { queued } = await creator.call('GET', 'Widget/Queue');
  const [first, second] = Array.isArray(queued) ? queued : [];
  let current = first;
  await page.route('**/api/Widget/Queue', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, queued: [], current } } });
  });
  const sent: unknown[] = [];
  await page.route('**/api/Widget/Control', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.continue();
  });
  await expect(named(page, 'первое')).toHaveAttribute('data-now', 'true');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  current = second;
  await page.clock.runFor(2_100);
  await expect(named(page, 'второе')).toHaveAttribute('data-now', 'true');
  await press(page, 'Пропустить это');
  await expect(page.getByText('Оповещение только что сменилось')).toBeVisible();
  expect(sent).toEqual([]);
  await page.clock.runFor(1_000);
  await press(page, 'Пропустить это');
  await expect.poll(() => sent).toEqual([{ action: 'skip', alertId: second.alertId }]);
});
