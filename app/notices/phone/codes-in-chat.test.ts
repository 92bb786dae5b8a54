import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { initDataOf } from '#test/support/notices/init-data.ts';
import { linkCode, linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { ownGateway } from '#test/support/senders/services.ts';
import { newPhone, type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const [telegram, sms] = await Promise.all([startTelegram(), startStandIn(ownGateway)]);
const app = await startApp({
  env: { ...telegram.variables, SMS: 'http', ...ownGateway.variables(sms.url), LIMITS: 'off' },
});
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
afterAll(async () => {
  await app.close();
  await Promise.all([telegram.close(), sms.close()]);
});

const sent = z.object({ data: z.object({ message: z.object({ id: z.string(), channel: z.string() }).optional() }) });
const right = z.object({ data: z.object({ actionId: z.string() }) });
const settings = z.object({
  data: z.object({ codeChat: z.object({ confirmedAt: z.string().nullable() }).nullable() }),
});

const entered = z.object({ data: z.object({ session: z.object({ token: z.string() }) }) });

const lastIn = (chatId: number) => telegram.to(chatId).at(-1);
const smsTo = (phone: string) => sms.taken.filter((taken) => taken.phone === phone);
const codeInSms = (phone: string) => /#(\d{6})/.exec(smsTo(phone).at(-1)?.content ?? '')?.[1] ?? '';
const codeIn = (chatId: number) => lastIn(chatId)?.copied[0] ?? '';

async function answered(chatId: number, act: () => unknown): Promise<string> {
  const before = telegram.to(chatId).length;
  act();
  await vi.waitUntil(() => telegram.to(chatId).length > before, { timeout: 10_000 });
  return lastIn(chatId)?.text ?? '';
}

/** Confirms a phone in a chat, as its owner does it. */
const confirm = (chatId: number, phone: string) => answered(chatId, () => telegram.contact(chatId, `+${phone}`));

/** Asks for a code as a stranger would; returns the way that the answer names. */
async function ask(phone: string): Promise<string | null> {
  const { body } = await app.api('GET Sms/SendComfirmCode', { query: { phone } });
  return sent.parse(body).data.message?.channel ?? null;
}

/** Makes the codes of a phone expire, as after five minutes. */
const expire = (phone: string) =>
  app.db.pool.query('update phone_code set expires_at = now() where phone = $1', [phone]);

/** The way that a code of its own goes, not one that is asked for again. */
async function wayOf(phone: string): Promise<'chat' | 'sms'> {
  await expire(phone);
  return (await ask(phone)) === 'telegram' ? 'chat' : 'sms';
}

const enter = (phone: string, code: string) =>
  app.api('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode: code, rememberMe: false } });

async function confirmedNewcomer() {
  const chatId = newChat();
  const phone = newPhone();
  await confirm(chatId, phone);
  return { chatId, phone };
}

const allow = (person: SignedIn) => app.api('POST Notice/CodeChat', {}, person);

/** A person whose account got its phone confirmed in the linked chat. */
async function confirmedPerson() {
  const { person, chatId } = await linkedCreator(app, telegram);
  await allow(person);
  await confirm(chatId, person.phone);
  return { person, chatId, phone: person.phone };
}

describe('a phone that has no account', () => {
  it('is confirmed by the contact button, gets its codes in the chat, and they log in', async () => {
    const chatId = newChat();
    const phone = newPhone();
    await answered(chatId, () => telegram.say(chatId, '/phone'));
    expect(lastIn(chatId)).toMatchObject({ contactButton: 'asked' });
    expect(await confirm(chatId, phone)).toContain('/stop');
    expect(lastIn(chatId)).toMatchObject({ contactButton: 'gone' });
    expect(await ask(phone)).toBe('telegram');
    expect(lastIn(chatId)).toMatchObject({ isProtected: true, copied: [expect.stringMatching(/^\d{6}$/)] });
    expect(lastIn(chatId)?.text).toMatch(
      /^Opora \(127\.0\.0\.1\), код подтверждения:\n\n\d{6}\n\nНикому его не сообщайте/,
    );
    expect(smsTo(phone)).toEqual([]);
    expect((await enter(phone, codeIn(chatId))).status).toBe(200);
    // The account was made by a code in this chat, which gets the next ones, too.
    expect(await wayOf(phone)).toBe('chat');
    expect((await enter(phone, codeIn(chatId))).status).toBe(200);
    expect(await wayOf(phone)).toBe('chat');
  });

  it('gets no code in a chat of the person who had the phone, once its owner has logged in by SMS', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    expect(await ask(phone)).toBe('telegram');
    expect(await ask(phone)).toBeNull();
    expect((await enter(phone, codeInSms(phone))).status).toBe(200);
    expect(await wayOf(phone)).toBe('sms');
    expect(await confirm(chatId, phone)).toMatch(/^У этого номера уже есть аккаунт/);
    expect(await wayOf(phone)).toBe('sms');
  });

  it('loses a chat that made its account when a code by SMS logs in', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    await ask(phone);
    expect((await enter(phone, codeIn(chatId))).status).toBe(200);
    expect(await wayOf(phone)).toBe('chat');
    await ask(phone);
    expect((await enter(phone, codeInSms(phone))).status).toBe(200);
    expect(await wayOf(phone)).toBe('sms');
  });

  it('gets codes by SMS once it has an account that did not come by this chat', async () => {
    const { phone } = await confirmedNewcomer();
    await signIn(app.db, testSecrets.jwt, { phone });
    expect(await wayOf(phone)).toBe('sms');
  });

  it('keeps no chat by a code that a server of the last release has put in the place of one in the chat', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    await ask(phone);
    // Such a server knows no chats of codes: it writes another id and hash over the row.
    await app.db.pool.query('update phone_code set id = uuid_v7() where phone = $1', [phone]);
    expect((await enter(phone, codeIn(chatId))).status).toBe(200);
    expect(await wayOf(phone)).toBe('sms');
  });
});

