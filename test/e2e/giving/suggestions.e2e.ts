import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { openGuest, openStream, pay } from '#test/e2e/support/giving-choices.ts';
import { press } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test.use({
  expectedTroubles: [/status of 400 .*\/api\/ProjectPay\/Create|status of 409 .*\/api\/Vote\/DecideSuggestion/],
});

const asked = {
  question: 'Во что играем?',
  options: [{ text: 'Гонки' }, { text: 'Шахматы' }],
  price: 5_000,
  takesSuggestions: true,
};

/** The cabinet of a creator whose vote takes suggestions. */
async function openVote(page: Page) {
  const { creator } = await openCabinet(page, '/profile/votes');
  await creator.call('POST', 'Vote/Save', asked);
  await page.reload();
  return { creator, own: page.getByTestId('own-vote') };
}

/** A guest suggests an option and pays; returns the guest's window. */
async function suggest(newWindow: () => Promise<Page>, userName: string, text: string): Promise<Page> {
  const given = { ...donor.newDonation(), sum: 10_000 };
  const guest = await openGuest(newWindow, userName, given);
  await guest.getByRole('button', { name: 'Свой вариант' }).click();
  await guest.getByLabel('Ваш вариант').fill(text);
  await pay(guest, given);
  return guest;
}

test('a donor suggests an option, the creator adds it with one tap, and the stream shows it with its votes', {
  tag: '@verdict',
}, async ({ page, newWindow }) => {
  const { creator } = await openCabinet(page, '/profile/votes');
  await creator.call('POST', 'Vote/Save', { ...asked, takesSuggestions: false });
  await page.reload();
  const own = page.getByTestId('own-vote');
  await press(page, 'Изменить');
  await page.getByRole('switch', { name: 'Донатеры предлагают свои варианты, вы проверяете каждый' }).check();
  await expect(page.getByRole('region', { name: 'Как увидят донатеры' }).getByText('Свой вариант')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Сохранить');
  await expect(own.getByText('Сохранено')).toBeFocused();
  const obs = await openStream(newWindow, 'votes', creator.key);
  await expect(obs.getByTestId('vote')).toContainText('Шахматы0 голосов');

  const given = { ...donor.newDonation(), sum: 25_000 };
  const guest = await openGuest(newWindow, creator.userName, given);
  await guest.getByRole('button', { name: 'Свой вариант' }).click();
  const field = guest.getByLabel('Ваш вариант');
  await expect(field).toBeFocused();
  await donor.giveButton(guest).click();
  await expect(field).toHaveAccessibleDescription('Заполните поле');
  await expect(field).toBeFocused();
  await field.fill('Шашки');
  await donor.seeWholeForm(guest);
  await expectAccessible(guest, '#donation');
  expect(await foreignWords(guest)).toEqual([]);
  await guest.reload();
  await expect(field).toHaveValue('Шашки');
  await pay(guest, given);
  await expect(guest.getByText(/Ваш вариант ждёт проверки/)).toBeVisible();
  await expectAccessible(guest);

  await expect(own).toContainText('Ждут проверки: 1');
  await expect(own.getByRole('listitem').filter({ hasText: 'Шашки' })).toContainText(/1 донат · 25\s000/);
  await expect(obs.getByText('Шашки')).toHaveCount(0);
  await expectAccessible(page);
  await noHorizontalScroll(page);
  expect(await foreignWords(page)).toEqual([]);
  await own.getByRole('button', { name: 'Добавить «Шашки»' }).click();
  await expect(own.getByText('Вариант добавлен')).toBeFocused();
  await expect(own).toContainText('Шашки5');
  await expect(obs.getByTestId('vote')).toContainText('Шашки5 голосов');
  await guest.reload();
  await expect(guest.getByText(/Ваш вариант принят.*Шашки: 5 голосов/)).toBeVisible();
});

test('a creator counts a suggestion for another option and declines the next one; a moderator declines a third', async ({
  page,
  newWindow,
}) => {
  const { creator, own } = await openVote(page);
  await expect(own).toBeVisible();
  const guests = [];
  for (const text of ['Шахматишки', 'Ничего', 'Дурачьё']) {
    guests.push(await suggest(newWindow, creator.userName, text));
  }
  await expect(own).toContainText('Ждут проверки: 3');
  await own.getByRole('button', { name: '«Шахматишки» — это то же, что…' }).click();
  await expectAccessible(page);
  await own.getByRole('button', { name: 'Шахматы', exact: true }).click();
  await expect(own.getByText('Засчитан за другой вариант')).toBeFocused();
  await expect(own).toContainText('Шахматы2');
  await own.getByRole('button', { name: 'Отклонить «Ничего»' }).click();
  await expect(own).toContainText('Ждут проверки: 1');
  await guests[1]?.reload();
  await expect(own.getByText('Вариант отклонён')).toBeFocused();
  if (guests[1]) await expect(guests[1].getByText(/Ваш вариант отклонён: донат остаётся поддержкой/)).toBeVisible();

  const { id } = await creator.call('GET', 'PersonalAccount/Get');
  const staff = await newWindow();
  await enterAsStaff(staff, 'moderator');
  await staff.goto(`/admin/user/${String(id)}`);
  const votes = staff.getByRole('table', { name: 'Голосования' });
  await expect(votes).toContainText('Дурачьё ждёт проверки автора');
  await expectAccessible(staff);
  await votes.getByRole('button', { name: 'Отклонить' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Причина').fill('Оскорбление');
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  await expect(votes).toContainText('отклонён: Оскорбление');
  await expect(own).toContainText('Отклонил модератор: Оскорбление');
});

test('a suggestion that was decided about elsewhere is not said to be decided as it was pressed here', async ({
  page,
  newWindow,
}) => {
  const { creator, own } = await openVote(page);
  await suggest(newWindow, creator.userName, 'Шашки');
  await page.route('**/api/Vote/DecideSuggestion', async (route) => {
    const { voteId, suggestionId } = route.request().postDataJSON();
    await creator.call('POST', 'Vote/DecideSuggestion', { voteId, suggestionId, decision: 'decline' });
    await route.continue();
  });
  await own.getByRole('button', { name: 'Добавить «Шашки»' }).click();
  await expect(own.getByText('Об этом варианте уже решили иначе')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Добавить «Шашки»' })).toHaveCount(0);
  await expect(own.getByText('Вариант добавлен')).toHaveCount(0);
});
