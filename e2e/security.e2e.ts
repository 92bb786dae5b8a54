import { expect, expectAccessible, noHorizontalScroll, test } from './fixtures.ts';
import { dataOf, enter, lastCode, password, registered } from './people.ts';

test('the password is changed by a code; this browser stays, the other device is out', async ({ page, request }) => {
  const person = await registered(request);
  const elsewhere = await dataOf(
    await request.post('/api/Identity/Token', { data: { phone: person.phone, password, rememberMe: false } }),
  );
  await enter(page, person, '/profile/security');
  await expect(page.getByText('это устройство')).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Разделы профиля' });
  await expect(sections.getByRole('link', { name: 'Безопасность' })).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
  await noHorizontalScroll(page);
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(page.getByLabel('Код из SMS')).toBeVisible();
  const newPassword = page.getByLabel('Новый пароль');
  const [hint, field] = [await page.getByText('От 8 символов').boundingBox(), await newPassword.boundingBox()];
  expect(Math.abs((hint?.x ?? 0) - (field?.x ?? -99)), 'how far its hint begins from a field').toBeLessThan(3);
  await page.getByLabel('Код из SMS').fill(await lastCode(request, person));
  await newPassword.fill('совсем другой пароль 9');
  const again = page.waitForRequest('**/api/Identity/Token');
  await page.getByRole('button', { name: 'Сохранить новый пароль' }).click();
  // It was a session of a day, and nobody has asked for a longer one.
  expect((await again).postDataJSON()).toMatchObject({ rememberMe: false });
  await expect(page.getByText('Пароль изменён')).toBeVisible();
  const headers = { authorization: `Bearer ${elsewhere.token}` };
  expect((await request.get('/api/PersonalAccount/Get', { headers })).status()).toBe(401);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Профиль', exact: true })).toBeVisible();
});
