import { beginDonation, cards, newDonation, payBy } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { creatorWithDonations } from '#test/e2e/support/paid-creator.ts';
import { logIn } from '#test/e2e/support/people.ts';

test('a creator’s page is shared in a dialog: address, code to scan, networks and code for a site', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dilnoza');
  const opener = page.getByRole('button', { name: 'Поделиться' });
  const dialog = page.getByRole('dialog', { name: 'Поделиться' });
  const address = new URL('/dilnoza', baseURL).href;
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(address.replace(/^https:../, ''), { exact: true })).toBeVisible();
  await expect(dialog.locator('svg[viewBox]').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Скопировать ссылку' }).click();
  await expect(dialog.getByText('Ссылка скопирована')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  for (const network of ['Telegram', 'WhatsApp', 'Facebook', 'X']) {
    const href = await dialog.getByRole('link', { name: network, exact: true }).getAttribute('href');
    expect(href).toContain(encodeURIComponent(address));
  }
  const code = await dialog.getByLabel('Код для сайта').inputValue();
  const framed = /src="([^"]+)"/.exec(code)?.[1] ?? '';
  expect((await page.request.get(framed)).status()).toBe(200);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, 'dialog');
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await noHorizontalScroll(page);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a device with a sheet of its own is offered it, and a closed sheet is no failure', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (shared: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(shared);
        throw new DOMException('closed', 'AbortError');
      },
    });
  });
  await page.goto('/dilnoza');
  await page.getByRole('button', { name: 'Поделиться' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться' });
  await dialog.getByRole('button', { name: 'Другие' }).click();
  const shared = await page.evaluate(() => JSON.parse(document.documentElement.dataset.shared ?? '{}'));
  expect(shared.url).toBe(new URL('/dilnoza', baseURL).href);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await expect(dialog).toBeHidden();
});

test('a message that is cut is shown whole: to its donor before the payment, and to the creator', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  const message = `${'Держись, ты делаешь важное дело! '.repeat(8)}Конец.`;
  await beginDonation(page, creator.userName, { ...newDonation(), message });
  const opener = page.getByRole('button', { name: 'Показать целиком' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ваше сообщение' });
  await expect(dialog.getByText(message)).toBeVisible();
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/thanks/);
  await logIn(page, creator);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/profile');
  const latest = page.getByRole('region', { name: 'Последние донаты' });
  await latest.getByRole('button', { name: 'Показать целиком' }).click();
  await expect(page.getByRole('dialog').getByText(message)).toBeVisible();
});
