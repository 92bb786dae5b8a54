import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, lastCode, password, registered } from '#test/e2e/support/people.ts';
import { linesIn, readZip } from '#test/support/read-zip.ts';

test.use({ expectedTroubles: [/status of 400 .*\/api\/Identity\/ConfirmCode/] });

test('the password is changed by a code; this browser stays logged in, the other device does not', {
  tag: '@verdict',
}, async ({ page, request }) => {
  const person = await registered(request);
  const elsewhere = await dataOf(
    await request.post('/api/Identity/Token', { data: { phone: person.phone, password, rememberMe: false } }),
  );
  await enter(page, person, '/profile/security');
  await expect(page.getByText('это устройство')).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Разделы профиля' });
  // On a phone it is the last place of the bar, which names the section only to screen readers.
  const current = sections.locator('[aria-current]').filter({ visible: true });
  await expect(current).toContainText('Безопасность');
  await expect(current).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  const code = page.getByLabel('Код из SMS');
  await expect(code).toBeFocused();
  const newPassword = page.getByLabel('Новый пароль');
  const hint = await page.getByText('От 8 символов').boundingBox();
  const field = await newPassword.boundingBox();
  expect(Math.abs((hint?.x ?? 0) - (field?.x ?? -99)), 'how far its hint begins from a field').toBeLessThan(3);
  const sent = await lastCode(request, person);
  await code.fill(sent === '000000' ? '111111' : '000000');
  await newPassword.fill('короче');
  await newPassword.press('Enter');
  await expect(newPassword).toHaveAttribute('aria-invalid', 'true');
  await expect(newPassword).toBeFocused();
  await expect(page.getByText('Не короче 8 символов')).toBeVisible();
  await newPassword.fill('совсем другой пароль 9');
  const save = page.getByRole('button', { name: 'Сохранить новый пароль' });
  await save.click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toBeFocused();
  await code.fill(sent);
  const again = page.waitForRequest('**/api/Identity/Token');
  await save.click();
  // It was a session of a day, and the user has not asked for a longer one.
  expect((await again).postDataJSON()).toMatchObject({ rememberMe: false });
  await expect(page.getByText('Пароль изменён')).toBeFocused();
  const headers = { authorization: `Bearer ${elsewhere.token}` };
  expect((await request.get('/api/PersonalAccount/Get', { headers })).status()).toBe(401);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Обзор', exact: true })).toBeVisible();
});

test.describe('everything of one’s own', () => {
  test.use({ expectedTroubles: [/status of 403 .*\/api\/PersonalAccount\/Archive/] });

  test('is downloaded as one file for the password', { tag: ['@verdict', '@phone'] }, async ({ page, request }) => {
    const person = await registered(request);
    await enter(page, person, '/profile/security');
    const part = page.getByRole('region', { name: 'Забрать всё с собой' });
    await part.getByRole('button', { name: 'Скачать архив' }).press('Enter');
    const field = part.getByLabel('Ваш пароль');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await field.fill('не тот пароль');
    await field.press('Enter');
    await expect(part.getByText('Пароль не подходит')).toBeVisible();
    await expect(field).toBeFocused();
    const opener = part.getByRole('button', { name: 'Скачать архив' });
    await field.press('Escape');
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await expect(field).toHaveValue('');
    await expect(part.getByText('Пароль не подходит')).toBeHidden();
    await field.fill('ещё один');
    await part.getByRole('button', { name: 'Отмена' }).click();
    await opener.click();
    await expect(field).toHaveValue('');
    await field.fill(password);
    const downloading = page.waitForEvent('download');
    await part.getByRole('button', { name: 'Скачать', exact: true }).click();
    const saved = await (await downloading).path();
    await expect(part.getByRole('status')).toBeFocused();
    const files = readZip(await readFile(saved));
    expect(linesIn(files, 'page/account.jsonl')).toMatchObject([{ phone: person.phone }]);
    expect(files.get('README.txt')?.toString('utf8')).toContain('Всё ваше');
    await expect(part.getByText('Архив отправлен целиком.')).toBeVisible();
    await expectAccessible(page);
  });
});
