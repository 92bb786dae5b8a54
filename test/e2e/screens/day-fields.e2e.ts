import type { Locator, Page } from '@playwright/test';
import { dayText } from '#base/text/dates.ts';
import { dayAfter } from '#base/text/days.ts';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';

/** The words of a calendar in a language, around Wednesday 11 November 2026. */
const languages = {
  ru: {
    from: 'С',
    calendar: 'Календарь: С',
    typed: '11.11.2026',
    month: 'Ноябрь 2026',
    before: 'Октябрь 2026',
    day: 'среда, 11 ноября 2026 г.',
    monday: 'понедельник, 9 ноября 2026 г.',
    chosen: '09.11.2026',
    wrong: 'Введите дату так: 21.11.2026',
    missing: 'Такого дня нет',
  },
  uz: {
    from: 'Dan',
    calendar: 'Taqvim: Dan',
    typed: '11.11.2026',
    month: 'Noyabr 2026',
    before: 'Oktabr 2026',
    day: 'Chorshanba, 11 Noyabr, 2026',
    monday: 'Dushanba, 9 Noyabr, 2026',
    chosen: '09.11.2026',
    wrong: 'Sanani shunday kiriting: 21.11.2026',
    missing: 'Bunday kun yoʻq',
  },
  en: {
    from: 'From',
    calendar: 'Calendar: From',
    typed: '11/11/2026',
    month: 'November 2026',
    before: 'October 2026',
    day: 'Wednesday, 11 November 2026',
    monday: 'Monday, 9 November 2026',
    chosen: '09/11/2026',
    wrong: 'Type the date like this: 21/11/2026',
    missing: 'There is no such day',
  },
} as const;

async function openDonations(page: Page, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: page.url() }]);
  await page.goto('/profile/donations');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
  // Phones fold the filters.
  const folded = page.locator('search > button[aria-expanded="false"]').filter({ visible: true });
  if ((await folded.count()) > 0) await folded.click();
}

/** Types a text and leaves the field: it is not taken over, stays, and the field has the message as its description. */
async function expectKept(field: Locator, text: string, message: string): Promise<void> {
  await field.fill(text);
  await field.blur();
  await expect(field).toHaveValue(text);
  await expect(field).toHaveAccessibleDescription(new RegExp(message));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}

for (const [language, words] of Object.entries(languages)) {
  test(`a day is typed, and chosen in the calendar by keyboard: ${language}`, async ({ page }) => {
    await openCabinet(page, '/profile');
    await openDonations(page, language);
    const field = page.getByRole('textbox', { name: words.from, exact: true });
    await field.fill('11.11.2026');
    await expect(page).toHaveURL(/from=2026-11-11/);
    await field.blur();
    await expect(field).toHaveValue(words.typed);

    const button = page.getByRole('button', { name: words.calendar });
    await button.focus();
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: words.from, exact: true });
    const day = calendar.getByRole('button', { name: words.day });
    await expect(day).toBeFocused();
    await expect(calendar.getByRole('grid', { name: words.month })).toBeVisible();
    await expect(calendar.getByRole('gridcell', { selected: true })).toHaveText('11');
    await expectAccessible(page);
    await page.keyboard.press('PageUp');
    await expect(calendar.getByRole('grid', { name: words.before })).toBeVisible();
    await page.keyboard.press('PageDown');
    await expect(day).toBeFocused();
    await page.keyboard.press('Escape');
    // The page learns of it a moment after the browser has closed it.
    await expect(page.locator(`dialog[aria-label="${words.from}"]`)).toHaveCount(0);
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(day).toBeFocused();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'Home'])
      await page.keyboard.press(key);
    await expect(calendar.getByRole('button', { name: words.monday })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/from=2026-11-09/);
    await expect(field).toHaveValue(words.chosen);
    await expect(button).toBeFocused();

    await expectKept(field, '31.02.2026', words.missing);
    await expectKept(field, '21.11', words.wrong);
    await expect(page).toHaveURL(/from=2026-11-09/);
  });
}

// A time that is none is sent, and refused.
test.use({ expectedTroubles: [/status of 400 .*Widget\/Settings/] });

