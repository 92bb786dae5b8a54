import { afterAll, describe, expect, it, vi } from 'vitest';
import { linkCode, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';

const site = 'https://opora.example';
const telegram = await startTelegram();
telegram.hasMiniApp = true;
const app = await startApp({ env: { ...telegram.variables, PUBLIC_URL: site } });
afterAll(async () => {
  await app.close();
  await telegram.close();
});

const pageOf = async (start: string) => dataOf(await app.api('GET Telegram/Page', { query: { start } })).path;

async function answerIn(chatId: number) {
  await vi.waitUntil(() => telegram.to(chatId).length > 0, { timeout: 10_000 });
  return telegram.to(chatId).at(-1);
}

describe('the start parameter', () => {
  it('names a creator in every spelling that Telegram lets through, or a product', async () => {
    await signIn(app.db, testSecrets.jwt, { userName: 'nil.ufar_1' });
    expect(await pageOf('nil-ufar_1')).toBe('/nil.ufar_1');
    expect(await pageOf('NIL-Ufar_1')).toBe('/nil.ufar_1');
    const id = crypto.randomUUID();
    expect(await pageOf(`m_${id}`)).toBe(`/merch/${id}`);
  });

  it('leads home where it names nothing, and never to another site', async () => {
    const blocked = await signIn(app.db, testSecrets.jwt, { userName: 'blocked_one' });
    await app.db.pool.query('update creator set is_blocked = true where user_id = $1', [blocked.userId]);
    for (const start of [
      'nobody_here',
      'blocked_one',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      'm_//evil.example',
      'm_../admin',
      'm_',
      '..',
      '%2f%2fevil.example',
      'a'.repeat(512),
    ]) {
      expect(await pageOf(start), start).toBe('/');
    }
    expect((await app.api('GET Telegram/Page', { query: { start: 'a'.repeat(513) } })).status).toBe(400);
  });
});

describe('the bot', () => {
  it('answers /start with a creator by a button that opens the page, and links no chat', async () => {
    await signIn(app.db, testSecrets.jwt, { userName: 'start.me' });
    const chatId = newChat();
    telegram.say(chatId, '/start start-me', 'en');
    const answer = await answerIn(chatId);
    expect(answer?.text).toContain('the page opens here');
    expect(answer?.buttons).toEqual([
      { text: 'Open', web_app: { url: `${site}/telegram?tgWebAppStartParam=start-me` } },
    ]);
    const unknown = newChat();
    telegram.say(unknown, '/start nobody-here');
    expect((await answerIn(unknown))?.text).toMatch(/^Ссылка устарела/);
    const person = await signIn(app.db, testSecrets.jwt);
    const linked = newChat();
    telegram.say(linked, `/start ${await linkCode(app, person)}`);
    expect((await answerIn(linked))?.text).toContain('можно войти в её аккаунт');
  });

  it('makes its menu button open the site where nobody has set another one', async () => {
    const web_app = { url: `${site}/telegram` };
    await expect.poll(() => telegram.menu).toEqual({ type: 'web_app', text: 'Открыть', web_app });
  });

  it.each([
    ['a button of the operator', { type: 'web_app', text: 'Своё', web_app: { url: 'https://own.example' } }, []],
    ['commands of the operator', { type: 'commands' }, ['help']],
  ] as const)('leaves %s', async (_what, menu, commands) => {
    const own = await startTelegram();
    own.menu = menu;
    own.commands = commands;
    const other = await startApp({ env: { ...own.variables, PUBLIC_URL: site } });
    const chatId = newChat();
    own.say(chatId, '/stop');
    await vi.waitUntil(() => own.to(chatId).length > 0, { timeout: 10_000 });
    expect(own.menu).toEqual(menu);
    await other.close();
    await own.close();
  });
});

describe('the cabinet', () => {
  it('shows the address that opens the page: at once, or by a button where the bot has no main Mini App', async () => {
    const person = await signIn(app.db, testSecrets.jwt, { userName: 'own.page' });
    expect((await noticeSettings(app, person)).pageInTelegram).toBe('https://t.me/opora_test_bot?startapp=own-page');
    const own = await startTelegram();
    const plain = await startApp({ env: own.variables });
    const other = await signIn(plain.db, testSecrets.jwt, { userName: 'own.page' });
    await expect
      .poll(async () => (await noticeSettings(plain, other)).pageInTelegram)
      .toBe('https://t.me/opora_test_bot?start=own-page');
    await plain.close();
    await own.close();
    const none = await startApp();
    const guestBot = await signIn(none.db, testSecrets.jwt);
    expect((await noticeSettings(none, guestBot)).pageInTelegram).toBeNull();
    await none.close();
  });
});
