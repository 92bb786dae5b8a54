import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, fields, lastCode, password, press, registered } from '#test/e2e/support/people.ts';

test('a new password reports which tools it revoked, and keeps them on request', async ({ page, request }) => {
  const person = await registered(request);
  const headers = { authorization: `Bearer ${person.token}` };
  const data = { name: 'Стрим', scopes: ['oauth-user-show'] };
  const { token } = await dataOf(await request.post('/api/Integration/CreateToken', { headers, data }));
  await dataOf(await request.get('/api/Widget/Settings', { headers }));
  const opens = async () => {
    const answer = await request.get('/api/v1/user/oauth', { headers: { authorization: `Bearer ${String(token)}` } });
    return answer.status();
  };
  expect(await opens()).toBe(200);

  await page.goto('/reset');
  await fields(page).phone.fill(person.written);
  await press(page, 'Получить код');
  await expect(fields(page).code).toBeVisible();
  await fields(page).code.fill(await lastCode(request, person));
  const keep = page.getByRole('checkbox', { name: 'Оставить их как есть' });
  await expect(keep).not.toBeChecked();
  // The question is still there after a reload.
  await page.reload();
  await expect(keep).toBeVisible();
  await expectAccessible(page);
  await noHorizontalScroll(page);
  await fields(page).password.fill(`${password} и ещё`);
  await press(page, 'Сменить пароль и войти');
  await expect(page.getByRole('heading', { name: 'Пароль изменён' })).toBeVisible();
  await expect(page.getByText('1 ключ доступа')).toBeVisible();
  await expect(page.getByText('адреса виджетов: вставьте новые')).toBeVisible();
  await expectAccessible(page);
  await noHorizontalScroll(page);
  expect(await opens()).toBe(401);
  await press(page, 'Продолжить');
  await expect(page).toHaveURL('/profile');
});
