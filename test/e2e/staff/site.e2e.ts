import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of 400/] });

test('a visitor reads the pages of the operator from the footer, in his language', async ({ page }) => {
  await page.goto('/authors');
  const pages = page.getByRole('navigation', { name: 'О площадке' });
  await pages.getByRole('link', { name: 'Комиссия и выплаты' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Комиссия и выплаты');
  await expect(page.getByRole('article')).toContainText(/мы оставляем себе \d+\s%/);
  await page.locator('footer').getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fees and payouts');
  await expect(page.getByRole('article')).toContainText('Visitors pay exactly the amount they choose');
  await expectAccessible(page);
});

test('an admin rewrites a page and goes back to the standard text', { tag: '@verdict' }, async ({ page, isMobile }) => {
  // Both projects share the site: each has a page of its own.
  const name = isMobile ? 'privacy' : 'terms';
  await enterAsStaff(page, 'admin');
  await page.goto(`/admin/site?page=${name}`);
  const text = page.getByLabel('Свой текст');
  await text.fill('## Свой заголовок\n\nПишите на {email}.\n\n<b>не разметка</b>');
  const preview = page.getByRole('region', { name: 'Как это увидят' });
  await expect(preview.getByRole('heading', { name: 'Свой заголовок' })).toBeVisible();
  await press(page, 'Сохранить');
  await expect(page.getByText('страница уже показывает новый текст')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/about/${name}`);
  await expect(page.getByRole('article')).toContainText('<b>не разметка</b>');
  await expect(page.getByRole('article').getByRole('link', { name: 'help@opora.example' })).toBeVisible();
  await page.goto(`/admin/site?page=${name}`);
  await press(page, 'Вернуть готовый текст');
  await press(page, 'Сохранить');
  await expect(page.getByText('страница уже показывает новый текст')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Прежние версии' })).toBeVisible();
  await page.goto(`/about/${name}`);
  await expect(page.getByRole('article')).not.toContainText('Свой заголовок');
});

test('an admin changes the contacts; a wrong one is named at its field @desktop', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/site');
  const email = page.getByLabel('Почта');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
  await email.fill('nobody');
  await press(page, 'Сохранить');
  await expect(page.getByRole('alert').filter({ hasText: 'Введите валидный E-mail' })).toBeVisible();
  expect(sent).toEqual([]);
  await email.fill('имя@почта.уз');
  const shown = await email.evaluateHandle((input: HTMLInputElement) => {
    const values: string[] = [];
    new MutationObserver(() => values.push(input.value)).observe(input, { attributes: true });
    return values;
  });
  await press(page, 'Сохранить');
  await expect(page.getByText('все страницы уже показывают новое')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отменить' })).toBeHidden();
  expect(new Set(await shown.jsonValue()), 'a saved field never goes back to what it was').toEqual(
    new Set(['имя@почта.уз']),
  );
  await email.fill('другое@почта.уз');
  await press(page, 'Отменить');
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(email).toHaveValue('другое@почта.уз');
  await press(page, 'Отменить');
  await dialog.getByRole('button', { name: 'Отменить изменения' }).click();
  await expect(email).toHaveValue('имя@почта.уз');
  await expect(dialog).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
  await expect(page.locator(':focus')).toBeVisible();
  await email.fill('help@opora.example');
  await page.getByLabel('Адрес').fill('Ташкент, Амира Темура, 1');
  await press(page, 'Сохранить');
  await expect(page.getByText('все страницы уже показывают новое')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/about/contacts');
  await expect(page.getByRole('article')).toContainText('Ташкент, Амира Темура, 1');
});

test('a new brand says that it is saved on the page that is loaded again @desktop', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/site');
  // All stories share the site: this one leaves its name as it is.
  await page.route('**/api/Site/Settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: { success: true, data: {} } }) : route.fallback(),
  );
  await page.getByRole('textbox', { name: 'Название' }).fill('Другая опора');
  const loaded = page.waitForEvent('load');
  await press(page, 'Сохранить');
  await loaded;
  await expect(page.getByText('все страницы уже показывают новое')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Название' })).toBeVisible();
  await expect(page.getByText('все страницы уже показывают новое')).toBeHidden();
});
