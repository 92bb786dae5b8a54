import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';

test('a button pressed by keyboard keeps the focus while its call is under way, and ignores presses @desktop', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/Widget/Test*', async (route) => {
    asked += 1;
    await promise;
    await route.continue();
  });
  await openCabinet(page, '/profile/queue');
  const button = page.getByRole('button', { name: 'Тест', exact: true });
  await button.press('Enter');
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  resolve();
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
  expect(asked).toBe(1);
});
