import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { enter, registered } from '#test/e2e/support/people.ts';

test('a creator reads the webhook guide in three languages', async ({ page, request }) => {
  await enter(page, await registered(request), '/profile/tools');
  await page.getByText('Для разработчиков').click();
  await page.getByRole('link', { name: 'Как принимать вебхуки' }).click();
  await expect(page).toHaveURL(/\/profile\/tools\/webhooks$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Как принимать вебхуки' })).toBeVisible();
  const payload = page.getByRole('figure', { name: 'Ваш мерч оплачен' });
  await expect(payload).toContainText('"event": "order.paid"');
  await expect(page.getByRole('figure', { name: 'Python' })).toContainText('hmac.compare_digest');
  const sections = page.getByRole('navigation', { name: 'Разделы профиля' });
  await expect(sections.locator('[aria-current="page"]')).toHaveText('Инструменты');
  await expectAccessible(page, 'main');
  const foot = page.getByRole('contentinfo');
  for (const [language, title] of [
    ['Oʻzbekcha', 'Vebxuklarni qanday qabul qilish kerak'],
    ['English', 'How to receive webhooks'],
  ] as const) {
    await foot.getByRole('button', { name: language }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const words = page.getByRole('main').locator('h2, p, li, dd');
    await expect(words.filter({ hasText: /[а-яё]/i })).toHaveCount(0);
    await noHorizontalScroll(page);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/profile\/tools$/);
});
