import { vi } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '../sign-in.ts';
import { startApp, type TestApp, testSecrets } from '../start-app.ts';
import { newChat, startTelegram, type TelegramStandIn, testBot } from './telegram-stand-in.ts';

/** A server and its database. */
type Ground = Pick<TestApp, 'api' | 'db'>;

const linkAnswer = z.object({ data: z.object({ url: z.string(), expiresAt: z.string() }) });
const settingsAnswer = z.object({
  data: z.object({
    hasTelegram: z.boolean(),
    pageInTelegram: z.string().nullable(),
    receivers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        topics: z.array(z.string()),
        language: z.string(),
        opensAccount: z.boolean(),
        muted: z.object({ from: z.int(), until: z.int() }).nullable(),
      }),
    ),
  }),
});

/** The real app beside a stand-in for Telegram. */
export interface NoticeApp {
  readonly app: TestApp;
  readonly telegram: TelegramStandIn;
  close(): Promise<void>;
}

export async function startNoticeApp(env: Readonly<Record<string, string>> = {}): Promise<NoticeApp> {
  const telegram = await startTelegram();
  const app = await startApp({ jobPace: 0.1, env: { ...telegram.variables, LIMITS: 'off', ...env } });
  return {
    app,
    telegram,
    close: async () => {
      await app.close();
      await telegram.close();
    },
  };
}

export interface LinkedPerson {
  readonly person: SignedIn;
  readonly chatId: number;
}

/** The one-time code of a new address that links a chat. */
export async function linkCode(app: Ground, person: SignedIn, language = 'ru'): Promise<string> {
  const answer = await app.api('POST Notice/LinkTelegram', { body: { language } }, person);
  const { url } = linkAnswer.parse(answer.body).data;
  const start = `https://t.me/${testBot.userName}?start=`;
  if (!url.startsWith(start)) throw new Error(`not an address of the bot: ${url}`);
  return url.slice(start.length);
}

export async function noticeSettings(app: Ground, person: SignedIn) {
  return settingsAnswer.parse((await app.api('GET Notice/Settings', {}, person)).body).data;
}

/** Makes a creator and links a chat of his own, as he does it. */
export async function linkedCreator(
  app: Ground,
  telegram: TelegramStandIn,
  options: { readonly language?: string; readonly userName?: string } = {},
): Promise<LinkedPerson> {
  const { language = 'ru', userName } = options;
  const person = await signIn(app.db, testSecrets.jwt, userName === undefined ? {} : { userName });
  const chatId = newChat();
  telegram.say(chatId, `/start ${await linkCode(app, person, language)}`);
  await vi.waitUntil(() => telegram.to(chatId).length === 1, { timeout: 10_000 });
  return { person, chatId };
}