describe('a contact', () => {
  it.each<[string, (chatId: number, phone: string) => unknown]>([
    ['of somebody else', (chatId, phone) => telegram.contact(chatId, phone, { user: chatId + 1 })],
    [
      'typed by hand',
      (chatId, phone) => telegram.contact(chatId, phone, { contact: { phone_number: phone, first_name: 'Я' } }),
    ],
    [
      'that was forwarded',
      (chatId, phone) => telegram.contact(chatId, phone, { forward_origin: { type: 'user', date: 1 } }),
    ],
    ['that was forwarded long ago', (chatId, phone) => telegram.contact(chatId, phone, { forward_date: 1 })],
    [
      'by another bot',
      (chatId, phone) => telegram.contact(chatId, phone, { via_bot: { id: 1, is_bot: true, first_name: 'b' } }),
    ],
    [
      'sent by somebody else',
      (chatId, phone) => telegram.contact(chatId, phone, { from: { id: chatId + 1, first_name: 'Я' } }),
    ],
  ])('%s is refused', async (_name, send) => {
    const chatId = newChat();
    const phone = newPhone();
    expect(await answered(chatId, () => send(chatId, phone))).toMatch(/^Подойдёт только ваш собственный номер/);
    expect(lastIn(chatId)).toMatchObject({ contactButton: 'asked' });
    expect(await wayOf(phone)).toBe('sms');
  });

  it('in a group is not answered, and confirms nothing', async () => {
    const chatId = newChat();
    const phone = newPhone();
    telegram.contact(chatId, phone, { chat: { id: chatId, type: 'group' } });
    expect(await answered(chatId, () => telegram.say(chatId, '/stop'))).toMatch(/^Этот чат ни к чему/);
    expect(await wayOf(phone)).toBe('sms');
  });

  it('with a phone of another country is refused', async () => {
    const chatId = newChat();
    expect(await confirm(chatId, '12025550123')).toMatch(/номерами вида \+998 \(__\)/);
    expect(lastIn(chatId)).toMatchObject({ contactButton: 'gone' });
  });

  it('is asked for in the language of the reader, of a linked chat in that of its messages', async () => {
    const stranger = newChat();
    const { chatId } = await linkedCreator(app, telegram, { language: 'uz' });
    expect(await answered(stranger, () => telegram.say(stranger, '/phone', 'en'))).toMatch(/^Press the button/);
    expect(await answered(chatId, () => telegram.say(chatId, '/start _phone', 'en'))).toMatch(/^Quyidagi tugmani/);
  });
});

