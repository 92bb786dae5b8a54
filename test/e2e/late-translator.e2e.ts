import { expect, test } from '#test/e2e/support/fixtures.ts';

test.use({ locale: 'en', expectedTroubles: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 400/] });

test('after a lost connection failures are in the language of the page again', async ({ page, context }) => {
  await page.goto('/login?lang=en');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const password = page.getByLabel('Password', { exact: true });
  const enter = page.getByRole('button', { name: 'Log in', exact: true });
  await phone.fill('90 123 45 67');
  await password.fill('a wrong password');
  await context.setOffline(true);
  await enter.click();
  // The translator could not come either.
  await expect(page.getByRole('alert')).toContainText(/[а-я]/);
  await context.setOffline(false);
  await expect(async () => {
    await enter.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('alert')).not.toContainText(/[а-я]/, { timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
});
