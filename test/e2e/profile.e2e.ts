import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openSections } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, expectUncovered, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, press, registered } from '#test/e2e/support/people.ts';

test.use({ expectedTroubles: [/status of 400 .*\/api\/PersonalAccount\/Update/] });

/** A picture of noise: no encoder makes it small, so that sending it takes a moment. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: w, height: h });
      const context = canvas.getContext('2d');
      for (let y = 0; context && y < h; y += 8) {
        for (let x = 0; x < w; x += 8) {
          context.fillStyle = `hsl(${Math.round((x / w) * 360)} 70% ${30 + ((x * 7 + y * 13) % 40)}%)`;
          context.fillRect(x, y, 8, 8);
        }
      }
      return canvas.toDataURL('image/jpeg', 0.95);
    },
    [width, height] as const,
  );
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

async function choosePicture(page: Page, label: string, file: Buffer): Promise<void> {
  await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: file,
  });
  await expect(page.getByRole('dialog', { name: label })).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Сохранить', exact: true }).click();
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Части страницы' }).getByRole('link', { name }).click();
const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the page is filled in, each field shows its state, and the overview what is missing', {
  tag: ['@verdict', '@phone'],
}, async ({ page, request }) => {
  const person = await registered(request);
  await enter(page, person, '/profile');
  await expect(page.getByRole('heading', { name: 'Первые шаги: 0 из 6' })).toBeVisible();
  await expect(page.getByText(/появится, когда вы отметите, чем занимаетесь/)).toBeVisible();
  await expect(page.getByText('Виджет ещё не открыт')).toBeVisible();
  await expectAccessible(page);
  await openSections(page);
  await page.getByRole('link', { name: 'Страница', exact: true }).click();

  const userName = page.getByLabel('Имя пользователя', { exact: true });
  const ownName = await userName.inputValue();
  await userName.fill('а б');
  // It lies under the bar that saves.
  await userName.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight));
  await save(page);
  await expect(userName).toBeFocused();
  await expectUncovered(userName);
  await press(page, 'Отменить');
  await expect(userName).toHaveValue(ownName);
  await expect(userName).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('body')).not.toBeFocused();
  await userName.fill('dilnoza');
  await expect(page.getByText('Это имя уже занято')).toBeVisible();
  const wanted = `name${randomInt(1_000_000_000)}`;
  await userName.fill(wanted);
  await expect(page.getByText('Свободно')).toBeVisible();
  const givenName = page.getByLabel('Имя', { exact: true });
  await givenName.fill('Дильноза');
  await goTo(page, 'О себе');
  await page.getByLabel('Музыкант').check();
  await page.getByLabel('О себе').fill('Пою и играю на рубабе');
  await expect(page.getByText('21 / 1000')).toBeVisible();
  await goTo(page, 'Ссылки');
  // A link pasted into the wrong row moves to its own.
  await page.getByRole('textbox', { name: 'YouTube' }).fill('https://t.me/dilnoza');
  await expect(page.getByRole('textbox', { name: 'Telegram' })).toHaveValue('https://t.me/dilnoza');
  const instagram = page.getByRole('textbox', { name: 'Instagram' });
  await instagram.fill('https://instagram.com.evil.uz/a');
  await instagram.blur();
  await expect(page.getByText('Нужна ссылка на instagram.com')).toBeVisible();
  // Saving moves the focus to the invalid field; moving on does not.
  await expect(instagram).not.toBeFocused();
  // It leads there from another section, too; what was typed in the others is still there.
  await goTo(page, 'Основное');
  await expect(givenName).toHaveValue('Дильноза');
  await givenName.press('Enter');
  await expect(instagram).toBeFocused();
  await expect(page).toHaveURL(/section=links/);
  await instagram.fill('');
  await expect(page.getByText('Изменено, не отправлено').filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);

  const sent = page.waitForRequest('**/api/PersonalAccount/Update');
  await save(page);
  const body: unknown = (await sent).postDataJSON();
  expect(body).toEqual({
    userName: wanted,
    givenName: 'Дильноза',
    fields: [
      { name: 'UserType', value: '[4]' },
      { name: 'Banner', value: '' },
      { name: 'Avatar', value: '' },
      { name: 'About', value: 'Пою и играю на рубабе' },
      { name: 'TgLink', value: 'https://t.me/dilnoza' },
    ],
  });
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toHaveText(
    'Сохранено. Отмеченное «На проверке» сначала посмотрит модератор',
  );
  await expect(page.getByText('На проверке', { exact: true })).toHaveCount(3);
  await goTo(page, 'О себе на проверке: 2');
  await expect(page.getByLabel('О себе')).not.toBeEditable();

  await openSections(page);
  await page.getByRole('link', { name: 'Обзор' }).click();
  await expect(page.getByRole('heading', { name: 'Первые шаги: 3 из 6' })).toBeVisible();
  await expect(page.getByText(/появится, как только модератор подтвердит/)).toBeVisible();
  await expect(page.getByText('Модератор смотрит 3 изменения')).toBeVisible();
});

