import { expect, test } from '#test/e2e/support/fixtures.ts';

test.use({ locale: 'en', expectedTroubles: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 401/] });

test('a lost connection, and failures after it, are said in the language of the page', async ({ page, context }) => {
  const catalogue = page.waitForResponse((response) => /\/failures-/.test(response.url()));
  await page.goto('/auth?lang=en');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('90 123 45 67');
  await page.getByLabel('Password', { exact: true }).fill('a wrong password');
  await catalogue;
  const enter = page.getByRole('button', { name: 'Log in', exact: true });
  await context.setOffline(true);
  await enter.click();
  const said = page.getByRole('alert');
  await expect(said).toContainText('connection');
  await context.setOffline(false);
  await enter.click();
  await expect(said).toContainText('Wrong phone number or password');
});
