import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { enter, press, registered } from '#test/e2e/support/people.ts';
import { type StartedProduct, startProduct } from '#test/e2e/support/started.ts';
import { newChat, startTelegram, type TelegramStandIn } from '#test/support/notices/telegram-stand-in.ts';

let telegram: TelegramStandIn;
let server: StartedProduct;
let api: APIRequestContext;

// A chat that is gone is not found.
test.use({ expectedTroubles: [/status of 404 .*\/api\/Notice\/Receiver/] });
test.beforeAll(async () => {
  telegram = await startTelegram();
  server = await startProduct('telegram', telegram.variables);
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
  await telegram?.close();
});

const linkIn = (page: Page) => page.getByRole('link', { name: 'Открыть Telegram' });
const makeLink = (page: Page) => page.getByRole('button', { name: 'Привязать чат' });
const unlink = (page: Page) => page.getByRole('button', { name: 'Отвязать чат' });
const topic = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

async function openNotices(page: Page): Promise<void> {
  await enter(page, await registered(api), '/profile/notices');
  await expect(page.getByRole('heading', { name: 'Уведомления', level: 1 })).toBeVisible();
}

/** Presses Start in a chat, as the shown address asks. */
async function startIn(page: Page, chatId: number): Promise<void> {
  const address = new URL((await linkIn(page).getAttribute('href')) ?? '');
  expect(address.origin).toBe('https://t.me');
  telegram.say(chatId, `/start ${address.searchParams.get('start')}`);
}

const lastIn = (chatId: number) => telegram.to(chatId).at(-1)?.text ?? '';

async function openLinked(page: Page): Promise<number> {
  await openNotices(page);
  await makeLink(page).click();
  const chatId = newChat();
  await startIn(page, chatId);
  await expect(page.getByText(`@user${chatId}`)).toBeVisible();
  return chatId;
}

test('a creator links a chat, chooses what it gets and in which language, and unlinks it', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  await openNotices(page);
  await makeLink(page).click();
  await expect(linkIn(page)).toBeVisible();
  await expectAccessible(page);
  const stranger = newChat();
  const own = newChat();
  const old = (await linkIn(page).getAttribute('href')) ?? '';
  await press(page, 'Получить новую ссылку');
  await expect(linkIn(page)).not.toHaveAttribute('href', old);
  telegram.say(stranger, `/start ${new URL(old).searchParams.get('start')}`);
  await expect.poll(() => lastIn(stranger)).toContain('Ссылка устарела');
  await startIn(page, own);
  await expect(page.getByText(`@user${own}`)).toBeVisible();
  await expectAccessible(page);

  const save = page.getByRole('button', { name: 'Сохранить' });
  await expect(save).toBeDisabled();
  await topic(page, 'Выплаты').uncheck();
  await page.getByLabel('Язык сообщений').selectOption('English');
  await page.getByRole('checkbox', { name: 'В эти часы без звука' }).check();
  await expect(page.getByLabel('До', { exact: true })).toHaveValue('8');
  await page.getByLabel('С', { exact: true }).selectOption('22:00');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(topic(page, 'Выплаты')).not.toBeChecked();
  await expect(topic(page, 'Донаты')).toBeChecked();
  await expect(page.getByLabel('С', { exact: true })).toHaveValue('22');
  telegram.say(own, '/stop');
  await expect.poll(() => lastIn(own), 'in the language that was chosen').toContain('Notices are off');
});

test('a chat is unlinked on the site after a question, and the bot knows it no more', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  const chatId = await openLinked(page);
  await unlink(page).click();
  await press(page, 'Отмена');
  await expect(page.getByText(`@user${chatId}`)).toBeVisible();
  await unlink(page).click();
  await press(page, 'Отвязать');
  await expect(makeLink(page)).toBeVisible();
  telegram.say(chatId, '/stop');
  await expect.poll(() => lastIn(chatId)).toBe('Этот чат ни к чему не привязан.');
});

test('a chat gets messages only after a question', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  const chatId = await openLinked(page);
  await expect(page.getByText('Может входить в аккаунт')).toBeVisible();
  await press(page, 'Запретить вход');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Запретить вход' }).click();
  await expect(page.getByText('Может входить в аккаунт')).toBeHidden();
  await expect(page.getByText(`@user${chatId}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Запретить вход' })).toBeHidden();
});

for (const act of ['Сохранить', 'Отвязать']) {
  test(`a chat that left in Telegram meanwhile goes from the screen by «${act}»`, async ({ newWindow }) => {
    const page = await newWindow({ baseURL: server.url });
    const chatId = await openLinked(page);
    await topic(page, 'Донаты').uncheck();
    telegram.say(chatId, '/stop');
    await expect.poll(() => lastIn(chatId)).toContain('Уведомления отключены');
    if (act === 'Отвязать') await unlink(page).click();
    await press(page, act);
    await expect(makeLink(page)).toBeVisible();
    await expect(unlink(page)).toBeHidden();
  });
}

test('a link that nobody has opened goes after ten minutes, and another one is to be had', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  await page.clock.install();
  await openNotices(page);
  await makeLink(page).click();
  await expect(linkIn(page)).toBeVisible();
  await page.clock.runFor('09:30');
  await expect(linkIn(page)).toBeVisible();
  await page.clock.runFor('00:31');
  await expect(page.getByText('Ссылка устарела, чат не привязан.')).toBeVisible();
  await expect(linkIn(page)).toBeHidden();
  await press(page, 'Получить новую ссылку');
  await startIn(page, newChat());
  await page.clock.resume();
  await expect(unlink(page)).toBeVisible();
});

test('a site without a bot says so', async ({ page, request }) => {
  await enter(page, await registered(request), '/profile/notices');
  await expect(page.getByText('У этого сайта пока нет бота в Telegram.')).toBeVisible();
  await expect(makeLink(page)).toBeHidden();
});
