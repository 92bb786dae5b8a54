import { afterAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { linkCode, linkedCreator } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram, testBot } from '#test/support/notices/telegram-stand-in.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const telegram = await startTelegram();
afterAll(() => telegram.close());
const database = await createTestDatabase();
afterAll(() => database.drop());
const start = () => startApp({ databaseUrl: database.url, env: telegram.variables });
let app = await start();
afterAll(() => app.close());

it('an update that always fails does not hold up those behind it', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  telegram.say(newChat(), `/start ${await linkCode(app, person)}`, 'ru', '\u0000');
  const chatId = newChat();
  telegram.say(chatId, '/stop');
  await vi.waitUntil(() => telegram.to(chatId).length === 1, { timeout: 20_000 });
  expect(app.logLines.some((line) => line.includes('an update of the bot was skipped'))).toBe(true);
  await linkedCreator(app, telegram);
});

it('updates are asked for from the first one after a silence, when Telegram numbers them anew', async () => {
  await linkedCreator(app, telegram);
  await app.db.pool.query('delete from telegram_update');
  telegram.numberFrom(10);
  await linkedCreator(app, telegram);
});

it('a chat that floods the bot is answered 20 times a minute, and others are answered', async () => {
  const loud = newChat();
  const quiet = newChat();
  for (let time = 0; time < 40; time += 1) telegram.say(loud, '/stop');
  telegram.say(quiet, '/stop');
  await vi.waitUntil(() => telegram.to(quiet).length === 1, { timeout: 20_000 });
  expect(telegram.to(loud).length).toBe(20);
});

it('a process that starts learns a new name of the bot', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  await app.db.pool.query(`update telegram_bot set user_name = 'someone_elses_bot'`);
  await app.close();
  app = await start();
  const bots = async () => (await app.db.pool.query('select user_name from telegram_bot')).rows;
  await expect.poll(bots).toEqual([{ user_name: testBot.userName }]);
  expect(await linkCode(app, person)).not.toBe('');
});
