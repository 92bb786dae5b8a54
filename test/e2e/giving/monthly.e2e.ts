import type { APIRequestContext, Page } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { foreignWords } from '#test/e2e/support/foreign-words.ts';
import { enter, fields, lastCode, newPerson, press, registered } from '#test/e2e/support/people.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';

// The browser's own line about a donor who is a member already, a level that costs more now, and a card that is refused.
test.use({ expectedTroubles: [/status of (40[09] .*Membership\/(Create|Resume)|402 .*\/payment\/)/] });

const { cards, codeField, payBy, payButton } = donor;

const monthlyButton = (page: Page) => page.getByRole('button', { name: /^Платить [\d\s]+сум в месяц$/ });

async function creatorWithLevels(request: APIRequestContext) {
  const creator = await newCreator(request);
  const level = (name: string, amount: number, benefits: readonly string[]) =>
    creator.call('POST', 'Membership/CreateLevel', { name, amount, benefits, link: 'https://t.me/+closed' });
  await level('Слушатель', 25_000, ['Спасибо по имени']);
  await level('Свой человек', 75_000, ['Закрытый чат']);
  return creator;
}

/** Begins to give every month at a level, up to the card. */
async function chooseLevel(page: Page, userName: string, level: string): Promise<void> {
  await page.goto(`/${userName}`);
  await press(page, 'Каждый месяц');
  await page.getByRole('radio', { name: new RegExp(level) }).check();
  await page.getByLabel('Ваше имя').fill('Азиз');
}

test('a guest gives every month, sees it on the stream, changes the card, leaves in two taps and stays', {
  tag: ['@verdict', '@phone'],
}, async ({ page, request, newWindow }) => {
  const creator = await creatorWithLevels(request);
  const person = newPerson();
  const obs = await newWindow({ viewport: { width: 1920, height: 1080 } });
  await openWidget(obs, creator.key);

  await page.goto(`/${creator.userName}`);
  await page.getByLabel('Сообщение автору').fill('Играйте чаще!');
  await chooseTyped(page);
  await expect(page.getByText(/Сегодня спишем 75\s000 сум/)).toContainText(/Следующий раз: \d+ \p{L}+/u);
  await noHorizontalScroll(page);
  // On a phone the button stays in reach of the thumb and lies over a switch behind it.
  await page.locator('#donation').evaluate((form) => form.scrollIntoView({ block: 'end' }));
  await expectAccessible(page, '#donation');
  expect(await foreignWords(page)).toEqual([]);
  await monthlyButton(page).click();
  await expect(fields(page).phone).toBeFocused();
  await fields(page).phone.fill(person.written);
  await monthlyButton(page).click();
  await expect(fields(page).code).toBeFocused();
  await fields(page).code.fill(await lastCode(request, person));
  await expect(payButton(page)).toContainText(/75\s000/);
  await expect(page.getByText('будет списывать деньги каждый месяц')).toBeVisible();
  await expectAccessible(page, '#donation');
  await payBy(page, cards.withCode);
  await codeField(page).fill(donor.rightCode);
  await expect(page).toHaveURL(/\/thanks\//);
  const alert = alertOn(obs);
  await expect(alert).toContainText('Азиз — теперь каждый месяц');
  await expect(alert).toContainText('Играйте чаще!');

  await awaitCardOnce(page);
  await page.goto('/memberships');
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Сохраняется…');
  await expect(card).toContainText('Действует');
  await expect(card).toContainText('Свой человек');
  await expect(card).toContainText('•• 0106');
  await expect(card.getByRole('link', { name: /видят только подписчики/ })).toHaveAttribute('href', /t\.me/);
  await expectAccessible(page);

  await press(page, 'Сменить карту');
  await donor.writeCard(page, cards.humo);
  await press(page, 'Сохранить карту');
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Взять другую карту' })).toBeVisible();
  await expect(card.getByText(/[Оо]плат/)).toHaveCount(0);
  await codeField(page).fill(donor.rightCode);
  await expect(card).toContainText('•• 0109');

  await press(page, 'Уйти');
  await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click();
  await expect(card).toContainText('Заканчивается');
  await expect(card).toContainText('Оплачено до');
  await press(page, 'Остаться');
  await expect(card).toContainText('Действует');
});

/** The next list is read before the provider has handed over the card. */
const awaitCardOnce = (page: Page) =>
  page.route(
    '**/Membership/My*',
    async (route) => {
      const response = await route.fetch();
      const known = await response.text();
      const body = known.replace(/"card":\{[^}]*\},"isCardAwaited":false/, '"card":null,"isCardAwaited":true');
      await route.fulfill({ response, body });
    },
    { times: 1 },
  );

/** Chooses the second level, and sees that what was typed for a donation of once is still there. */
async function chooseTyped(page: Page): Promise<void> {
  await press(page, 'Каждый месяц');
  await page.getByRole('radio', { name: /Свой человек/ }).check();
  await page.getByLabel('Ваше имя').fill('Азиз');
  await press(page, 'Разово');
  await expect(donor.giveButton(page)).toBeVisible();
  await press(page, 'Каждый месяц');
  await expect(page.getByRole('radio', { name: /Свой человек/ })).toBeChecked();
  await expect(page.getByLabel('Сообщение автору')).toHaveValue('Играйте чаще!');
  await expect(page.getByLabel('Ваше имя')).toHaveValue('Азиз');
}

