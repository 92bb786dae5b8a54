import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { enter, fields, newPerson, press, registered } from '#test/e2e/support/people.ts';
import { type StartedProduct, startProduct } from '#test/e2e/support/started.ts';
import { newChat, startTelegram, type TelegramStandIn } from '#test/support/notices/telegram-stand-in.ts';

let telegram: TelegramStandIn;
let server: StartedProduct;
let api: APIRequestContext;

test.beforeAll(async () => {
  telegram = await startTelegram();
  server = await startProduct('codes-in-telegram', telegram.variables);
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
  await telegram?.close();
});

const codeIn = (chatId: number) => telegram.to(chatId).at(-1)?.copied[0] ?? '';

/** Sends the own contact, as the button of the bot does. */
async function sendContact(chatId: number, phone: string): Promise<void> {
  const before = telegram.to(chatId).length;
  telegram.contact(chatId, phone);
  await expect.poll(() => telegram.to(chatId).length).toBe(before + 1);
}

test('whoever has confirmed a phone with the bot logs in by a code of the chat, and the screen says where it went', async ({
  newWindow,
}) => {
  const page = await newWindow({ baseURL: server.url });
  const person = newPerson();
  const chatId = newChat();
  await sendContact(chatId, person.phone);
  await page.goto('/identify');
  await fields(page).phone.fill(person.written);
  await press(page, 'Получить код');
  await expect(page.getByRole('heading', { name: 'Код из Telegram' })).toBeVisible();
  await expect(page.getByText('Код отправлен в Telegram на')).toBeVisible();
  await expect(page.getByText('Сообщение в Telegram отправлено')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Код из Telegram, 6 цифр').fill(codeIn(chatId));
  await expect(page).toHaveURL(/\/profile/);
});

async function openLinked(page: Page) {
  const person = await registered(api);
  const chatId = newChat();
  await enter(page, person, '/profile/notices');
  await press(page, 'Привязать чат');
  const address = await page.getByRole('link', { name: 'Открыть Telegram' }).getAttribute('href');
  telegram.say(chatId, `/start ${new URL(address ?? '').searchParams.get('start')}`);
  await expect(page.getByText(`@user${chatId}`)).toBeVisible();
  return { person, chatId };
}

test('the cabinet leads to the bot, says since when codes come to the chat, and brings them back to SMS', async ({
  newWindow,
}) => {
  const page = await newWindow({ baseURL: server.url });
  await page.route('https://t.me/**', (route) => route.fulfill({ body: 'Telegram' }));
  await page.context().route('https://t.me/**', (route) => route.fulfill({ body: 'Telegram' }));
  const { person, chatId } = await openLinked(page);
  const turnOn = page.getByRole('link', { name: 'Получать коды в Telegram' });
  await expectAccessible(page);
  const [opened] = await Promise.all([page.waitForEvent('popup'), turnOn.click()]);
  expect(opened.url()).toMatch(/^https:\/\/t\.me\/\w+\?start=_phone$/);
  await opened.close();
  telegram.say(chatId, '/start _phone');
  await expect.poll(() => telegram.to(chatId).at(-1)?.contactButton).toBe('asked');
  await sendContact(chatId, person.phone);
  await expect(page.getByText('Коды приходят в чат с ботом с')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile/security');
  await expect(page.getByText('Коды приходят в чат с ботом в Telegram')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Изменить в «Уведомлениях»' }).click();
  await press(page, 'Получать коды по SMS');
  await expect(turnOn).toBeVisible();
  await page.goto('/profile/security');
  await expect(page.getByText('Коды приходят по SMS.')).toBeVisible();
});