describe('a phone with an account', () => {
  it('is confirmed in the chat that can open the account, and in no other', async () => {
    const { phone } = await confirmedPerson();
    expect(await wayOf(phone)).toBe('chat');
    const stranger = newChat();
    expect(await confirm(stranger, phone)).toMatch(/^У этого номера уже есть аккаунт/);
    const other = await linkedCreator(app, telegram);
    expect(await confirm(other.chatId, phone)).toMatch(/^У этого номера уже есть аккаунт/);
    expect(await wayOf(phone)).toBe('chat');
  });

  it('is not confirmed in a linked chat before its owner has asked for that on the site', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    expect(await confirm(chatId, person.phone)).toMatch(/^Сначала разрешите это на сайте/);
    expect(await wayOf(person.phone)).toBe('sms');
    const token = await enterByTelegram(chatId);
    expect(await app.api('POST Notice/CodeChat', {}, { token })).toMatchObject({
      status: 403,
      body: { error: { code: 'TelegramLogin' } },
    });
    expect(await confirm(chatId, person.phone)).toMatch(/^Сначала разрешите это на сайте/);
    expect((await allow(person)).status).toBe(200);
    await app.db.pool.query('update notice_receiver set codes_until = now() where person_id = $1', [person.userId]);
    expect(await confirm(chatId, person.phone), '15 minutes later').toMatch(/^Сначала разрешите/);
    expect((await allow(person)).status).toBe(200);
    expect(await confirm(chatId, person.phone)).toMatch(/^Готово!/);
    expect(await wayOf(person.phone)).toBe('chat');
    await app.db.pool.query('update notice_receiver set codes_until = null where person_id = $1', [person.userId]);
    expect(await confirm(chatId, person.phone), 'once more, before it lapses').toMatch(/^Готово!/);
  });

  it('is offered to nobody without a chat that opens the account, nor to the staff', async () => {
    expect((await allow(await signIn(app.db, testSecrets.jwt))).status).toBe(404);
    expect((await allow(admin)).status).toBe(404);
  });

  it('keeps its chat when a code by SMS logs in, since the chat opens the account anyway', async () => {
    const { phone } = await confirmedPerson();
    await ask(phone);
    await ask(phone);
    expect((await enter(phone, codeInSms(phone))).status).toBe(200);
    expect(await wayOf(phone)).toBe('chat');
  });

  it('of the staff gets codes by SMS only, from the moment of the role on', async () => {
    const { person, chatId, phone } = await confirmedPerson();
    const query = { userId: person.userId, role: 'moderator' };
    expect((await app.api('PUT Moderator/SetRole', { query }, admin)).status).toBe(200);
    expect(await wayOf(phone)).toBe('sms');
    expect(await confirm(chatId, phone)).toBe('Коды для этого номера приходят только по SMS.');
  });
});

type Confirmed = Awaited<ReturnType<typeof confirmedPerson>>;

/** Makes a call that must succeed. */
async function succeed(asked: Promise<ApiAnswer>): Promise<void> {
  const { status, body } = await asked;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
}

const receiverOf = async ({ userId }: SignedIn): Promise<string> => {
  const { rows } = await app.db.pool.query('select id from notice_receiver where person_id = $1', [userId]);
  return rows[0].id;
};

/** The token of a session that Telegram opens for a linked chat. */
async function enterByTelegram(chatId: number): Promise<string> {
  const { body } = await app.api('POST Telegram/Enter', { body: { initData: initDataOf({ chatId }) } });
  return entered.parse(body).data.session.token;
}

const ends: Readonly<Record<string, (confirmed: Confirmed) => Promise<unknown>>> = {
  '/stop': ({ chatId }) => answered(chatId, () => telegram.say(chatId, '/stop')),
  'blocking the bot': async ({ chatId }) => {
    telegram.block(chatId);
    const isEnded = async () =>
      (await app.db.pool.query('select from telegram_phone where chat_id = $1', [chatId])).rowCount === 0;
    await vi.waitUntil(isEnded, { timeout: 10_000 });
  },
  'half a year': ({ phone }) =>
    app.db.pool.query(`update telegram_phone set confirmed_at = now() - interval '180 days' where phone = $1`, [phone]),
  'another phone of the account': ({ person }) =>
    app.db.pool.query('update person set phone = $2 where id = $1', [person.userId, newPhone()]),
  'the button in the cabinet': ({ person }) => succeed(app.api('DELETE Notice/CodeChat', {}, person)),
  'unlinking the chat': async ({ person }) => {
    await succeed(app.api('DELETE Notice/Receiver', { query: { id: await receiverOf(person) } }, person));
  },
  'leaving the chat its messages only': async ({ person }) => {
    const body = { id: await receiverOf(person), topics: [], language: 'ru', opensAccount: false };
    await succeed(app.api('PUT Notice/Receiver', { body }, person));
  },
  'another account of the chat': async ({ chatId }) => {
    const other = await signIn(app.db, testSecrets.jwt);
    const code = await linkCode(app, other);
    await answered(chatId, () => telegram.say(chatId, `/start ${code}`));
  },
  'another chat of the account': async ({ person }) => {
    const chatId = newChat();
    const code = await linkCode(app, person);
    await answered(chatId, () => telegram.say(chatId, `/start ${code}`));
  },
  'another phone of the chat': ({ chatId }) => confirm(chatId, newPhone()),
  'a notice that the chat cannot get': async ({ person, chatId }) => {
    telegram.set(chatId, { kind: 'blocked' });
    await givePaidTo(app, person);
    const isUnlinked = async () => (await noticeSettings(app, person)).receivers.length === 0;
    await vi.waitUntil(isUnlinked, { timeout: 10_000 });
    telegram.set(chatId, { kind: 'well' });
  },
  'a link of the same chat for messages only': async ({ person, chatId }) => {
    const opened = await enterByTelegram(chatId);
    const code = await linkCode(app, { ...person, token: opened });
    await answered(chatId, () => telegram.say(chatId, `/start ${code}`));
  },
  'a new password that leaves the tools': async ({ phone, chatId }) => {
    await wayOf(phone);
    const { body } = await app.api('GET Identity/ConfirmCode', { query: { phone, code: codeIn(chatId) } });
    const { actionId } = right.parse(body).data;
    const query = { actionId, password: 'тихая река 91', keepTools: true };
    await succeed(app.api('PUT Identity/ChangePassword', { query }));
  },
};

