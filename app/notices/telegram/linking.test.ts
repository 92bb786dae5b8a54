import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { linkCode, linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { newPhone, signIn, signInAgain } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const telegram = await startTelegram();
const app = await startApp({ env: telegram.variables });
afterAll(async () => {
  await app.close();
  await telegram.close();
});

const sessions = z.object({ data: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) });

const newPerson = () => signIn(app.db, testSecrets.jwt);
const answersIn = (chatId: number, count: number) =>
  vi.waitUntil(() => telegram.to(chatId).length === count, { timeout: 10_000 });
const lastIn = (chatId: number) => telegram.to(chatId).at(-1)?.text ?? '';

describe('a chat', () => {
  it('is linked by the one-time address, answers in the language of the account, and is shown in the cabinet', async () => {
    const { person, chatId } = await linkedCreator(app, telegram, { language: 'en', userName: 'linked_one' });
    expect(lastIn(chatId)).toBe(
      'Done! Notices of the page linked_one come here, and its account can be opened from here: use the menu button. Send /stop to unlink the chat.\n\nLogin codes can come here too: turn that on under “Notices” in your profile on the site.',
    );
    const { hasTelegram, receivers } = await noticeSettings(app, person);
    expect(hasTelegram).toBe(true);
    expect(receivers).toMatchObject([
      {
        name: `@user${chatId}`,
        language: 'en',
        topics: ['donation', 'payout', 'source', 'review', 'thanks', 'order', 'message', 'charge'],
      },
    ]);
  });

  it('of two that use one code at the same moment, one is linked', async () => {
    const person = await newPerson();
    const code = await linkCode(app, person);
    const chats = Array.from({ length: 5 }, newChat);
    for (const chatId of chats) telegram.say(chatId, `/start ${code}`);
    for (const chatId of chats) await answersIn(chatId, 1);
    const texts = chats.map(lastIn);
    expect(texts.filter((text) => text.startsWith('Готово!'))).toHaveLength(1);
    expect(texts.filter((text) => text.startsWith('Ссылка устарела'))).toHaveLength(4);
    expect((await noticeSettings(app, person)).receivers).toHaveLength(1);
  });

  it('is not linked by an expired or replaced code, and the code is stored as a hash', async () => {
    const person = await newPerson();
    const old = await linkCode(app, person);
    const expired = await linkCode(app, person);
    const { rows } = await app.db.pool.query('select to_jsonb(t)::text as row from telegram_link t');
    expect(rows.some(({ row }) => row.includes(old) || row.includes(expired))).toBe(false);
    await app.db.pool.query(`update telegram_link set expires_at = now() where person_id = $1`, [person.userId]);
    const chatId = newChat();
    telegram.say(chatId, `/start ${old}`);
    telegram.say(chatId, `/start ${expired}`);
    await answersIn(chatId, 2);
    expect(telegram.to(chatId).every(({ text }) => text.startsWith('Ссылка устарела'))).toBe(true);
    expect((await noticeSettings(app, person)).receivers).toEqual([]);
  });

  it('is not linked by a code whose session has ended', async () => {
    const person = await newPerson();
    const code = await linkCode(app, person);
    const again = await signInAgain(app.db, testSecrets.jwt, person);
    for (const { id, isCurrent } of sessions.parse((await app.api('GET Identity/Sessions', {}, again)).body).data) {
      if (!isCurrent) await app.api('DELETE Identity/Session', { query: { id } }, again);
    }
    const chatId = newChat();
    telegram.say(chatId, `/start ${code}`);
    await answersIn(chatId, 1);
    expect(lastIn(chatId)).toMatch(/^Ссылка устарела/);
    expect((await noticeSettings(app, { ...person, ...again })).receivers).toEqual([]);
  });

  it('moves to another account, and a new chat replaces the old one', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const other = await newPerson();
    telegram.say(chatId, `/start ${await linkCode(app, other)}`);
    await answersIn(chatId, 2);
    expect((await noticeSettings(app, person)).receivers).toEqual([]);
    const second = newChat();
    telegram.say(second, `/start ${await linkCode(app, other)}`);
    await answersIn(second, 1);
    expect((await noticeSettings(app, other)).receivers).toMatchObject([{ name: `@user${second}` }]);
  });

  it('is unlinked by /stop, by blocking the bot, and in the cabinet', async () => {
    const one = await linkedCreator(app, telegram);
    const two = await linkedCreator(app, telegram);
    const three = await linkedCreator(app, telegram);
    telegram.say(one.chatId, '/stop');
    await answersIn(one.chatId, 2);
    expect(lastIn(one.chatId)).toMatch(/^Уведомления отключены/);
    telegram.block(two.chatId);
    await expect.poll(async () => (await noticeSettings(app, two.person)).receivers).toEqual([]);
    const [receiver] = (await noticeSettings(app, three.person)).receivers;
    const query = { id: receiver?.id };
    expect((await app.api('DELETE Notice/Receiver', { query }, one.person)).status).toBe(404);
    expect((await app.api('DELETE Notice/Receiver', { query }, three.person)).status).toBe(200);
    expect((await app.api('DELETE Notice/Receiver', { query }, three.person)).status).toBe(404);
    for (const { person } of [one, three]) expect((await noticeSettings(app, person)).receivers).toEqual([]);
  });

  it('has muted hours of its own, which stay where they are not named', async () => {
    const { person } = await linkedCreator(app, telegram);
    const mutedOf = async () => (await noticeSettings(app, person)).receivers[0]?.muted;
    const [receiver] = (await noticeSettings(app, person)).receivers;
    const change = (more: object) =>
      app.api('PUT Notice/Receiver', { body: { id: receiver?.id, topics: [], language: 'ru', ...more } }, person);
    expect(await mutedOf()).toBeNull();
    expect((await change({ muted: { from: 23, until: 8 } })).status).toBe(200);
    expect((await change({})).status).toBe(200);
    expect(await mutedOf()).toEqual({ from: 23, until: 8 });
    for (const muted of [
      { from: 8, until: 8 },
      { from: 24, until: 8 },
      { from: -1, until: 8 },
      { from: 0.5, until: 8 },
      { from: 1 },
      'ночь',
    ]) {
      const { status, body } = await change({ muted });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"muted')]);
    }
    expect(await mutedOf()).toEqual({ from: 23, until: 8 });
    expect((await change({ muted: null })).status).toBe(200);
    expect(await mutedOf()).toBeNull();
  });

  it('of a group, a stranger or with another text is not linked', async () => {
    const chatId = newChat();
    telegram.say(chatId, 'привет');
    telegram.say(chatId, '/start', 'uz');
    telegram.say(chatId, '/stop', 'en');
    await answersIn(chatId, 2);
    expect(telegram.to(chatId).map(({ text }) => text)).toEqual([
      expect.stringContaining('Chatni bogʻlash'),
      'This chat is not linked to anything.',
    ]);
  });
});

