import { chooser, letter, long, play, secondOf, track } from '#test/e2e/support/audio-of-posts.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { enter, press, registeredCreator } from '#test/e2e/support/people.ts';
import { photo } from '#test/support/image-client.ts';

// What is no audio is refused, or too much; a connection is cut.
test.use({ expectedTroubles: [/(status of (415|429)|ERR_FAILED) .*Post\/Audio/] });

test('the form of a post needs no more of the program while something is typed in it', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  await enter(page, creator, '/profile/members/posts/new');
  await page.getByLabel('Заголовок').fill('Выпуск первый');
  await page.route('**/*.js', (route) => route.abort());
  await chooser(page).setInputFiles(track);
  const player = page.getByLabel('Аудио: Выпуск первый').first();
  await play(player);
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);
  await expect(page.getByText('Аудио не загрузилось')).toHaveCount(0);
  await expect(page.getByLabel('Заголовок')).toHaveValue('Выпуск первый');
});

test('an upload that would be refused is not sent', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  const error = { code: 'TooManyRequests', message: 'Слишком много загрузок за час. Подождите немного' };
  await page.route('**/api/Post/AudioRoom?*', (route) =>
    route.fulfill({ status: 429, json: { success: false, data: null, error } }),
  );
  const sent: string[] = [];
  page.on('request', (asked) => {
    if (asked.url().endsWith('/api/Post/Audio')) sent.push(asked.method());
  });
  await enter(page, creator, '/profile/members/posts/new');
  await chooser(page).setInputFiles(track);
  await expect(page.getByText('Слишком много загрузок за час')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Добавить аудио' })).toHaveAccessibleDescription(/Слишком много/);
  await chooser(page).setInputFiles({ ...track, buffer: Buffer.alloc(0) });
  await expect(page.getByText('Файл пустой')).toBeVisible();
  expect(sent).toEqual([]);
});

test('an upload waits for one that was cancelled a moment ago', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  let asked = 0;
  await page.route('**/api/Post/AudioRoom?*', (route) => {
    asked += 1;
    return route.fulfill({ json: { success: true, data: { isUploading: asked < 3 }, error: null } });
  });
  await enter(page, creator, '/profile/members/posts/new');
  await chooser(page).setInputFiles(track);
  await expect(page.getByRole('button', { name: 'Убрать аудио' })).toBeVisible();
  expect(asked).toBe(3);
});

test('a file that is dropped beside its part of the form does not take the form away', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  await enter(page, creator, '/profile/members/posts/new');
  const title = page.getByLabel('Заголовок');
  await title.fill('Выпуск первый');
  const isRefused = await title.evaluate((beside) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['letter'], 'letter.txt'));
    const event = (type: string) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dropped });
    return ['dragover', 'drop'].map((type) => !beside.dispatchEvent(event(type)));
  });
  expect(isRefused).toEqual([true, true]);
  await expect(title).toHaveValue('Выпуск первый');
});

test('a file is dropped on its part of the form; pictures are too', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  await enter(page, creator, '/profile/members/posts/new');
  const drop = async (part: string, { name, mimeType, buffer }: typeof track) => {
    const bytes = [...buffer];
    const files = await page.evaluateHandle(
      ({ bytes, name, mimeType }) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
        return dropped;
      },
      { bytes, name, mimeType },
    );
    const target = page.getByRole('region', { name: part }).locator('[data-drop]');
    await target.dispatchEvent('dragover', { dataTransfer: files });
    await expect(target).toHaveAttribute('data-over', 'true');
    await target.dispatchEvent('drop', { dataTransfer: files });
    await expect(target).not.toHaveAttribute('data-over', 'true');
  };
  await drop('Аудио', letter);
  await expect(page.getByRole('button', { name: 'Добавить аудио' })).toHaveAccessibleDescription(/Это не аудио/);
  await drop('Аудио', track);
  await expect(page.getByRole('button', { name: 'Заменить аудио' })).toBeVisible();
  const buffer = await photo(300, 200).png().toBuffer();
  await drop('Картинки', { name: 'cover.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Картинка 1' }).first()).toBeVisible();
});

