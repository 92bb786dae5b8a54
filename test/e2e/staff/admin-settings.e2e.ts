import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({ expectedTroubles: [/status of (400|403|404|409)/] });

test('creators are put in order by keyboard, number and pointer, and a colleague is not overwritten @desktop', {
  tag: '@verdict',
}, async ({ page, newWindow }) => {
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/filters?list=merch');
  const rows = page.getByRole('list', { name: 'Закреплённые авторы' }).getByRole('listitem');
  const names = () => rows.getByRole('link').allTextContents();
  await expect(rows.nth(2)).toBeVisible();
  const [first = '', second = '', third = ''] = await names();
  await page.getByRole('button', { name: `Переставить: ${first}` }).press('ArrowDown');
  expect((await names()).slice(0, 3)).toEqual([second, first, third]);
  await page.getByRole('textbox', { name: `Место: ${third}` }).fill('1');
  await page.keyboard.press('Enter');
  expect((await names()).slice(0, 3)).toEqual([third, second, first]);
  const handle = page.getByRole('button', { name: `Переставить: ${first}` });
  await handle.hover();
  await page.mouse.down();
  await rows.first().hover({ position: { x: 60, y: 2 } });
  await page.mouse.up();
  await expect.poll(async () => (await names())[0]).toBe(first);

  const colleague = await newWindow();
  await enterAsStaff(colleague, 'admin');
  await colleague.goto('/admin/filters?list=merch');
  const remove = colleague.getByRole('button', { name: /^Убрать из порядка/ });
  await expect(remove.first()).toBeVisible();
  await press(page, 'Сохранить порядок');
  await expect(page.getByText('Сохранено: порядок уже на сайте')).toBeVisible();
  await expect(page.getByText('ещё не сохранён')).toBeHidden();
  await page.reload();
  await expect.poll(async () => (await names())[0]).toBe(first);
  await expectAccessible(page);

  await remove.last().click();
  const free = colleague.getByRole('region', { name: 'Добавить автора' });
  await expect(free.getByRole('button', { name: /^Добавить/ })).not.toHaveCount(0);
  await press(colleague, 'Сохранить порядок');
  await expect(colleague.getByRole('alert')).toContainText('сохранил кто-то другой');
  await press(colleague, 'Загрузить заново');
  await expect(colleague.getByRole('button', { name: `Переставить: ${first}` })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await noHorizontalScroll(page);
});

test('the settings of donations: faults at their fields, words tried before they are saved; a moderator cannot @desktop', async ({
  page,
  newWindow,
}) => {
  await enterAsStaff(page, 'admin');
  await page.goto('/admin/donate-settings');
  const least = page.getByLabel(/^Минимальная/);
  await least.fill('много');
  await least.press('Enter');
  await expect(least).toHaveAccessibleDescription('Укажите сумму числом');
  const preset = page.getByLabel(/^Сумма \d/).last();
  const name = await preset.getAttribute('id');
  const before = await preset.inputValue();
  await preset.fill('');
  await least.fill('99000000');
  await least.press('Enter');
  await expect(page.getByText(/^Значение должно превышать 99\s000\s000$/)).toBeVisible();
  await expect(preset, 'what is refused stays as it was typed').toHaveId(name ?? '');
  await expect(preset).toHaveValue('');
  await press(page, 'Отменить');
  await expect(least).toHaveValue(/^5\s000$/);
  await expect(preset).toHaveValue(before);
  await page.getByRole('switch', { name: 'Донаты принимаются' }).click();
  await page.getByLabel('Причина, которую увидят люди').fill('меняем банк.');
  // Not saved: it would stop the donations of the tests that run beside this one.
  await expect(page.getByText('Приём донатов приостановлен: меняем банк. Деньги не списаны')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Отменить');
  const words = page.getByLabel(/^Список, слов/);
  const showWords = page.getByRole('button', { name: /^Показать список \(\d+\)$/ });
  await expect(words).toBeHidden();
  await showWords.click();
  await expect(words).toBeFocused();
  const word = `слово${[...String(Date.now())].map((digit) => 'абвгдежзик'[Number(digit)]).join('')}`;
  await words.fill(`${await words.inputValue()}\n${word.toUpperCase()}`);
  await page.getByLabel('Проверить на тексте').fill(`ну ты и ${word}`);
  await expect(page.locator('output')).toHaveText(`ну ты и ${'*'.repeat(word.length)}`);
  await press(page, 'Сохранить');
  await expect(words, 'the list is drawn as it was saved').toHaveValue(new RegExp(`${word}$`));
  await expect(page.getByText('Сохранено: действует сразу и для всех')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  await page.reload();
  await showWords.click();
  await expect(words).toHaveValue(new RegExp(word));
  await page.setViewportSize({ width: 390, height: 844 });
  await noHorizontalScroll(page);

  const moderator = await newWindow();
  await enterAsStaff(moderator, 'moderator');
  for (const section of ['donate-settings', 'payouts', 'site', 'reconciliation']) {
    await moderator.goto(`/admin/${section}`);
    await expect(moderator.getByText('Этот раздел только для администратора')).toBeVisible();
  }
  await expectAccessible(moderator);
});
