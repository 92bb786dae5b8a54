import type { Locator, Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { seeWholeForm } from '#test/e2e/support/donor.ts';
import {
  expect,
  expectAccessible,
  expectLoaded,
  expectUncovered,
  noHorizontalScroll,
  test,
} from '#test/e2e/support/fixtures.ts';

const toEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));

test('the preview of alerts stays in sight while its settings scroll, and covers no field', async ({ page }) => {
  await openCabinet(page, '/profile/alerts');
  const preview = page.getByRole('complementary').getByTestId('alert');
  await expect(preview).toContainText('Анна');
  await toEnd(page);
  await expect(preview).toBeInViewport();
  await expectUncovered(page.getByRole('button', { name: /^Место оповещения/ }));
  const text = page.getByLabel('Текст', { exact: true }).first();
  await text.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 80));
  await text.fill('{name} здесь!');
  await expectUncovered(text);
  await expect(preview).toContainText('здесь!');
  // No button is half under what stays in sight.
  await seeWholeForm(page, 6_000);
  await expectAccessible(page);
});

test('the sections of the page stay in sight and say only what waits', async ({ page }) => {
  await openCabinet(page, '/profile/edit');
  const sections = page.getByRole('navigation', { name: 'Части страницы' });
  await page.getByLabel('Фамилия').fill('Каримова');
  await sections.getByRole('link', { name: 'Ссылки' }).click();
  await expect(page).toHaveURL(/section=links/);
  await expect(sections.locator('[aria-current]')).toHaveText('Ссылки');
  const site = page.getByRole('textbox', { name: 'Сайт' });
  await site.fill('https://opora.uz');
  await site.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - innerHeight / 4));
  await expect(sections).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(site).toBeVisible();
  await expectAccessible(page);
});

for (const width of [320, 390]) {
  test(`at ${width} px a mark in the row of sections moves nothing, and the current one is in sight @desktop`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openCabinet(page, '/profile/edit?section=links');
    const sections = page.getByRole('navigation', { name: 'Части страницы' });
    const links = sections.getByRole('link');
    await expect(links).toHaveCount(4);
    const tops = () => links.evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().top))]);
    expect(await tops()).toHaveLength(1);
    const before = await sections.boundingBox();
    const instagram = page.getByRole('textbox', { name: 'Instagram' });
    await instagram.fill('https://instagram.com.evil.uz/a');
    await instagram.blur();
    await expect(sections.getByText('исправить 1 поле')).toBeAttached();
    expect(await tops()).toHaveLength(1);
    expect((await sections.boundingBox())?.height).toBe(before?.height);
    // A field with a fault is shown below the sections, however high they are.
    await instagram.evaluate((field) => field.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await expectUncovered(instagram);
    for (const name of ['Оформление', 'Основное']) {
      await sections.getByRole('link', { name }).click();
      await expect(sections.locator('[aria-current]')).toHaveText(name);
      await expect(sections.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
    }
    await noHorizontalScroll(page);
  });
}

function counter() {
  let count = 0;
  return {
    tap: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    count: () => count,
  };
}

test('a new creator sends a test alert with two taps and has a page with three', async ({ page }) => {
  await openCabinet(page, '/profile');
  const alerts = counter();
  await alerts.tap(page.getByRole('link', { name: 'Покажите на стриме тестовое оповещение' }));
  await alerts.tap(page.getByRole('button', { name: 'Отправить тестовое оповещение' }));
  await expect(page.getByText(/^Отправлено\./)).toBeVisible();
  expect(alerts.count()).toBe(2);
  await page.goto('/profile');
  const first = counter();
  await first.tap(page.getByRole('link', { name: 'Отметьте, чем вы занимаетесь' }));
  await first.tap(page.getByText('Музыкант', { exact: true }));
  await first.tap(page.getByRole('button', { name: 'Сохранить', exact: true }));
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  expect(first.count()).toBe(3);
  await expectLoaded(page);
});