test('one button of the form of a post is the main one: a draft is published, a post is saved', async ({
  page,
  request,
}) => {
  const creator = await registeredCreator(request);
  const mainButtons = () =>
    page.getByRole('main').evaluate((main) => {
      const probe = document.createElement('span');
      probe.style.backgroundColor = 'var(--accent-fill)';
      main.append(probe);
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      const buttons = [...main.querySelectorAll('button, a')];
      return buttons
        .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === backgroundColor)
        .map((one) => one.textContent);
    });
  await enter(page, creator, '/profile/members/posts/new');
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeVisible();
  expect(await mainButtons()).toEqual(['Опубликовать']);
  await page.getByLabel('Заголовок').fill('Выпуск первый');
  await page.getByRole('textbox', { name: 'Текст' }).fill('Раз');
  await expect(page.getByRole('button', { name: 'Отменить' })).toBeVisible();
  expect(await mainButtons()).toEqual(['Опубликовать']);
  await press(page, 'Опубликовать');
  await expect(page).toHaveURL(/\/profile\/members\/posts\/[\da-f-]{36}$/);
  await page.getByRole('textbox', { name: 'Текст' }).fill('Два');
  await expect(page.getByRole('button', { name: 'Отменить' })).toBeVisible();
  // Its words while it saves are laid out below it, so that its width is kept.
  expect(await mainButtons()).toEqual([expect.stringMatching(/^Сохранить/)]);
});

test('the form of a post stands still while audio is chosen, refused, uploaded, replaced and removed', async ({
  page,
  request,
}) => {
  const creator = await registeredCreator(request);
  await enter(page, creator, '/profile/members/posts/new');
  await page.getByLabel('Заголовок').fill('Выпуск первый');
  const box = page.getByRole('region', { name: 'Аудио' });
  await box.scrollIntoViewIfNeeded();
  const height = (await box.boundingBox())?.height;
  let before = (await layoutShift(page)).sum;
  const expectStill = async () => {
    expect((await box.boundingBox())?.height).toBe(height);
    const { sum, moved } = await layoutShift(page);
    expect(sum - before, moved).toBeLessThan(0.01);
    before = sum;
  };
  await chooser(page).setInputFiles(letter);
  await expect(page.getByText('Это не аудио')).toBeVisible();
  await chooser(page).setInputFiles(track);
  const removing = page.getByRole('button', { name: 'Убрать аудио' });
  await expect(removing).toBeVisible();
  await expectStill();
  await chooser(page).setInputFiles(letter);
  await expect(page.getByText('Это не аудио')).toBeVisible();
  await chooser(page).setInputFiles(long);
  await expect(page.getByText('235 КБ')).toBeVisible();
  await expectStill();
  await removing.evaluate((button: HTMLElement) => button.click());
  await expect(removing).toHaveCount(0);
  await expectStill();
});

test('an upload that is cancelled or cut leaves the form as it was', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  let isCut = false;
  await page.route('**/api/Post/Audio', async (route) => {
    if (isCut) await route.abort();
  });
  // Long before the key is pressed: else the browser may open its own dialog.
  const opened = page.waitForEvent('filechooser');
  await enter(page, creator, '/profile/members/posts/new');
  await page.getByLabel('Заголовок').fill('Выпуск первый');
  const adding = page.getByRole('button', { name: 'Добавить аудио' });
  await adding.press('Enter');
  await (await opened).setFiles(track);
  await expect(page.getByRole('progressbar', { name: 'Загрузка аудио' })).toBeVisible();
  const box = page.getByRole('region', { name: 'Аудио' });
  await expect(box.getByText('track.mp3')).toBeVisible();
  await expect(box.getByText(/^\d+ КБ из 47 КБ, \d+\s%$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Прервать загрузку' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Загружаем файл…' })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(adding).toBeFocused();
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeEnabled();
  isCut = true;
  await chooser(page).setInputFiles(track);
  await expect(page.getByText('Связь прервалась, аудио не загрузилось')).toBeVisible();
  await expect(page.getByLabel('Заголовок')).toHaveValue('Выпуск первый');
  await page.unroute('**/api/Post/Audio');
  await chooser(page).setInputFiles(track);
  await expect(page.getByRole('button', { name: 'Убрать аудио' })).toBeVisible();
  await press(page, 'Сохранить черновик');
  await expect(page).toHaveURL(/posts\/[\da-f-]{36}$/);
  await page.reload();
  await expect(page.getByLabel('Аудио: Выпуск первый').first()).toHaveAttribute('src', /proof=/);
  await press(page, 'Опубликовать');
  await page.getByRole('button', { name: 'Вернуть в черновики' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeFocused();
  await press(page, 'Убрать аудио');
  await expect(adding).toBeFocused();
});
