import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { fields, lastCode, logOut, menu, newPerson, password, press, registered } from '#test/e2e/support/people.ts';

// Console messages of the browser about answers that these tests cause.
test.use({ expectedTroubles: [/status of (400|401|403|404|409|410|429)|ERR_FAILED .*Identity\/Token/] });

test('a user registers, logs out, logs in by code and sets a new password', { tag: ['@verdict', '@phone'] }, async ({
  page,
  request,
}) => {
  const person = newPerson();
  await page.goto('/registration');
  await fields(page).phone.fill(person.written);
  await fields(page).password.fill(password);
  await press(page, 'Получить код');
  // After a reload the code is still expected, and so is the next one.
  await expect(fields(page).code).toBeFocused();
  await page.reload();
  await expect(page.getByText(/Новый код можно запросить через 0:/)).toBeVisible();
  await fields(page).code.fill(await lastCode(request, person));
  await expect(page).toHaveURL('/profile');

  await logOut(page);
  await expect(page).toHaveURL('/');

  await page.goto('/identify?next=%2Fauthors%3Ftype%3Dgamer');
  await fields(page).phone.fill(`+${person.phone}`);
  await press(page, 'Получить код');
  // Wait, or the previous code would be read before the new one is sent.
  await expect(fields(page).code).toBeVisible();
  await fields(page).code.fill(await lastCode(request, person));
  await expect(page).toHaveURL('/authors?type=gamer');
  await logOut(page);
  await expect(page).toHaveURL('/authors?type=gamer');

  await page.goto('/reset');
  await expect(fields(page).phone).toHaveValue(/^\+998 \(93\)/);
  await press(page, 'Получить код');
  await expect(fields(page).code).toBeVisible();
  // A minute later.
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('code ')) sessionStorage.removeItem(key);
  });
  await page.reload();
  await press(page, 'Отправить код ещё раз');
  await expect(page.getByText('Новый код отправлен')).toBeVisible();
  await fields(page).code.fill(await lastCode(request, person));
  await fields(page).password.fill('совсем другой пароль 7');
  await press(page, 'Сменить пароль и войти');
  await expect(page).toHaveURL('/profile');
  const { code } = Object.assign(
    { code: '' },
    await (await request.post('/api/Identity/Token', { data: { phone: person.phone, password } }))
      .json()
      .then((body) => body.error),
  );
  expect(code).toBe('BadCredentials');
});

test('every mistake is shown at its field, and nothing typed is lost', { tag: '@verdict' }, async ({
  page,
  request,
}) => {
  const person = await registered(request);
  const { phone, password: secret, code } = fields(page);

  await page.goto('/auth');
  await press(page, 'Войти');
  await expect(page.getByText('Заполните поле')).toHaveCount(2);
  await expect(phone).toBeFocused();
  await phone.fill('93 12');
  await press(page, 'Войти');
  await expect(page.getByText('Номер введён не полностью')).toBeVisible();
  await phone.fill('+7 999 123-45-67');
  await expect(page.getByText('Нужен номер, который начинается с +998')).toBeVisible();
  await phone.fill(person.written);
  await secret.fill('не тот пароль');
  await press(page, 'Войти');
  await expect(page.getByText('Неверный номер телефона или пароль')).toBeVisible();
  await expect(secret).toBeFocused();
  await expect(secret).toHaveValue('не тот пароль');
  await page.getByRole('button', { name: 'Показать пароль' }).click();
  await expect(secret).toHaveAttribute('type', 'text');

  await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
  // Both screens have these fields: what is typed before the new one stands would be typed into the old one.
  await expect(page).toHaveURL(/\/registration/);
  await expect(page.getByLabel('Придумайте пароль')).toBeVisible();
  await expect(phone).toHaveValue(/\+998 \(93\)/);
  await secret.fill('коротко');
  await press(page, 'Получить код');
  await expect(page.getByText('Не короче 8 символов')).toBeVisible();
  await secret.fill('password123');
  await press(page, 'Получить код');
  await expect(page.getByText(/слишком легко угадать/)).toBeVisible();
  await secret.fill(password);
  await press(page, 'Получить код');
  await expect(page.getByText('Этот номер уже зарегистрирован')).toBeVisible();
  await page.getByRole('link', { name: 'Восстановить пароль' }).click();
  await expect(page).toHaveURL(/\/reset/);
  await expect(secret).toBeHidden();
  await press(page, 'Получить код');
  await code.fill('12');
  await press(page, 'Подтвердить');
  await expect(page.getByText('Введите все 6 цифр кода')).toBeVisible();
  const right = await lastCode(request, person);
  await code.fill(right === '000000' ? '111111' : '000000');
  await expect(page.getByText(/Неверный код\. Осталось попыток: 4/)).toBeVisible();
  await code.fill(right);
  await secret.fill('12345678');
  await press(page, 'Сменить пароль и войти');
  await expect(page.getByText(/слишком легко угадать/)).toBeVisible();
  await secret.fill(`${password} и ещё`);
  await press(page, 'Сменить пароль и войти');
  await expect(page).toHaveURL('/profile');
});

test('too many attempts are counted down, a network failure is shown, phone and password stay', async ({ page }) => {
  const { phone, password: secret } = fields(page);
  await page.goto('/auth');
  await phone.fill('93 123-45-67');
  await secret.fill(password);
  await page.route('**/api/Identity/Token', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '3' },
      json: {
        success: false,
        data: null,
        error: { code: 'TooManyRequests', message: 'Слишком много неверных паролей. Следующая попытка через 3 с' },
      },
    }),
  );
  await press(page, 'Войти');
  await expect(page.getByRole('alert').filter({ hasText: 'Слишком много неверных паролей' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Можно через 0:0[123]/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible();
  await page.unroute('**/api/Identity/Token');
  await page.route('**/api/Identity/Token', (route) => route.abort());
  await press(page, 'Войти');
  await expect(page.getByText('Нет связи')).toBeVisible();
  await expect(phone).toHaveValue('+998 (93) 123-45-67');
  await expect(secret).toHaveValue(password);
});

test('the login works by keyboard', async ({ page, request }) => {
  const person = await registered(request);
  await page.goto('/auth?next=%2Fauthors');
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Перейти к содержанию' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.phone);
  await expect(fields(page).phone).toHaveValue(/^\+998 \(93\) \d{3}-\d\d-\d\d$/);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/authors');
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Моё меню' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const leave = page.getByRole('button', { name: 'Выйти' });
  const isThere = () => leave.evaluate((button) => button === document.activeElement);
  for (let step = 0; step < 10 && !(await isThere()); step += 1) await page.keyboard.press('Tab');
  await expect(leave).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
});

test('each screen meets WCAG, fits the window and has one canonical address', async ({ page, request }) => {
  for (const path of ['/auth', '/registration', '/reset', '/identify', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator('main form button[type=submit]').click();
    await expect(page.getByText('Заполните поле').first()).toBeVisible();
    await expectAccessible(page);
  }
  for (const path of ['registration', 'reset', 'identify']) {
    const html = await (await request.get(`/auth/${path}`)).text();
    expect(html).toMatch(new RegExp(`rel="canonical" href="[^"]+:\\d+/${path}"`));
  }
});
