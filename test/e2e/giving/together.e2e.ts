import type { Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { openGuest, pay } from '#test/e2e/support/giving-choices.ts';
import { press } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';

test.use({ expectedTroubles: [/status of (400 .*\/api\/Joint\/Save|409 .*\/api\/(ProjectPay\/Create|Joint\/Agree))/] });

const own = (page: Page) => page.getByTestId('own-joint');

/** How the page of a creator says that donations are shared. */
const shared = (guest: Page) => guest.getByText('Каждый разовый донат делится:');

/** Writes who is invited, and sends it. */
async function invite(page: Page, userName: string): Promise<void> {
  await page.getByLabel('Как назовёте стрим').fill('Кооператив до утра');
  await page.getByLabel('Ваша доля').fill('60');
  await page.getByLabel('Кого зовёте').fill(`@${userName}`);
  await page.getByLabel('Доля', { exact: true }).fill('40');
  await press(page, 'Позвать');
  await expect(page.getByText('Приглашения отправлены')).toBeFocused();
}

test('two creators stream together: one invites, the other agrees, a donation is shared and shown by both, and one leaves', {
  tag: ['@verdict', '@phone'],
}, async ({ page, newWindow }) => {
  const { creator: host } = await openCabinet(page, '/profile/together');
  await expect(page.getByText('Стримов вместе пока нет')).toBeVisible();
  await press(page, 'Позвать на стрим');
  await expect(page.getByLabel('Как назовёте стрим')).toBeFocused();
  await page.getByLabel('Ваша доля').fill('70');
  await expect(page.getByText(/^Лишние 20\s%$/)).toBeVisible();
  await page.getByLabel('Кого зовёте').fill('nobody.is.here');
  await press(page, 'Позвать');
  await expect(page.getByLabel('Как назовёте стрим')).toHaveAccessibleDescription('Заполните поле');
  await expect(page.getByLabel('Ваша доля')).toHaveAccessibleDescription('Доли должны давать вместе 100 %');
  await press(page, 'Поровну');
  await expect(page.getByLabel('Ваша доля')).toHaveValue('50');
  await page.getByLabel('Как назовёте стрим').fill('Кооператив');
  await press(page, 'Позвать');
  await expect(page.getByLabel('Кого зовёте')).toHaveAccessibleDescription('Такого автора нет');
  await expect(page.getByLabel('Кого зовёте')).toHaveValue('nobody.is.here');
  await page.getByLabel('Кого зовёте').fill(host.userName.toUpperCase());
  await press(page, 'Позвать');
  await expect(page.getByLabel('Кого зовёте')).toHaveAccessibleDescription('Это вы, ваша доля выше');
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  const second = await newWindow();
  const { creator: member } = await openCabinet(second, '/profile/together');
  await invite(page, member.userName);
  await expect(own(page)).toContainText('Ждём ответа');
  await expect(page.getByText('Начать можно, когда согласятся все.')).toBeVisible();
  await expectAccessible(page);

  await second.goto('/profile');
  const invitation = second.getByRole('link', { name: `@${host.userName} зовёт вас на стрим «Кооператив до утра»` });
  await expect(invitation).toContainText(/40\s%/);
  await expectAccessible(second);
  await second.getByRole('button', { name: /^Моё меню/ }).click();
  await expect(second.getByRole('link', { name: '1 приглашение на стрим вместе ждёт ответа' })).toBeVisible();
  await second.keyboard.press('Escape');
  await invitation.click();
  await expect(own(second)).toContainText('Ждут вашего ответа');
  await expect(own(second)).toContainText(/это вы\s*40\s%/);
  // Who invites, whatever name is shown.
  await expect(own(second)).toContainText(`@${host.userName}`);
  await expectAccessible(second);
  expect(await foreignWords(second)).toEqual([]);
  await press(second, 'Согласиться');
  await expect(second.getByText('Вы согласились')).toBeFocused();

  // What is shared changes while this one writes.
  const given = donor.newDonation();
  const guest = await openGuest(newWindow, member.userName, given);
  await expect(shared(guest)).toHaveCount(0);
  await page.reload();
  await page.getByLabel('На сколько').selectOption('3');
  await press(page, 'Начать делить донаты');
  await expect(page.getByText('Началось: донаты каждому из вас делятся')).toBeFocused();
  await expect(own(page)).toContainText(/Вам 0\sсум из 0\sсум/);
  await expectAccessible(page);
  expect(await foreignWords(page)).toEqual([]);

  const one = await newWindow();
  const other = await newWindow();
  await openWidget(one, host.key);
  await openWidget(other, member.key);
  await donor.giveButton(guest).click();
  await expect(guest.getByText('Пока вы выбирали, состав или доли этого стрима изменились.')).toBeVisible();
  // Above the form, and where the donor has just pressed.
  await expect(shared(guest)).toHaveCount(2);
  for (const line of await shared(guest).all()) await expect(line).toContainText(/60\s%.*40\s%/);
  await expect(
    guest.locator('form', { has: donor.giveButton(guest) }).getByText('Каждый разовый донат'),
  ).toBeInViewport();
  await expect(guest.getByLabel('Сообщение автору')).toHaveValue(given.message);
  await expectAccessible(guest, '#donation');
  await pay(guest, given);
  await expect(guest.getByText('Поделили на стриме вместе:')).toBeVisible();
  await expect(guest.getByText('получит вашу поддержку')).toHaveCount(0);
  await expectAccessible(guest);
  for (const obs of [one, other]) {
    await expect(alertOn(obs)).toContainText(given.name);
    await expect(alertOn(obs)).toContainText(donor.sumPattern(given.sum));
  }

  for (const window of [page, second]) {
    await window.goto('/profile/donations');
    await expect(window.getByText('Ваша часть от')).toContainText(donor.sumPattern(given.sum));
    await window.goto('/profile/together');
    await expect(own(window)).toContainText(new RegExp(`Вам .* из ${donor.sumPattern(given.sum).source}`));
  }

  await press(second, 'Выйти из стрима');
  await expect(second.getByText('Это касается только новых донатов')).toBeVisible();
  await press(second, 'Точно выйти');
  await expect(own(second)).toContainText(/Шёл с .* до /);
  await expect(own(second).getByRole('heading')).toBeFocused();
  await expectAccessible(second);
  const next = await newWindow();
  await next.goto(`/${host.userName}`);
  await expect(next.getByLabel('Сумма', { exact: true })).toBeVisible();
  await expect(shared(next)).toHaveCount(0);
});

test('an invitation that has changed is shown anew before it is agreed to, and a moderator ends what runs', async ({
  page,
  newWindow,
}) => {
  const { creator: host } = await openCabinet(page, '/profile/together');
  const second = await newWindow();
  const { creator: member } = await openCabinet(second, '/profile/together');
  await press(page, 'Позвать на стрим');
  await invite(page, member.userName);
  // The page reads again by itself: for a while it gets what it has shown before.
  let first: string | null = null;
  await second.route(/\/api\/Joint\/Own/, async (route) => {
    const response = await route.fetch();
    first ??= await response.text();
    await route.fulfill({ response, body: first });
  });
  await second.reload();
  await expect(own(second)).toContainText(/40\s%/);
  await press(page, 'Изменить');
  await press(page, 'Поровну');
  await press(page, 'Сохранить');
  await expect(own(page)).toContainText(/50\s%/);
  await press(second, 'Согласиться');
  await expect(second.getByText('Пока вы выбирали, состав или доли этого стрима изменились.')).toBeVisible();
  await second.unrouteAll({ behavior: 'wait' });
  await expect(own(second)).toContainText(/50\s%/);
  await press(second, 'Согласиться');
  await expect(second.getByText('Вы согласились')).toBeFocused();
  await page.reload();
  await press(page, 'Начать делить донаты');
  await expect(own(page)).toContainText('Донаты делятся');

  const staff = await newWindow();
  const { id } = await host.call('GET', 'PersonalAccount/Get');
  await enterAsStaff(staff, 'moderator');
  await staff.goto(`/admin/user/${String(id)}`);
  const lines = staff.getByRole('table', { name: 'Стримы вместе' });
  await lines.getByRole('button', { name: 'Остановить' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Причина').fill('Накрутка');
  await expectAccessible(staff);
  await dialog.getByRole('button', { name: 'Остановить' }).click();
  await expect(lines).toContainText('Остановлен: Накрутка');
  await second.reload();
  await expect(own(second)).toContainText('Остановил модератор: Накрутка');
});

test('who declines an invitation reads so, the donor whose page shares no longer reads who gets it, and the staff see it as over', async ({
  page,
  newWindow,
}) => {
  const { creator: host } = await openCabinet(page, '/profile/together');
  const second = await newWindow();
  const { creator: member } = await openCabinet(second, '/profile/together');
  const plan = async (title: string) => {
    const body = { title, percent: 60, members: [{ userName: member.userName, percent: 40 }] };
    return String((await host.call('POST', 'Joint/Save', body)).id);
  };
  await plan('Не в этот раз');
  await second.reload();
  await press(second, 'Отказаться');
  await press(second, 'Точно отказаться');
  await expect(second.getByText('Вы отказались: Не в этот раз')).toBeFocused();
  await expect(own(second)).toHaveCount(0);
  await expectAccessible(second);

  const jointId = await plan('Кооператив');
  await member.call('POST', 'Joint/Agree', { jointId, revision: 1, agrees: true });
  await host.call('POST', 'Joint/Start', { jointId, revision: 1 });
  const given = donor.newDonation();
  const guest = await openGuest(newWindow, member.userName, given);
  await expect(shared(guest)).toHaveCount(1);
  await host.call('POST', 'Joint/End', { jointId });
  await donor.giveButton(guest).click();
  await expect(guest.getByText(`Стрим вместе закончился, донат целиком получит ${member.userName}`)).toBeInViewport();
  await expect(shared(guest)).toHaveCount(0);
  await expect(guest.getByLabel('Сообщение автору')).toHaveValue(given.message);
  await expectAccessible(guest, '#donation');
  await pay(guest, given);
  await expect(guest.getByText('Поделили на стриме вместе:')).toHaveCount(0);

  const staff = await newWindow();
  await enterAsStaff(staff, 'moderator');
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: new URL(staff.url()).origin }]);
  const { id } = await host.call('GET', 'PersonalAccount/Get');
  await staff.goto(`/admin/user/${String(id)}`);
  const line = staff
    .getByRole('table', { name: 'Streams together' })
    .getByRole('row')
    .filter({ hasText: 'Кооператив' });
  await expect(line).toContainText('Over');
});