test('a level that has changed since it was chosen is shown as it is, and a refusal is said', async ({
  page,
  request,
}) => {
  const creator = await creatorWithLevels(request);
  const [first, second] = Object.values(await creator.call('GET', 'Membership/OwnLevels')).map((one) =>
    Object.assign({ id: '' }, one),
  );
  const setPrice = (amount: number) =>
    creator.call('PUT', 'Membership/Level', { levelId: first?.id, name: 'Слушатель', amount });
  const person = await registered(request);
  await enter(page, person, '/');
  await chooseLevel(page, creator.userName, 'Слушатель');
  await setPrice(30_000);
  await page.reload();
  await expect(page.getByRole('radio', { name: /Слушатель/ })).toBeChecked();
  await expect(monthlyButton(page)).toContainText(/30\s000/);

  await setPrice(40_000);
  await monthlyButton(page).click();
  await expect(donor.notice(page)).toContainText(/Минимальная сумма от 40\s000/);
  await expect(monthlyButton(page)).toContainText(/40\s000/);
  await expect(donor.notice(page)).toContainText(/Минимальная сумма от 40\s000/);

  await page.getByRole('radio', { name: /Свой человек/ }).check();
  await creator.call('DELETE', `Membership/Level?levelId=${second?.id}`);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Своя сумма' })).toBeChecked();
  await expect(page.getByLabel('Сумма', { exact: true })).toBeVisible();
});

test('a member is led to his own list instead of paying twice', async ({ page, request, newWindow }) => {
  const creator = await creatorWithLevels(request);
  const person = await registered(request);
  await enter(page, person, '/');
  await chooseLevel(page, creator.userName, 'Слушатель');
  await expect(fields(page).phone).toBeHidden();
  await monthlyButton(page).click();
  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/\/thanks\//);

  await page.goto(`/${creator.userName}`);
  await press(page, 'Каждый месяц');
  await expect(page.getByText('Вы уже поддерживаете этого автора')).toBeVisible();
  await expect(monthlyButton(page)).toHaveCount(0);
  await expectAccessible(page, '#donation');
  await page.getByRole('link', { name: 'Открыть «Мою поддержку»' }).click();
  await expect(page.getByRole('article')).toContainText(/25\s000 сум/);

  // Only the code says who the guest is.
  const guest = await newWindow();
  await chooseLevel(guest, creator.userName, 'Слушатель');
  await fields(guest).phone.fill(person.written);
  await monthlyButton(guest).press('Enter');
  await expect(fields(guest).code).toBeFocused();
  await guest.keyboard.press('Escape');
  // The focus is back a moment before the dialog is gone.
  await expect(fields(guest).code).toHaveCount(0);
  await expect(monthlyButton(guest)).toBeFocused();
  await monthlyButton(guest).press('Enter');
  await fields(guest).code.fill(await lastCode(request, person));
  await expect(donor.notice(guest)).toContainText('Вы уже поддерживаете этого автора');
  await expect(monthlyButton(guest)).toBeFocused();
});

test('a refused card costs nothing, and any amount can be given without levels', async ({ page, request, creator }) => {
  const person = await registered(request);
  await enter(page, person, `/${creator.userName}`);
  await press(page, 'Каждый месяц');
  await page.getByLabel('Сумма', { exact: true }).fill('40000');
  await monthlyButton(page).click();
  await payBy(page, cards.withoutMoney);
  await expect(donor.notice(page)).toContainText(/средств/);
  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/\/thanks\//);
  await page.goto('/memberships');
  await expect(page.getByRole('article')).toContainText(/40\s000 сум/);
});

test('a donor who asks for a charge sees what became of it', async ({ page, request, creator }) => {
  const person = await registered(request);
  await enter(page, person, `/${creator.userName}`);
  await press(page, 'Каждый месяц');
  await page.getByLabel('Сумма', { exact: true }).fill('40000');
  await monthlyButton(page).click();
  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/\/thanks\//);
  // A month is overdue until the server has charged it, which is after the answer to `Resume`.
  const asked = { count: 0, since: 0 };
  const sums: unknown[] = [];
  await page.route('**/api/Membership/Resume', (route) => {
    sums.push(route.request().postDataJSON().amount);
    // Another tab has accepted a new price in between.
    if (sums.length === 1) {
      const error = { code: 'PriceChanged', message: 'Сумма тем временем изменилась. Проверьте новую' };
      return route.fulfill({ status: 409, json: { success: false, error } });
    }
    asked.count += 1;
    return route.fulfill({ json: { success: true, data: { state: 'Overdue' } } });
  });
  await page.route('**/api/Membership/My*', async (route) => {
    const answer = await route.fetch();
    if (asked.count > 0) asked.since += 1;
    let text = asked.since > 1 ? await answer.text() : (await answer.text()).replace('"Active"', '"Overdue"');
    if (sums.length > 0) text = text.replace('"amount":40000', '"amount":50000');
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto('/memberships');
  const card = page.getByRole('article');
  await press(page, 'Списать сейчас');
  const asking = page.getByRole('dialog', { name: /^Списать 40\s000 сум\?$/ });
  await expect(asking).toContainText(/сохранённой карты\s••\s\d{4}/);
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Отмена' }).click();
  expect(asked.count).toBe(0);
  await press(page, 'Списать сейчас');
  await asking.getByRole('button', { name: 'Списать' }).click();
  const again = page.getByRole('dialog', { name: /^Списать 50\s000 сум\?$/ });
  await expect(again).toContainText('Сумма тем временем изменилась');
  await again.getByRole('button', { name: 'Списать' }).click();
  await expect(card).toContainText('Действует');
  expect(asked.count).toBe(1);
  expect(sums).toEqual([40_000, 50_000]);
});
