import { type APIRequestContext, request as requests } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import * as donor from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { payerPage } from '#test/e2e/support/hosted-server.ts';
import { dataOf, enter, menu, registeredCreator } from '#test/e2e/support/people.ts';
import { type StartedProduct, startProduct } from '#test/e2e/support/started.ts';
import * as inTelegram from '#test/e2e/support/telegram-window.ts';
import { initDataOf } from '#test/support/notices/init-data.ts';
import { newChat, startTelegram, type TelegramStandIn } from '#test/support/notices/telegram-stand-in.ts';

const { coloursOf, lastWish, launchAddress, sayInApp, sayInWeb, wishesIn } = inTelegram;

let telegram: TelegramStandIn;
let server: StartedProduct;
let api: APIRequestContext;

// A session that has ended is refused.
test.use({ expectedTroubles: [/status of 401/] });
test.beforeAll(async () => {
  telegram = await startTelegram();
  server = await startProduct('mini-app', { ...telegram.variables, SANDBOX: 'payme', PAYMENT: 'gateway,payme' });
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
  await telegram?.close();
});

const isBackShown = { is_visible: true };
const isBackHidden = { is_visible: false };

test('a donor opens a creator in an app of Telegram, gives, sees the thanks and goes back by its button', async ({
  newWindow,
}) => {
  const { userName } = await newCreator(api);
  const page = await newWindow({ baseURL: server.url });
  await inTelegram.beTelegramApp(page);
  await page.goto(launchAddress({ initData: initDataOf({ chatId: newChat() }), start: userName, isDark: true }));
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', 'dark');
  const types = (await wishesIn(page)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['web_app_ready', 'web_app_expand', 'web_app_request_theme']));
  await expect.poll(() => lastWish(page, 'web_app_setup_back_button')).toEqual(isBackHidden);
  await expectAccessible(page);

  const donation = donor.newDonation();
  await donor.writeDonation(page, donation);
  await donor.giveButton(page).click();
  await donor.payBy(page, donor.cards.withoutCode);
  await donor.expectThanks(page, donation);
  await expect.poll(() => lastWish(page, 'web_app_setup_back_button')).toEqual(isBackShown);
  await sayInApp(page, 'back_button_pressed', null);
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  await expect.poll(() => lastWish(page, 'web_app_setup_back_button')).toEqual(isBackHidden);

  await sayInApp(page, 'theme_changed', { theme_params: coloursOf('light') });
  await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', 'light');
  await sayInApp(page, 'theme_changed', { theme_params: coloursOf('dark') });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', 'dark');
  await expect.poll(async () => (await wishesIn(page)).length, 'it joins again after a reload').toBeGreaterThan(0);
  expect(await page.evaluate(() => localStorage.getItem('colour-scheme'))).toBeNull();
});

test('the page of a payment system opens outside Telegram, and the thanks come inside', async ({ newWindow }) => {
  const { userName } = await newCreator(api);
  const page = await newWindow({ baseURL: server.url });
  await inTelegram.beTelegramApp(page);
  await page.goto(launchAddress({ initData: initDataOf({ chatId: newChat() }), start: userName }));
  const { sum, ...words } = donor.newDonation();
  const donation = { ...words, sum: 10_000 + (sum % 900_000) };
  await donor.writeDonation(page, donation);
  await page.getByRole('radio', { name: 'Payme' }).check();
  await donor.giveButton(page).click();
  await expect(page.getByText('Ждём оплату')).toBeVisible();
  await expect.poll(() => lastWish(page, 'web_app_open_link')).toEqual({ url: expect.stringContaining('/payme/') });
  await page.getByRole('link', { name: 'Перейти к оплате' }).click();
  const opened = (await wishesIn(page)).filter(({ type }) => type === 'web_app_open_link');
  expect(opened).toHaveLength(2);
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  const browser = await newWindow();
  await browser.goto(Object.assign({ url: '' }, opened[1]?.data).url);
  await payerPage(browser).pay.click();
  await donor.expectThanks(page, donation);
});

test('whose chat is linked is logged in there, until the chat is unlinked; another user of Telegram is not', async ({
  newWindow,
}) => {
  const person = await registeredCreator(api);
  const { headers, userName } = person;
  const made = await dataOf(await api.post('/api/Notice/LinkTelegram', { headers, data: { language: 'ru' } }));
  const chatId = newChat();
  telegram.say(chatId, `/start ${new URL(String(made.url)).searchParams.get('start')}`);
  await expect.poll(() => telegram.to(chatId).length).toBe(1);
  const page = await newWindow({ baseURL: server.url });
  await inTelegram.beTelegramApp(page);
  const open = (who: number) => page.goto(launchAddress({ initData: initDataOf({ chatId: who }), start: userName }));
  await open(chatId);
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  await expect(menu(page)).toBeVisible();
  await open(newChat());
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  await expect(menu(page)).toBeHidden();
  await open(chatId);
  await expect(menu(page)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  const byOther = launchAddress({ initData: initDataOf({ chatId }), start: userName }).replace('?', '?guest=1&');
  await page.goto(byOther);
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  await expect(menu(page), 'another site has led there').toBeHidden();
  await open(chatId);
  await expect(menu(page)).toBeVisible();
  telegram.say(chatId, '/stop');
  await expect.poll(() => telegram.to(chatId).length).toBe(2);
  await page.reload();
  await expect(menu(page)).toBeHidden();
});

test('Telegram Web frames the launch page, where a guest gives and goes back', async ({ newWindow }) => {
  const { userName } = await newCreator(api);
  const page = await newWindow({ baseURL: server.url });
  const initData = initDataOf({ chatId: newChat() });
  await inTelegram.openTelegramWeb(page, `${server.url}${launchAddress({ initData, start: userName, isDark: true })}`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('html')).toHaveAttribute('data-colour-scheme', 'dark');
  await expect(frame.getByLabel('Сумма', { exact: true })).toBeVisible();
  await expect.poll(async () => (await wishesIn(page)).map(({ type }) => type)).toContain('web_app_ready');
  await frame.getByLabel('Сумма', { exact: true }).fill('12 345');
  await frame.getByRole('button', { name: /^Поддержать на/ }).click();
  await frame.getByLabel('Номер карты').fill(donor.cards.withoutCode);
  await frame.getByLabel('Срок действия').fill('12/39');
  await frame.getByRole('button', { name: /^Оплатить [\d\s]+сум/ }).click();
  await expect(frame.getByRole('heading', { name: 'Спасибо!' })).toBeVisible();
  await expect.poll(() => lastWish(page, 'web_app_setup_back_button')).toEqual(isBackShown);
  await sayInWeb(page, 'back_button_pressed', null);
  await expect(frame.getByLabel('Сумма', { exact: true })).toBeVisible();
});

test('opened in a browser, the launch page says where it belongs', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  await page.goto('/telegram');
  await expect(page.getByRole('heading', { name: 'Эта страница открывается в Telegram' })).toBeVisible();
  await expectAccessible(page);
});

test('a creator finds the address of the page in the cabinet', async ({ newWindow }) => {
  const person = await registeredCreator(api);
  const page = await newWindow({ baseURL: server.url });
  await enter(page, person, '/profile/notices');
  const section = page.getByRole('region', { name: 'Ваша страница в Telegram' });
  await expect(section).toContainText(`https://t.me/opora_test_bot?start=${person.userName.replaceAll('.', '-')}`);
  await expect(section.getByRole('button', { name: 'Скопировать ссылку' })).toBeVisible();
  await expectAccessible(page);
});
