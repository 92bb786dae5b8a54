import type { Page } from '@playwright/test';
import { expect, expectAccessible, test as story } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, press, registeredCreator } from '#test/e2e/support/people.ts';

/** `other`: a second window with the draft that `page` shows. */
const test = story.extend<{ other: Page }>({
  other: async ({ page, request, newWindow }, use) => {
    const creator = await registeredCreator(request);
    const data = { title: 'Общий черновик', audience: 'everyone', text: 'Раз', isPublished: false };
    const { id } = await dataOf(await request.post('/api/Post/Save', { headers: creator.headers, data }));
    const address = `/profile/members/posts/${String(id)}`;
    const other = await newWindow();
    await enter(page, creator, address);
    await enter(other, creator, address);
    await use(other);
  },
});

// A version that was not seen is refused.
test.use({ expectedTroubles: [/status of 409 .*Post/] });

test('what is written in a second tab is not overwritten by the first one', async ({ page, other }) => {
  const textIn = (window: typeof page) => window.getByRole('textbox', { name: 'Текст' });
  await textIn(other).fill('Из второй вкладки');
  await press(other, 'Сохранить черновик');
  await expect(other.getByText('Черновик сохранён')).toBeVisible();
  await textIn(page).fill('Из первой вкладки');
  await press(page, 'Сохранить черновик');
  await expect(page.getByText('Пока вы писали, пост сохранили в другом окне.')).toBeVisible();
  await expect(textIn(page)).toHaveValue('Из первой вкладки');
  await expectAccessible(page, 'main');
  await press(page, 'Отменить');
  await expect(textIn(page)).toHaveValue('Из второй вкладки');
  await textIn(page).fill('Из первой вкладки');
  await press(page, 'Сохранить черновик');
  await expect(page.getByText('Черновик сохранён')).toBeVisible();
  await textIn(other).fill('Снова из второй вкладки');
  await press(other, 'Сохранить черновик');
  await expect(other.getByText('Пока вы писали, пост сохранили в другом окне.')).toBeVisible();
  await press(other, 'Сохранить черновик');
  await expect(other.getByText('Черновик сохранён')).toBeVisible();
  await other.reload();
  await expect(textIn(other)).toHaveValue('Снова из второй вкладки');
});

test('a draft that was published in a second tab is not deleted by the first one', async ({ page, other }) => {
  await other.getByRole('textbox', { name: 'Текст' }).fill('Два');
  await press(other, 'Опубликовать');
  await expect(other.getByText('Пост опубликован')).toBeVisible();
  const remove = async () => {
    await press(page, 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  };
  await remove();
  await expect(page.getByText('Пост не удалён: его сохранили в другом окне.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Текст' })).toHaveValue('Два');
  await expect(page.getByRole('link', { name: 'Открыть пост' })).toBeVisible();
  await expectAccessible(page, 'main');
  await remove();
  await expect(page.getByText('Постов пока нет')).toBeVisible();
});
