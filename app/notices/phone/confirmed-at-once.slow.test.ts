import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { linkCode, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { ownGateway } from '#test/support/senders/services.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp, testSecrets } from '#test/support/start-app.ts';

/** Telegram calls the address of the bot, so that updates are handled at the same moment. */
const [telegram, sms] = await Promise.all([startTelegram(), startStandIn(ownGateway)]);
const senders = { SMS: 'http', ...ownGateway.variables(sms.url) };
const app = await startApp({ env: { ...telegram.variables, ...senders, TELEGRAM_WEBHOOK: 'on', LIMITS: 'off' } });
await vi.waitUntil(() => telegram.webhooks.length > 0, { timeout: 20_000 });
afterAll(async () => {
  await app.close();
  await Promise.all([telegram.close(), sms.close()]);
});

const answer = z.object({ data: z.object({ message: z.object({ channel: z.string() }).optional() }) });

const right = z.object({ data: z.object({ actionId: z.string() }) });
const tokens = z.object({ data: z.object({ token: z.string() }) });

async function post(update: object, more: { readonly secret?: string } = {}): Promise<number> {
  const [{ url, secret } = { url: '', secret: '' }] = telegram.webhooks;
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': more.secret ?? secret };
  const { status } = await fetch(`${app.url}${new URL(url).pathname}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(update),
  });
  return status;
}

const contact = (chatId: number, phone: string) => post(telegram.contact(chatId, phone));

async function wayOf(phone: string): Promise<'chat' | 'sms'> {
  await app.db.pool.query('delete from phone_code where phone = $1', [phone]);
  const { body } = await app.api('GET Sms/SendComfirmCode', { query: { phone } });
  return answer.parse(body).data.message?.channel === 'telegram' ? 'chat' : 'sms';
}

const rowsOf = async (phones: readonly string[], chats: readonly number[]) => {
  const text = 'select phone, chat_id from telegram_phone where phone = any($1) or chat_id = any($2)';
  return (await app.db.pool.query(text, [phones, chats])).rows;
};

it('of chats that confirm one phone at the same moment one gets its codes, and no update is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const phone = newPhone();
    const chats = Array.from({ length: 8 }, newChat);
    const statuses = await Promise.all(chats.map((chatId) => contact(chatId, phone)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await rowsOf([phone], chats)).toHaveLength(1);
    expect(await wayOf(phone)).toBe('chat');
    expect(chats.filter((chatId) => telegram.to(chatId).some(({ copied }) => copied.length > 0))).toHaveLength(1);
  }
});

it('chats and phones that cross at the same moment end in pairs', async () => {
  const phones = Array.from({ length: 4 }, newPhone);
  const chats = Array.from({ length: 4 }, newChat);
  const crossed = chats.flatMap((chatId) => phones.map((phone) => contact(chatId, phone)));
  expect(new Set(await Promise.all(crossed))).toEqual(new Set([200]));
  const rows = await rowsOf(phones, chats);
  expect(new Set(rows.map((row) => row.phone)).size).toBe(rows.length);
  expect(new Set(rows.map((row) => row.chat_id)).size).toBe(rows.length);
});

it('a chat that is unlinked while it confirms gets no codes', async () => {
  const ways: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const person = await signIn(app.db, testSecrets.jwt);
    const chatId = newChat();
    await post(telegram.say(chatId, `/start ${await linkCode(app, person)}`));
    const [receiver] = (await noticeSettings(app, person)).receivers;
    await app.api('POST Notice/CodeChat', {}, person);
    const unlink = () => app.api('DELETE Notice/Receiver', { query: { id: receiver?.id } }, person);
    await Promise.all([contact(chatId, person.phone), unlink(), contact(chatId, person.phone)]);
    ways.push(await wayOf(person.phone));
  }
  expect(new Set(ways)).toEqual(new Set(['sms']));
});

/** Logs in by the code that went to a chat, so that the account is that chat's without a link. */
async function accountOfChat() {
  const chatId = newChat();
  const phone = newPhone();
  await contact(chatId, phone);
  await wayOf(phone);
  const code = telegram.to(chatId).at(-1)?.copied[0];
  const { body } = await app.api('GET Sms/CheckComfirmCode', {
    query: { phone, comfirmCode: code, rememberMe: false },
  });
  return { chatId, phone, token: tokens.parse(body).data.token };
}

type AccountOfChat = Awaited<ReturnType<typeof accountOfChat>>;

/** Asks for a code that goes by SMS, as one does that is asked for again. */
async function codeInSms(phone: string): Promise<string> {
  await wayOf(phone);
  await app.api('GET Sms/SendComfirmCode', { query: { phone } });
  const content = sms.taken.filter((taken) => taken.phone === phone).at(-1)?.content ?? '';
  return /#(\d{6})/.exec(content)?.[1] ?? '';
}

const endsOfChat: Readonly<Record<string, (account: AccountOfChat) => Promise<() => Promise<ApiAnswer>>>> = {
  'the button in the cabinet':
    async ({ token }) =>
    () =>
      app.api('DELETE Notice/CodeChat', {}, { token }),
  'a login by SMS': async ({ phone }) => {
    const query = { phone, comfirmCode: await codeInSms(phone), rememberMe: false };
    return () => app.api('GET Sms/CheckComfirmCode', { query });
  },
  'a right to a new password by SMS': async ({ phone }) => {
    const query = { phone, code: await codeInSms(phone) };
    return () => app.api('GET Identity/ConfirmCode', { query });
  },
  'a new password': async ({ chatId, phone }) => {
    await wayOf(phone);
    const query = { phone, code: telegram.to(chatId).at(-1)?.copied[0] };
    const { actionId } = right.parse((await app.api('GET Identity/ConfirmCode', { query })).body).data;
    return () => app.api('PUT Identity/ChangePassword', { query: { actionId, password: 'тихая река 91' } });
  },
};

describe.each(Object.entries(endsOfChat))('%s', (_name, prepare) => {
  it('ends the codes in a chat that is not linked, though its phone is confirmed there at the same moment', async () => {
    const ways: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const account = await accountOfChat();
      const { chatId, phone } = account;
      const end = await prepare(account);
      const confirm = () => contact(chatId, phone);
      const [, , ended] = await Promise.all([confirm(), confirm(), end(), confirm(), confirm()]);
      expect(ended.status).toBe(200);
      ways.push(await wayOf(phone));
    }
    expect(new Set(ways)).toEqual(new Set(['sms']));
  });
});

it('a forged update confirms nothing', async () => {
  const chatId = newChat();
  const phone = newPhone();
  expect(await post(telegram.contact(chatId, phone), { secret: 'guessed' })).toBe(404);
  expect(await wayOf(phone)).toBe('sms');
});

it('a code goes by SMS within 3 seconds where Telegram is silent', async () => {
  const chatId = newChat();
  const phone = newPhone();
  await contact(chatId, phone);
  telegram.set(chatId, { kind: 'silent' });
  const before = performance.now();
  expect(await wayOf(phone)).toBe('sms');
  expect(performance.now() - before).toBeLessThan(3_500);
  expect(sms.taken.some((taken) => taken.phone === phone)).toBe(true);
});
