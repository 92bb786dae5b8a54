import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { newCreator } from '#test/e2e/support/creator.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, keepTokens, menu, registered, registeredCreator } from '#test/e2e/support/people.ts';
import { type StartedProduct, startProduct } from '#test/e2e/support/started.ts';
import { beTelegramApp, launchAddress, wishesIn } from '#test/e2e/support/telegram-window.ts';
import { initDataOf } from '#test/support/notices/init-data.ts';
import { newChat, startTelegram, type TelegramStandIn } from '#test/support/notices/telegram-stand-in.ts';

let telegram: TelegramStandIn;
let server: StartedProduct;
let api: APIRequestContext;

// A session that has ended is refused. Visitors have the service worker from their first visit on.
test.use({ expectedTroubles: [/status of 401/], serviceWorkers: 'allow' });
test.beforeAll(async () => {
  telegram = await startTelegram();
  server = await startProduct('telegram-login', telegram.variables);
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
  await telegram?.close();
});

/** A person whose chat is linked. */
async function linked() {
  const person = await registeredCreator(api);
  const data = { language: 'ru' };
  const made = await dataOf(await api.post('/api/Notice/LinkTelegram', { headers: person.headers, data }));
  const chatId = newChat();
  telegram.say(chatId, `/start ${new URL(String(made.url)).searchParams.get('start')}`);
  await expect.poll(() => telegram.to(chatId).length).toBe(1);
  return { ...person, chatId };
}

const launchOf = (chatId: number, start: string) => launchAddress({ initData: initDataOf({ chatId }), start });

/** Opens a creator as Telegram does. */
async function launch(page: Page, chatId: number, start: string): Promise<void> {
  await page.goto(launchOf(chatId, start));
  await expect(page).toHaveURL(`${server.url}/${start}`);
}

/** The claims of the session that this browser has; null: it has none. */
const claimsIn = (page: Page): Promise<{ sub: string; sid: string } | null> =>
  page.evaluate(() => {
    const [, payload] = localStorage.getItem('token')?.split('.') ?? [];
    return payload === undefined ? null : JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  });

test('a link of another site to the launch page logs nobody in, though the service worker passes it on', async ({
  newWindow,
}) => {
  const thief = await linked();
  const { userName } = await newCreator(api);
  const page = await newWindow({ baseURL: server.url });
  await beTelegramApp(page);
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const address = `${server.url}${launchOf(thief.chatId, userName)}`.replaceAll('&', '&amp;');
  const body = `<!doctype html><title>Другой сайт</title><a href="${address}">Открыть</a>`;
  await page.route('https://other.example/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  );
  await page.goto('https://other.example/');
  await page.getByRole('link', { name: 'Открыть' }).click();
  await expect(page).toHaveURL(`${server.url}/${userName}`);
  await expect(page.getByLabel('Сумма', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await wishesIn(page)).length, 'it is a window of Telegram all the same')
    .toBeGreaterThan(0);
  await expect(menu(page)).toBeHidden();
  expect(await claimsIn(page)).toBeNull();
});

test('an address of the site that leads to a launch of somebody else leaves the session as it is', async ({
  newWindow,
}) => {
  const thief = await linked();
  const victim = await linked();
  const page = await newWindow({ baseURL: server.url });
  await beTelegramApp(page);
  await launch(page, victim.chatId, victim.userName);
  await expect(menu(page)).toBeVisible();
  const before = await claimsIn(page);
  await page.goto(`/auth?next=${encodeURIComponent(launchOf(thief.chatId, thief.userName))}`);
  await expect(page).toHaveURL(`${server.url}/${thief.userName}`);
  await expect(menu(page)).toBeVisible();
  expect(await claimsIn(page)).toMatchObject({ sid: before?.sid });
  await page.evaluate((address) => window.location.assign(address), launchOf(thief.chatId, victim.userName));
  await expect(page).toHaveURL(`${server.url}/${victim.userName}`);
  await expect(menu(page)).toBeVisible();
  expect(await claimsIn(page)).toMatchObject({ sid: before?.sid });
});

test('a launch logs in again at once where the session has ended, and leaves one that a login has opened', async ({
  newWindow,
}) => {
  const person = await linked();
  const page = await newWindow({ baseURL: server.url });
  await beTelegramApp(page);
  await launch(page, person.chatId, person.userName);
  await expect(menu(page)).toBeVisible();
  const first = await claimsIn(page);
  const { headers } = person;
  const ended = await api.delete(`/api/Identity/Session?id=${first?.sid}`, { headers });
  expect(ended.status()).toBe(200);
  await launch(page, person.chatId, person.userName);
  await expect(menu(page)).toBeVisible();
  const second = await claimsIn(page);
  expect(second?.sub).toBe(first?.sub);
  expect(second?.sid).not.toBe(first?.sid);

  const login = await registered(api);
  await keepTokens(page, login);
  const own = await claimsIn(page);
  await launch(page, newChat(), person.userName);
  await expect(menu(page)).toBeVisible();
  expect(await claimsIn(page)).toMatchObject({ sid: own?.sid });
});

test('logged out everywhere, the chat opens the account no more', async ({ newWindow }) => {
  const person = await linked();
  const page = await newWindow({ baseURL: server.url });
  await beTelegramApp(page);
  await launch(page, person.chatId, person.userName);
  await expect(menu(page)).toBeVisible();
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Выйти на всех устройствах' }).click();
  await expect.poll(() => claimsIn(page)).toBeNull();
  const other = await api.post('/api/Identity/GetUser', { headers: person.headers });
  expect(other.status(), 'in the other browser of the person').toBe(401);
  await launch(page, person.chatId, person.userName);
  await expect(page.getByLabel('Сумма', { exact: true })).toBeVisible();
  await expect(menu(page)).toBeHidden();
  expect(await claimsIn(page)).toBeNull();
});
