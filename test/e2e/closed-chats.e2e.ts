import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { joins } from '#test/e2e/support/members.ts';
import { dataOf, enter, press, registered, registeredCreator } from '#test/e2e/support/people.ts';
import { type StartedProduct, startProduct } from '#test/e2e/support/started.ts';
import { newChat, startTelegram, type TelegramStandIn } from '#test/support/notices/telegram-stand-in.ts';

let telegram: TelegramStandIn;
let server: StartedProduct;
let api: APIRequestContext;

test.beforeAll(async () => {
  telegram = await startTelegram();
  server = await startProduct('closed-chats', telegram.variables);
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
  await telegram?.close();
});

const rights = { status: 'administrator', can_invite_users: true, can_restrict_members: true };

/** Links a Telegram account to somebody. */
async function link({ token }: { readonly token: string }): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { url } = await dataOf(await api.post('/api/Notice/LinkTelegram', { headers, data: { language: 'ru' } }));
  const chatId = newChat();
  telegram.say(chatId, `/start ${new URL(String(url)).searchParams.get('start')}`);
  await expect.poll(() => telegram.to(chatId).length).toBe(1);
  return chatId;
}

const section = (page: Page) => page.getByRole('region', { name: 'Закрытый чат' });
const tag = (page: Page, name: string) => section(page).getByText(name, { exact: true });

test('a creator connects a closed chat, sees what the bot does there, and disconnects it', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  const creator = await registeredCreator(api);
  await enter(page, creator, '/profile/members/levels');
  await expect(section(page).getByRole('link', { name: 'Привязать Telegram' })).toBeVisible();
  await expectAccessible(page, 'main');
  const account = await link(creator);
  await page.reload();
  await press(page, 'Подключить чат');
  const choose = section(page).getByRole('link', { name: 'Выбрать группу' });
  await expect(choose).toHaveAttribute('href', /^https:\/\/t\.me\/opora_test_bot\?startgroup&admin=/);
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);
  const chat = { id: -newChat(), type: 'supergroup', title: 'Кухня Дилнозы' };
  telegram.chats.add(chat.id, 'supergroup', account);
  telegram.setBot(chat, account, rights);
  await expect(tag(page, 'Бот на месте')).toBeVisible();
  await expect(section(page)).toContainText('Кухня Дилнозы');
  await expect(section(page)).toContainText('0 подписчиков');
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);

  telegram.chats.of(chat.id).hasRights = false;
  telegram.setBot(chat, account, { status: 'member' });
  await expect(async () => {
    await page.reload();
    await expect(tag(page, 'Боту не хватает прав')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(page, 'main');
  await press(page, 'Отключить чат');
  await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
  await expect(section(page).getByRole('button', { name: 'Подключить чат' })).toBeVisible();
});

test('a member finds the way into the chat, once Telegram is linked', async ({ newWindow }) => {
  const creator = await registeredCreator(api);
  const owner = await link(creator);
  const { headers } = creator;
  await dataOf(await api.post('/api/Membership/ConnectChat', { headers, data: { levelId: null } }));
  const chat = { id: -newChat(), type: 'channel', title: 'Закулисье' };
  telegram.chats.add(chat.id, 'channel', owner);
  telegram.setBot(chat, owner, rights);
  await expect.poll(() => telegram.to(owner).length).toBe(2);

  const page = await newWindow({ baseURL: server.url });
  const member = await joins(api, server.sandboxUrl, creator.userName, { name: 'Азиз' });
  await enter(page, member, '/memberships');
  const card = page.getByRole('article');
  await expect(card).toContainText('Закрытый чат «Закулисье»');
  await expect(card.getByRole('link', { name: 'Привяжите свой Telegram' })).toBeVisible();
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);
  const account = await link(member);
  await page.reload();
  const way = card.getByRole('link', { name: 'Войти в чат' });
  await expect(way).toHaveAttribute('href', /^https:\/\/t\.me\/\+stand_in_/);
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);
  telegram.askIn(chat, account);
  await expect.poll(() => telegram.chats.of(chat.id).people.get(account)).toBe('member');

  const stranger = await registered(api);
  await enter(page, stranger, '/memberships');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Закулисье');
});

test('a creator changes who may come in, and sees that it is saved', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  const creator = await registeredCreator(api);
  const { headers } = creator;
  const account = await link(creator);
  await dataOf(await api.post('/api/Membership/CreateLevel', { headers, data: { name: 'Друг', amount: 20_000 } }));
  await dataOf(await api.post('/api/Membership/ConnectChat', { headers, data: { levelId: null } }));
  const chat = { id: -newChat(), type: 'supergroup', title: 'Мастерская' };
  telegram.chats.add(chat.id, 'supergroup', account);
  telegram.setBot(chat, account, rights);
  await expect.poll(() => telegram.to(account).length).toBe(2);
  await enter(page, creator, '/profile/members/levels');
  const choice = section(page).getByRole('combobox', { name: 'Кого впускать' });
  await choice.selectOption({ label: 'Уровень «Друг» и дороже' });
  await section(page).getByRole('button', { name: 'Сохранить' }).click();
  await expect(section(page).getByText('Сохранено')).toBeVisible();
  await expect(choice).toHaveValue(/.+/);
  await expect(page.locator('body')).not.toBeFocused();
});