test('leaving with unsaved changes asks', async ({ page, request }) => {
  await enter(page, await registered(request), '/profile/edit');
  await page.getByLabel('Фамилия').fill('Каримова');
  await openSections(page);
  await page.getByRole('link', { name: 'Обзор' }).click();
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Каримова');
  await openSections(page);
  await page.getByRole('link', { name: 'Обзор' }).click();
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test.describe('what is typed in the profile', () => {
  test.use({ expectedTroubles: [/status of (409 .*Update|500 .*PersonalAccount)/] });

  test('stays when another section does not open, and the section goes back', async ({ page, request }) => {
    await enter(page, await registered(request), '/profile/edit');
    const surName = page.getByLabel('Фамилия');
    const about = page.getByLabel('О себе');
    await surName.fill('Каримова');
    await page.route('**/api/PersonalAccount/Get', (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, data: null, error: { code: 'InternalError', message: 'Ошибка' } },
      }),
    );
    await goTo(page, 'О себе');
    await expect(page.getByText('Страница не открылась')).toBeVisible();
    await expect(surName).toBeVisible();
    await expect(about).toBeHidden();
    await expect(surName).toHaveValue('Каримова');
    await page.unroute('**/api/PersonalAccount/Get');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await about.fill('Пою');
    await goTo(page, 'Основное');
    await expect(surName).toHaveValue('Каримова');
  });

  test('stays when the field went to the moderator from another device', async ({ page, request }) => {
    const person = await registered(request);
    await enter(page, person, '/profile/edit?section=about');
    const about = page.getByLabel('О себе');
    const surName = page.getByLabel('Фамилия');
    await about.fill('Пою');
    // The change of sections reads the profile anew: it must not learn of the other device by that.
    const isRead = page.waitForResponse('**/api/PersonalAccount/Get');
    await goTo(page, 'Основное');
    await isRead;
    await surName.fill('Каримова');
    const headers = { authorization: `Bearer ${person.token}` };
    const data = { fields: [{ name: 'About', value: 'Рисую' }] };
    await dataOf(await request.post('/api/PersonalAccount/Update', { headers, data }));
    await save(page);
    await expect(page.getByText('Это поле на проверке').first()).toBeVisible();
    await expect(about).toBeFocused();
    await expect(about).toHaveValue('Пою');
    await expect(surName).toHaveValue('Каримова');
    await expectAccessible(page);
    await save(page);
    await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
    await expect(about).toHaveValue('Пою');
    await page.reload();
    await expect(about).toHaveValue('Рисую');
    await goTo(page, 'Основное');
    await expect(surName).toHaveValue('Каримова');
  });
});

test.describe('a saved profile', () => {
  test.use({ expectedTroubles: [/status of 500 .*\/api\/Identity\/GetUser/] });

  test('is saved also when the header’s name cannot be loaded again', { tag: '@desktop' }, async ({
    page,
    request,
  }) => {
    await enter(page, await registered(request), '/profile/edit');
    await page.getByLabel('Фамилия').fill('Каримова');
    const error = { code: 'InternalError', message: 'Ошибка' };
    const asked = page.waitForRequest('**/api/Identity/GetUser');
    await page.route('**/api/Identity/GetUser', (route) =>
      route.fulfill({ status: 500, json: { success: false, data: null, error } }),
    );
    await save(page);
    await asked;
    // Nothing waits for a moderator.
    await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toHaveText('Сохранено');
    await expect(page.getByText('Изменено, не отправлено')).toHaveCount(0);
  });
});

test.describe('pictures', () => {
  test.use({ expectedTroubles: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/] });

  test('are cropped by keyboard and uploaded as a square, also after a lost connection', { tag: '@verdict' }, async ({
    page,
    request,
    context,
  }) => {
    await enter(page, await registered(request), '/profile/edit');
    await choosePicture(page, 'Аватар', await picture(page, 3_000, 2_000));
    const dialog = page.getByRole('dialog', { name: 'Аватар' });
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: /^Кадр/ }).focus();
    // What was chosen is in sight before anything is touched.
    const opacity = (canvas: HTMLCanvasElement) =>
      canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
    await expect.poll(() => dialog.locator('canvas').evaluate(opacity)).toBe(255);
    const before = await dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    const cut = await dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    expect(cut).not.toBe(before);

    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Загрузить' }).click();
    await expect(dialog.getByText('Связь прервалась')).toBeVisible();
    expect(await dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())).toBe(cut);
    await context.setOffline(false);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/Images'));
    await dialog.getByRole('button', { name: 'Повторить' }).click();
    expect(await (await answered).json()).toMatchObject({ data: { width: 512, height: 512 } });
    await expect(dialog).toBeHidden();
    await expect(sectionOf(page, 'Аватар').getByText('Изменено, не отправлено')).toBeVisible();
    await save(page);
    await expect(sectionOf(page, 'Аватар').getByText('На проверке')).toBeVisible();
    await expect(sectionOf(page, 'Аватар').getByRole('button', { name: 'Заменить' })).toBeDisabled();
  });

  test('an upload can be cancelled, and a file that is no picture is refused', async ({ page, request }) => {
    await enter(page, await registered(request), '/profile/edit');
    await page.route('**/api/Images', () => undefined);
    await choosePicture(page, 'Баннер', await picture(page, 1_600, 900));
    const dialog = page.getByRole('dialog', { name: 'Баннер' });
    await dialog.getByRole('button', { name: 'Загрузить' }).click();
    await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
    await expect(dialog.getByRole('button', { name: 'Загрузить' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await expect(dialog).toBeHidden();
    await page.locator('input[type=file][aria-label="Баннер"]').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await expect(page.getByText('Не получилось открыть картинку')).toBeVisible();
  });
});

test('another user is shown with public data, and a guest is redirected to the login', async ({
  page,
  request,
  newWindow,
}) => {
  await enter(page, await registered(request), '/profile/dilnoza');
  await expect(page.getByRole('link', { name: 'Поддержать' })).toBeVisible();
  const guest = await newWindow();
  await guest.goto('/profile/edit');
  await expect(guest).toHaveURL(/\/auth\?next=%2Fprofile%2Fedit/);
});
