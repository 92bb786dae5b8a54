import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, fields, lastCode, password, press, registered } from '#test/e2e/support/people.ts';

/** A person with a key for tools; `opens`: the status that it gets. */
async function withTools(request: APIRequestContext) {
  const person = await registered(request);
  const headers = { authorization: `Bearer ${person.token}` };
  const data = { name: 'Стрим', scopes: ['oauth-user-show'] };
  const { token } = await dataOf(await request.post('/api/Integration/CreateToken', { headers, data }));
  await dataOf(await request.get('/api/Widget/Settings', { headers }));
  const opens = async () => {
    const answer = await request.get('/api/v1/user/oauth', { headers: { authorization: `Bearer ${String(token)}` } });
    return answer.status();
  };
  return { person, opens };
}

test('a new password reports which tools it revoked, and keeps them on request', async ({ page, request }) => {
  const { person, opens } = await withTools(request);
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
  await fields(page).password.fill(`${password} и ещё`);
  await press(page, 'Сменить пароль и войти');
  await expect(page.getByRole('heading', { name: 'Пароль изменён' })).toBeVisible();
  await expect(page.getByText('1 ключ доступа')).toBeVisible();
  await expect(page.getByText('адреса виджетов: вставьте новые')).toBeVisible();
  await expectAccessible(page);
  expect(await opens()).toBe(401);
  await press(page, 'Продолжить');
  await expect(page).toHaveURL('/profile');
});

test('a new password in the profile asks about the tools before it revokes them', async ({ page, request }) => {
  const { person, opens } = await withTools(request);
  await enter(page, person, '/profile/security');
  const change = async (wanted: string) => {
    await page.getByRole('button', { name: 'Сменить пароль' }).click();
    // Wait, or the previous code would be read before the new one is sent.
    const code = page.getByLabel('Код из SMS');
    await code.waitFor();
    await code.fill(await lastCode(request, person));
    await page.getByLabel('Новый пароль').fill(wanted);
    await press(page, 'Сохранить новый пароль');
  };
  await change(`${password} и ещё`);
  const keep = page.getByRole('checkbox', { name: 'Оставить их как есть' });
  await expect(keep).toBeFocused();
  await expect(keep).not.toBeChecked();
  expect(await opens()).toBe(200);
  await expectAccessible(page);
  await press(page, 'Сохранить новый пароль');
  await expect(page.getByText('Пароль изменён')).toBeFocused();
  await expect(page.getByText('1 ключ доступа')).toBeVisible();
  expect(await opens()).toBe(401);
});