test('the calendar keeps to the bounds and offers periods', async ({ page }) => {
  await openCabinet(page, '/profile');
  await openDonations(page, 'ru');
  const from = page.getByRole('textbox', { name: 'С', exact: true });
  const to = page.getByRole('textbox', { name: 'По', exact: true });
  await page.getByRole('button', { name: 'Календарь: По' }).click();
  const calendar = page.getByRole('dialog', { name: 'По' });
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  const shown = (day: string) => dayText(day, 'ru');
  const day = calendar.getByRole('button', { name: 'Сегодня, ' });
  await expect(day).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(day).toBeFocused();
  await calendar.getByRole('combobox', { name: 'Выберите год' }).selectOption('2024');
  await calendar.getByRole('combobox', { name: 'Выберите месяц' }).selectOption('февраль');
  await expect(calendar.getByRole('grid', { name: 'февраль 2024' })).toBeVisible();
  await calendar.getByRole('button', { name: '7 дней' }).click();
  await expect(from).toHaveValue(shown(dayAfter(today, -6)));
  await expect(to).toHaveValue(shown(today));
  await page.getByRole('button', { name: 'Календарь: С', exact: true }).click();
  await page.getByRole('button', { name: 'Этот месяц' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${today.slice(0, 7)}-01&to=${today}`));
  await from.fill(shown(dayAfter(today, 1)));
  await to.focus();
  await expect(page.getByRole('alert').getByText(`Не позже ${shown(today)}`)).toBeVisible();
});

test('a day that is cleared and typed anew key by key is chosen, however late the list follows', async ({ page }) => {
  await openCabinet(page, '/profile/balance?from=2026-11-10');
  const from = page.getByRole('textbox', { name: 'С', exact: true });
  for (const [day, delay] of [
    ['25.10.2026', 15],
    ['23.10.2026', 60],
    ['21.10.2026', 150],
  ] as const) {
    await from.press('Control+a');
    await from.press('Delete');
    await from.pressSequentially(day, { delay });
    await expect(from).toHaveValue(day);
    await expect(page).toHaveURL(new RegExp(`from=2026-10-${day.slice(0, 2)}`));
  }
});

test('both days are kept where the second is typed before the list has come', async ({ page }) => {
  await openCabinet(page, '/profile/balance');
  await expect(page.getByRole('textbox', { name: 'С', exact: true })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/Ledger/Statement?*', async (route) => {
    await held.promise;
    await route.fallback();
  });
  for (const [name, day] of [
    ['С', '20.11.2026'],
    ['По', '25.11.2026'],
  ] as const) {
    const field = page.getByRole('textbox', { name, exact: true });
    const isAsked = page.waitForRequest('**/api/Ledger/Statement?*');
    await field.fill(day);
    await isAsked;
    await expect(field).toHaveValue(day);
  }
  held.resolve();
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-25/);
});

test('a mistyped day or time stays in its field with the reason beside it', async ({ page }) => {
  await openCabinet(page, '/profile/balance?from=2026-13-45&to=2026-02-31');
  const from = page.getByRole('textbox', { name: 'С', exact: true });
  const to = page.getByRole('textbox', { name: 'По', exact: true });
  await expect(from).toHaveValue('');
  await expect(to).toHaveValue('');
  await expectKept(from, '01.01.0001', 'Не раньше 01.01.1900');
  await from.fill('10.11.2026');
  await expect(page).toHaveURL(/from=2026-11-10/);
  await expectKept(to, '09.11.2026', 'Не раньше 10.11.2026');

  await page.goto('/profile/widgets');
  await page.getByRole('switch', { name: /^Собираю на цель/ }).click();
  const day = page.getByRole('textbox', { name: 'Считать с' });
  await expectKept(day, '31.02.2026', 'Такого дня нет');
  const save = page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false });
  await page.getByLabel('На что').fill('Камера');
  // Without its day the goal would count from the beginning.
  await save.click();
  await expect(day).toBeFocused();
  await expect(page.getByText('Есть несохранённые изменения')).toBeVisible();
  await day.fill('10.11.2026');
  const time = page.getByRole('textbox', { name: 'Время' });
  await expectKept(time, '25:00', 'Введите время так: 09:30');
  await expect(day).toHaveValue('10.11.2026');
  // What is no time is never saved as another one.
  await save.click();
  await expect(page.getByText('Проверьте отмеченные поля')).toBeVisible();
  await expect(time).toHaveValue('25:00');
  await expect(time).toBeFocused();
  await time.fill('9:30');
  await day.fill('');
  await expect(time).toBeDisabled();
  await day.fill('11.11.2026');
  await expect(time).toHaveValue('09:30');
  await page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false }).click();
  await expect(page.getByText(/^Сохранено/)).toBeVisible();
  await page.reload();
  await expect(day).toHaveValue('11.11.2026');
  await expect(time).toHaveValue('09:30');
  // Out of sight, it is in nobody's way.
  await time.fill('77:77');
  await page.getByRole('switch', { name: 'Считать тех, кто поддерживает каждый месяц' }).click();
  await page.getByRole('button', { name: 'Сохранить', exact: true, disabled: false }).click();
  await expect(page.getByText(/^Сохранено/)).toBeVisible();
});

test('statistics of more than three years end earlier, and their end says so', async ({ page }) => {
  await openCabinet(page, '/profile/statistics');
  await page.getByRole('textbox', { name: 'С', exact: true }).fill('01.01.2020');
  await expect(page).toHaveURL(/from=2020-01-01&to=2023-01-02/);
  const to = page.getByRole('textbox', { name: 'По', exact: true });
  await expect(to).toHaveValue('02.01.2023');
  await expectKept(to, '03.01.2023', 'Не позже 02.01.2023');
});