describe.each(Object.entries(ends))('%s', (_name, end) => {
  it('ends the codes in the chat', async () => {
    const confirmed = await confirmedPerson();
    expect(await wayOf(confirmed.phone)).toBe('chat');
    await end(confirmed);
    const before = telegram.to(confirmed.chatId).length;
    expect(await wayOf(confirmed.phone)).toBe('sms');
    expect(telegram.to(confirmed.chatId)).toHaveLength(before);
  });
});

describe('a code', () => {
  it('that is asked for again within its life goes by SMS, afterwards to the chat again', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    expect([await ask(phone), await ask(phone), await ask(phone)]).toEqual(['telegram', null, null]);
    expect(smsTo(phone)).toHaveLength(2);
    expect(await wayOf(phone)).toBe('chat');
    expect((await enter(phone, codeIn(chatId))).status).toBe(200);
  });

  it.each(['outage', 'malformed', 'blocked'] as const)('goes by SMS where the chat is %s', async (kind) => {
    const { chatId, phone } = await confirmedNewcomer();
    telegram.set(chatId, { kind });
    expect(await ask(phone)).toBeNull();
    expect((await enter(phone, codeInSms(phone))).status).toBe(200);
  });

  it('goes by SMS while Telegram takes no more messages, afterwards to the chat again', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    telegram.set(chatId, { kind: 'flood', retryAfter: 30 });
    expect([await wayOf(phone), await wayOf(phone)]).toEqual(['sms', 'chat']);
  });

  it('by SMS ends a confirmation whose chat has blocked the bot', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    telegram.set(chatId, { kind: 'blocked' });
    await ask(phone);
    telegram.set(chatId, { kind: 'well' });
    expect(await wayOf(phone)).toBe('sms');
  });

  it('in a chat is in no log, and nor is the phone', async () => {
    const { chatId, phone } = await confirmedNewcomer();
    await ask(phone);
    const code = codeIn(chatId);
    expect(code).toMatch(/^\d{6}$/);
    telegram.set(chatId, { kind: 'outage' });
    await wayOf(phone);
    const log = app.logLines.join('\n');
    expect(log).toContain('telegram-bot: unknown');
    for (const secret of [code, codeInSms(phone), phone]) expect(log).not.toContain(secret);
  });

  it('is counted under the name of the bot', async () => {
    const { phone } = await confirmedNewcomer();
    await ask(phone);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toMatch(
      /opora_codes_total\{sender="telegram-bot",outcome="accepted"\} \d+/,
    );
  });
});

describe('confirmations at the same moment', () => {
  it('of one phone by five chats: one gets the codes', async () => {
    const phone = newPhone();
    const chats = Array.from({ length: 5 }, newChat);
    for (const chatId of chats) telegram.contact(chatId, phone);
    for (const chatId of chats) await vi.waitUntil(() => telegram.to(chatId).length === 1, { timeout: 10_000 });
    expect(await ask(phone)).toBe('telegram');
    expect(chats.filter((chatId) => codeIn(chatId) !== '')).toHaveLength(1);
  });
});

it('the cabinet says since when codes go to the chat, and nothing to the staff', async () => {
  const { person } = await linkedCreator(app, telegram);
  const codeChat = async (who: { token: string }) =>
    settings.parse((await app.api('GET Notice/Settings', {}, who)).body).data.codeChat;
  expect(await codeChat(person)).toMatchObject({ confirmedAt: null });
  const confirmed = await confirmedPerson();
  expect(await codeChat(confirmed.person)).toMatchObject({ confirmedAt: expect.any(String) });
  await app.api('DELETE Notice/CodeChat', {}, confirmed.person);
  expect((await app.api('DELETE Notice/CodeChat', {}, confirmed.person)).status).toBe(404);
  expect(await codeChat(await signIn(app.db, testSecrets.jwt))).toBeNull();
  expect(await codeChat(admin)).toBeNull();
});
