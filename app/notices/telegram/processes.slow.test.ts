import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { linkCode, linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram, type TelegramStandIn } from '#test/support/notices/telegram-stand-in.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

describe('two processes', () => {
  let telegram: TelegramStandIn;
  let apps: TestApp[];
  let drop: () => Promise<void>;

  beforeAll(async () => {
    telegram = await startTelegram();
    const database = await createTestDatabase();
    drop = database.drop;
    const options = { databaseUrl: database.url, env: { ...telegram.variables, LIMITS: 'off' } };
    apps = [await startApp(options), await startApp(options)];
  }, 60_000);

  afterAll(async () => {
    for (const app of apps) await app.close();
    await drop();
    await telegram.close();
  });

  it('ask for updates one at a time, send each message once, and one goes on when the other stops', async () => {
    const [one, two] = apps;
    if (one === undefined || two === undefined) throw new Error('two were started');
    const linked = await Promise.all(Array.from({ length: 8 }, () => linkedCreator(one, telegram)));
    await Promise.all(linked.map(({ person }, at) => givePaidTo(at % 2 === 0 ? one : two, person)));
    await vi.waitUntil(() => linked.every(({ chatId }) => telegram.to(chatId).length >= 2), { timeout: 20_000 });
    const waiting = () => one.db.pool.query(`select from notice where state = 'waiting'`);
    await expect.poll(async () => (await waiting()).rowCount).toBe(0);
    expect(linked.map(({ chatId }) => telegram.to(chatId).length)).toEqual(linked.map(() => 2));
    expect(telegram.mostPolls).toBe(1);
    await one.close();
    apps = [two];
    await linkedCreator(two, telegram);
  }, 60_000);
});

describe('with a webhook', () => {
  let telegram: TelegramStandIn;
  let app: TestApp;

  beforeAll(async () => {
    telegram = await startTelegram();
    app = await startApp({ env: { ...telegram.variables, TELEGRAM_WEBHOOK: 'on', LIMITS: 'off' } });
    await vi.waitUntil(() => telegram.webhooks.length > 0, { timeout: 20_000 });
  }, 60_000);

  afterAll(async () => {
    await app.close();
    await telegram.close();
  });

  async function send(update: object, more: { readonly header?: string | undefined; readonly path?: string } = {}) {
    const [{ url, secret } = { url: '', secret: '' }] = telegram.webhooks;
    const { header = secret, path = new URL(url).pathname } = more;
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': header };
    return (await fetch(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(update) })).status;
  }

  it('updates with the secret have their effect once, and nobody else can send any', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const chatId = newChat();
    const update = telegram.say(chatId, `/start ${await linkCode(app, person)}`);
    expect(await send(update, { header: 'wrong' })).toBe(404);
    expect(await send(update, { header: '' })).toBe(404);
    expect(await send(update, { path: '/api/Telegram/wrong' })).toBe(404);
    expect((await noticeSettings(app, person)).receivers).toEqual([]);
    expect(await Promise.all([send(update), send(update), send(update)])).toEqual([200, 200, 200]);
    expect((await noticeSettings(app, person)).receivers).toHaveLength(1);
    telegram.say(chatId, '/stop');
    expect(await send(telegram.say(chatId, '/stop'))).toBe(200);
    expect(await send(update)).toBe(200);
    expect((await noticeSettings(app, person)).receivers).toEqual([]);
    expect(telegram.to(chatId)).toHaveLength(2);
    expect([await send({}), await send({ update_id: 'x' })]).toEqual([200, 200]);
    expect(await send({ ...telegram.say(chatId, '/stop'), more: 'x'.repeat(500_000) })).toBe(200);
    expect(app.logLines.filter((line) => line.includes(new URL(telegram.webhooks[0]?.url ?? '').pathname))).toEqual([]);
    expect(telegram.mostPolls).toBe(0);
  });
});
