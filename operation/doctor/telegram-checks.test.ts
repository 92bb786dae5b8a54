import { afterAll, expect, test } from 'vitest';
import { startTelegram, testBot } from '#test/support/notices/telegram-stand-in.ts';
import { checkBot, checkMiniApp } from './telegram-checks.ts';

const telegram = await startTelegram();
afterAll(() => telegram.close());

test('the doctor says what keeps pages from opening inside Telegram', async () => {
  const account = { token: testBot.token, url: telegram.url };
  const look = (publicUrl = 'https://opora.example') => checkMiniApp(account, publicUrl)();
  expect(await look('http://opora.example')).toEqual({ note: expect.stringMatching(/^PUBLIC_URL: .* needs https$/) });
  expect(await look()).toEqual({ note: expect.stringContaining('https://opora.example/telegram') });
  telegram.hasMiniApp = true;
  expect(await look()).toBe('the pages of creators open inside Telegram');
  telegram.menu = { type: 'web_app', text: 'Открыть', web_app: { url: 'https://opora.example/telegram' } };
  expect(await look()).toBe('the pages of creators open inside Telegram, also by the menu button');
  const other = { ...account, token: '700100200:AAanother-token-than-that-of-the-bot_012' };
  await expect(checkMiniApp(other, 'https://opora.example')()).rejects.toThrow(
    /^TELEGRAM_BOT_TOKEN: Telegram refuses it/,
  );
});

test('the doctor says that the bot may join no groups', async () => {
  const look = checkBot({ token: testBot.token, url: telegram.url });
  expect(await look()).toBe(`Telegram knows the bot as @${testBot.userName}`);
  telegram.mayJoinGroups = false;
  expect(await look()).toEqual({ note: expect.stringContaining('may join no groups') });
});
