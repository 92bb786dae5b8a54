import type { APIRequestContext, Page } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { joins } from '#test/e2e/support/members.ts';
import { enter, press, registeredCreator } from '#test/e2e/support/people.ts';

// The browser's own line about a level that costs more by now.
test.use({ expectedTroubles: [/status of 40[09] .*Membership\/Terms/] });

async function withLevels(request: APIRequestContext) {
  const creator = await newCreator(request);
  const level = async (name: string, amount: number, benefits: readonly string[]) =>
    String((await creator.call('POST', 'Membership/CreateLevel', { name, amount, benefits })).id);
  const cheap = await level('Слушатель', 25_000, ['Спасибо по имени']);
  const dear = await level('Свой человек', 75_000, ['Закрытый чат']);
  return { creator, cheap, dear };
}

const card = (page: Page) => page.getByRole('article');
const own = (page: Page) => page.getByRole('radio', { name: 'Своя сумма' });
const openForm = (page: Page) => press(page, 'Сменить уровень или сумму');
const coming = (sum: string) => new RegExp(`С \\d+ \\p{L}+ — ${sum}\\sсум в месяц\\.`, 'u');

test('a member comes from a post for a dearer level, chooses it, takes that back, and gives a sum of another size', {
  tag: ['@verdict', '@phone'],
}, async ({ page, request, sandboxUrl, newWindow }) => {
  const { creator, cheap, dear } = await withLevels(request);
  const written = { title: 'Эскизы', teaser: 'Скоро', text: 'Все эскизы', audience: 'level', levelId: dear };
  const { id: postId } = await creator.call('POST', 'Post/Save', { ...written, isPublished: true });
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз', levelId: cheap, amount: 25_000 });

  await enter(page, member, `/${creator.userName}/posts/${String(postId)}`);
  await page.getByRole('link', { name: 'Сменить уровень' }).click();
  await expect(page.getByRole('radio', { name: /Свой человек/ })).toBeChecked();
  await expect(page.getByText(/С \d+ \p{L}+ — 75\s000\sсум в месяц\. До этого всё остаётся как есть\./u)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: /Свой человек/ })).toBeChecked();
  const { sum, moved } = await layoutShift(page);
  expect(sum, moved).toBeLessThan(0.02);
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);
  expect(await foreignWords(page)).toEqual([]);
  await press(page, 'Выбрать это');
  await expect(card(page)).toContainText(coming('75\\s000'));
  await expect(card(page)).toContainText('Уровень «Свой человек».');
  await expect(card(page), 'until then all is as it was').toContainText(/25\s000\sсум в месяц/);
  // The address names the level until the form is closed.
  await expect(page).not.toHaveURL(/level=/);
  await page.reload();
  await expect(card(page)).toContainText(coming('75\\s000'));
  await expect(page.getByRole('button', { name: 'Выбрать это' })).toHaveCount(0);
  await expectAccessible(page, 'main');

  await press(page, 'Оставить как было');
  await expect(card(page)).not.toContainText(coming('75\\s000'));
  await page.goto(`/memberships?creator=${creator.userName}&level=${dear}`);
  await expect(page.getByRole('radio', { name: /Свой человек/ })).toBeChecked();
  await page.getByRole('link', { name: 'Все подписки' }).click();
  await expect(page).toHaveURL(/\/memberships$/);
  await expect(page.getByRole('radio'), 'the form was for the address before').toHaveCount(0);

  // By keyboard alone.
  await page.getByRole('button', { name: 'Сменить уровень или сумму' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Уровень или сумма' })).toBeFocused();
  await press(page, 'Не менять');
  await expect(page.getByRole('button', { name: 'Сменить уровень или сумму' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /Слушатель/ })).toBeChecked();
  await page.getByRole('radio', { name: /Слушатель/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(own(page)).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Сколько в месяц')).toBeFocused();
  await page.keyboard.type('80000');
  await expect(page.getByText('Своя сумма не открывает посты для уровней.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'За эту сумму есть уровень «Свой человек»' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /Свой человек/ })).toBeChecked();
  await own(page).check();
  await page.getByLabel('Сколько в месяц').fill('100');
  await page.getByLabel('Сколько в месяц').press('Enter');
  await expect(page.getByText(/Минимальная сумма от/).first()).toBeVisible();
  await page.getByLabel('Сколько в месяц').fill('40000');
  await expect(page.getByText(/Минимальная сумма от/)).toHaveCount(0);
  await page.getByLabel('Сколько в месяц').press('Enter');
  await expect(card(page)).toContainText(coming('40\\s000'));
  await expect(card(page)).toContainText('Своя сумма.');
  await noHorizontalScroll(page);

  await press(page, 'Уйти');
  await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click();
  await expect(card(page)).toContainText(/Если останетесь: с \d+ \p{L}+ — 40\s000\sсум в месяц\./u);
  await openForm(page);
  await page.getByRole('radio', { name: /Свой человек/ }).check();
  await expect(page.getByText(/Вы останетесь: с \d+ \p{L}+ — 75\s000\sсум в месяц\./u)).toBeVisible();
  await press(page, 'Остаться с этим');
  await expect(card(page)).toContainText('Действует');
  await expect(card(page)).toContainText(coming('75\\s000'));

  const monthly = await newWindow();
  await enter(monthly, member, `/${creator.userName}?level=${cheap}#donation`);
  await monthly.getByRole('link', { name: 'Открыть «Мою поддержку»' }).click();
  await expect(monthly.getByRole('radio', { name: /Слушатель/ }), 'the level it came for').toBeChecked();
});

test('a price that has changed meanwhile is shown before it is chosen, and the creator sees what comes', async ({
  page,
  request,
  sandboxUrl,
  newWindow,
}) => {
  const creator = await registeredCreator(request);
  const { headers } = creator;
  const made = await request.post('/api/Membership/CreateLevel', { headers, data: { name: 'Друг', amount: 50_000 } });
  const { id: levelId } = Object.assign({ id: '' }, (await made.json()).data);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз', amount: 30_000 });
  await enter(page, member, '/memberships');
  await openForm(page);
  await page.getByRole('radio', { name: /Друг/ }).check();
  await request.put('/api/Membership/Level', { headers, data: { levelId, name: 'Друг', amount: 60_000 } });
  await press(page, 'Выбрать это');
  await expect(page.getByText('Сумма тем временем изменилась. Проверьте новую')).toBeVisible();
  await expect(page.getByText(/— 60\s000\sсум в месяц/)).toBeVisible();
  await expectAccessible(page, 'main');
  await press(page, 'Выбрать это');
  await expect(card(page)).toContainText(coming('60\\s000'));

  const cabinet = await newWindow();
  await enter(cabinet, creator, '/profile/members');
  await expect(cabinet.getByRole('table', { name: 'Подписчики' })).toContainText(/дальше 60\s000\sсум, Друг/);
  await expectAccessible(cabinet, 'main');
  await noHorizontalScroll(cabinet);

  await request.delete(`/api/Membership/Level?levelId=${levelId}`, { headers });
  await openForm(page);
  await expect(page.getByRole('radio', { name: /Друг/ }), 'what was agreed to is still there').toBeChecked();
  await press(page, 'Не менять');
  await expect(card(page)).toContainText(coming('60\\s000'));
});