it('a new password unlinks the chat and ends codes that would link one', async () => {
  const { person } = await linkedCreator(app, telegram);
  const code = await linkCode(app, person);
  await app.api('GET Sms/SendComfirmCode', { query: { phone: person.phone } });
  const outbox = await app.api('GET Dev/Outbox', { query: { phone: person.phone } });
  const sms = /"code":"(\d+)"/.exec(JSON.stringify(outbox.body))?.[1];
  const confirmed = await app.api('GET Identity/ConfirmCode', { query: { phone: person.phone, code: sms } });
  const actionId = /"actionId":"([^"]+)"/.exec(JSON.stringify(confirmed.body))?.[1];
  expect(JSON.stringify(confirmed.body)).toContain('"hasTools":true');
  const query = { actionId, password: 'тихая река 91' };
  expect((await app.api('PUT Identity/ChangePassword', { query })).body).toMatchObject({
    data: { revoked: { chats: 1 } },
  });
  const chatId = newChat();
  telegram.say(chatId, `/start ${code}`);
  await answersIn(chatId, 1);
  expect(lastIn(chatId)).toMatch(/^Ссылка устарела/);
});

it('a platform without a bot offers none', async () => {
  const plain = await startApp();
  const person = await signIn(plain.db, testSecrets.jwt, { phone: newPhone() });
  expect((await noticeSettings(plain, person)).hasTelegram).toBe(false);
  const answer = await plain.api('POST Notice/LinkTelegram', { body: { language: 'ru' } }, person);
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringContaining('TelegramOff')]);
  await plain.close();
});
