import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { initDataOf } from '#test/support/notices/init-data.ts';
import { linkCode, linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp, testSecrets } from '#test/support/start-app.ts';

const telegram = await startTelegram();
const app = await startApp({ env: telegram.variables });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
afterAll(async () => {
  await app.close();
  await telegram.close();
});

const entered = z.object({ data: z.object({ session: z.object({ token: z.string() }).nullable() }) });
const codes = z.object({ data: z.array(z.object({ code: z.string() })) });
const action = z.object({ data: z.object({ actionId: z.string() }) });

const enter = (chatId: number) => app.api('POST Telegram/Enter', { body: { initData: initDataOf({ chatId }) } });
const sessionIn = ({ body }: ApiAnswer) => entered.parse(body).data.session;
const statusOf = async (token: string) => (await app.api('POST Identity/GetUser', {}, { token })).status;

async function opened(chatId: number) {
  const session = sessionIn(await enter(chatId));
  if (session === null) throw new Error('the chat has opened no session');
  return session.token;
}

/** How many sessions of a person, opened by a chat, are left. */
async function leftOf({ userId }: SignedIn): Promise<number> {
  const sql = 'select id from session where person_id = $1 and by_telegram and ended_at is null';
  return (await app.db.pool.query(sql, [userId])).rows.length;
}

/** Obtains the right to change a password, and returns what changes it. */
async function passwordChange({ phone }: SignedIn, keepTools: boolean) {
  await app.api('GET Sms/SendComfirmCode', { query: { phone } });
  const code = codes.parse((await app.api('GET Dev/Outbox', { query: { phone } })).body).data[0]?.code;
  const right = await app.api('GET Identity/ConfirmCode', { query: { phone, code } });
  const { actionId } = action.parse(right.body).data;
  return () => app.api('PUT Identity/ChangePassword', { query: { actionId, password: 'тихая река 91', keepTools } });
}

const ends: Readonly<Record<string, (person: SignedIn) => Promise<() => Promise<ApiAnswer>>>> = {
  'a block': async ({ userId }) => {
    return () => app.api('PUT Moderator/BlockUser', { query: { userId } }, admin);
  },
  'a role of the staff': async ({ userId }) => {
    return () => app.api('PUT Moderator/SetRole', { query: { userId, role: 'moderator' } }, admin);
  },
  'a new password': (person) => passwordChange(person, false),
  'a new password that leaves the tools': (person) => passwordChange(person, true),
  'messages only': async (person) => {
    const [receiver] = (await noticeSettings(app, person)).receivers;
    const body = { id: receiver?.id, topics: receiver?.topics, language: 'ru', opensAccount: false };
    return () => app.api('PUT Notice/Receiver', { body }, person);
  },
};

describe.each(Object.entries(ends))('%s', (_name, prepare) => {
  it('ends the session of a chat at once, and no new one opens', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const token = await opened(chatId);
    expect((await (await prepare(person))()).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(sessionIn(await enter(chatId))).toBeNull();
  });

  it('leaves none behind that a launch opens at the same moment', async () => {
    const left: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { person, chatId } = await linkedCreator(app, telegram);
      const end = await prepare(person);
      const launches = () => [enter(chatId), enter(chatId), enter(chatId)];
      const [ended] = await Promise.all([end(), ...launches()]);
      expect(ended.status).toBe(200);
      left.push(await leftOf(person));
    }
    expect(left).toEqual([0, 0, 0, 0]);
  });
});

describe('a chat that opens the account no more', () => {
  it('gets messages still, after a new password that leaves the tools', async () => {
    const { person } = await linkedCreator(app, telegram);
    const code = await linkCode(app, person);
    expect((await (await passwordChange(person, true))()).status).toBe(200);
    const again = await signInAgain(app.db, testSecrets.jwt, person);
    expect((await noticeSettings(app, { ...person, ...again })).receivers).toMatchObject([{ opensAccount: false }]);
    const thief = newChat();
    telegram.say(thief, `/start ${code}`);
    await expect.poll(() => telegram.to(thief).at(-1)?.text).toMatch(/^Ссылка устарела/);
    expect(sessionIn(await enter(thief))).toBeNull();
  });

  it('opens it again once it is linked again, and never by the settings', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const [receiver] = (await noticeSettings(app, person)).receivers;
    const body = { id: receiver?.id, topics: receiver?.topics, language: 'ru' };
    expect((await app.api('PUT Notice/Receiver', { body: { ...body, opensAccount: false } }, person)).status).toBe(200);
    const opening = await app.api('PUT Notice/Receiver', { body: { ...body, opensAccount: true } }, person);
    expect([opening.status, opening.body]).toMatchObject([
      400,
      { error: { fields: { opensAccount: expect.any(String) } } },
    ]);
    expect((await app.api('PUT Notice/Receiver', { body }, person)).status).toBe(200);
    expect(sessionIn(await enter(chatId))).toBeNull();
    const before = telegram.to(chatId).length;
    telegram.say(chatId, `/start ${await linkCode(app, person)}`);
    await expect.poll(() => telegram.to(chatId).length).toBe(before + 1);
    expect(sessionIn(await enter(chatId))).not.toBeNull();
  });

  it('is one that was linked in a session of a chat, and the chat before it gets a word of it', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const token = await opened(chatId);
    const other = newChat();
    telegram.say(other, `/start ${await linkCode(app, { ...person, token })}`);
    await expect.poll(() => telegram.to(other).at(-1)?.text).toMatch(/^Готово! Здесь будут уведомления .*привяжите/);
    await expect.poll(() => telegram.to(chatId).at(-1)?.text).toMatch(/теперь приходят в другой чат/);
    expect(sessionIn(await enter(other))).toBeNull();
    expect(await statusOf(token)).toBe(401);
    expect(await leftOf(person)).toBe(0);
  });

  it('is one of another person never by the request of a stranger', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const token = await opened(chatId);
    const [receiver] = (await noticeSettings(app, person)).receivers;
    const body = { id: receiver?.id, topics: [], language: 'ru', opensAccount: false };
    const stranger = await signIn(app.db, testSecrets.jwt);
    expect((await app.api('PUT Notice/Receiver', { body }, stranger)).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect(sessionIn(await enter(chatId))).not.toBeNull();
  });

  it('is one whose code was made before codes said that it logs in', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const code = await linkCode(app, person);
    await app.db.pool.query('update telegram_link set opens_account = default where person_id = $1', [person.userId]);
    const chatId = newChat();
    telegram.say(chatId, `/start ${code}`);
    await expect.poll(() => telegram.to(chatId).length).toBe(1);
    expect((await noticeSettings(app, person)).receivers).toMatchObject([{ opensAccount: false }]);
    expect(sessionIn(await enter(chatId))).toBeNull();
  });
});
