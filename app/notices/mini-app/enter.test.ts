import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { initDataOf } from '#test/support/notices/init-data.ts';
import { linkCode, linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const telegram = await startTelegram();
const app = await startApp({ env: telegram.variables });
afterAll(async () => {
  await app.close();
  await telegram.close();
});

const entered = z.object({
  data: z.object({ session: z.object({ token: z.string(), refreshToken: z.string() }).nullable() }),
});
const enter = (initData: string) => app.api('POST Telegram/Enter', { body: { initData } });
const codeOf = (body: unknown) => z.object({ error: z.object({ code: z.string() }) }).parse(body).error.code;

/** The session that a new launch of a chat opens; null: the visitor is a guest. */
async function sessionOf(chatId: number) {
  return entered.parse((await enter(initDataOf({ chatId }))).body).data.session;
}

async function opened(chatId: number) {
  const session = await sessionOf(chatId);
  if (session === null) throw new Error('the chat has opened no session');
  return session;
}

const userOf = (settings: { readonly token: string }) => app.api('POST Identity/GetUser', {}, settings);
const statusOf = async (settings: { readonly token: string }) => (await userOf(settings)).status;
const run = (sql: string, { userId }: SignedIn) => app.db.pool.query(sql, [userId]);

describe('a launch', () => {
  it('logs in whose chat is linked, as a user, for a day, among the sessions of the account', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const session = await opened(chatId);
    expect((await userOf(session)).body).toMatchObject({ data: { id: person.userId, roles: ['user'] } });
    const { body } = await app.api('GET Identity/Sessions', {}, person);
    expect(z.object({ data: z.array(z.unknown()) }).parse(body).data).toHaveLength(2);
    const { rows } = await run(
      `select expires_at <= now() + interval '24 hours' as "isShort" from session where person_id = $1 and by_telegram`,
      person,
    );
    expect(rows).toEqual([{ isShort: true }]);
    expect((await noticeSettings(app, person)).receivers).toMatchObject([{ opensAccount: true }]);
  });

  it('leaves a guest whose chat is not linked, or was linked for messages only', async () => {
    expect(await sessionOf(newChat())).toBeNull();
    const { person, chatId } = await linkedCreator(app, telegram);
    await run('update notice_receiver set opens_account = false where person_id = $1', person);
    expect(await sessionOf(chatId)).toBeNull();
    expect((await noticeSettings(app, person)).receivers).toMatchObject([{ opensAccount: false }]);
  });

  it('opens one session, however often and at once it is sent', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const initData = initDataOf({ chatId });
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(initData)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(codeOf(answers.find(({ status }) => status === 409)?.body)).toBe('TelegramDataUsed');
    // Another order and spelling of the same fields is the same launch.
    const again = new URLSearchParams([...new URLSearchParams(initData)].reverse()).toString().replaceAll('+', '%20');
    expect((await enter(again)).status).toBe(409);
    const { rows } = await run('select id from session where person_id = $1 and by_telegram', person);
    expect(rows).toHaveLength(1);
  });

  it('that Telegram has not signed, or too long ago, opens none', async () => {
    const { chatId } = await linkedCreator(app, telegram);
    const refused = async (initData: string) => {
      const { status, body } = await enter(initData);
      return [status, codeOf(body)];
    };
    expect(await refused(`${initDataOf({ chatId })}0`)).toEqual([400, 'TelegramDataInvalid']);
    expect(await refused(initDataOf({ chatId, age: 4_000 }))).toEqual([400, 'TelegramDataExpired']);
    expect((await enter('a'.repeat(4_097))).status).toBe(400);
    expect((await enter('')).status).toBe(400);
  });

  it('opens none for the staff, a blocked person and one who has become staff since', async () => {
    const blocked = await linkedCreator(app, telegram);
    const session = await opened(blocked.chatId);
    const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
    await run('update person set blocked_at = now() where id = $1', blocked.person);
    expect(await sessionOf(blocked.chatId)).toBeNull();
    expect(session.token).not.toBe('');
    for (const role of ['moderator', 'admin'] as const) {
      const promoted = await linkedCreator(app, telegram);
      await run(`update person set role = '${role}' where id = $1`, promoted.person);
      expect(await sessionOf(promoted.chatId)).toBeNull();
    }
    const chatId = newChat();
    telegram.say(chatId, `/start ${await linkCode(app, moderator)}`);
    await expect.poll(() => telegram.to(chatId).length).toBe(1);
    expect(await sessionOf(chatId)).toBeNull();
  });
});

describe('the session of a chat', () => {
  /** Waits until a session has ended. Returns what its refresh is answered, and what a session that was opened by a login is. */
  const afterEnd = async (session: { readonly token: string; readonly refreshToken: string }, person: SignedIn) => {
    await vi.waitUntil(async () => (await statusOf(session)) === 401, { timeout: 10_000 });
    const body = { accessToken: session.token, refreshToken: session.refreshToken };
    const refreshed = await app.api('POST Identity/RefreshToken', { body });
    return { refreshed: refreshed.status, byLogin: await statusOf(person) };
  };
  const over = { refreshed: 401, byLogin: 200 };

  it('ends with /stop, with a block of the bot, and with the unlinking in the cabinet', async () => {
    const one = await linkedCreator(app, telegram);
    const byStop = await opened(one.chatId);
    telegram.say(one.chatId, '/stop');
    expect(await afterEnd(byStop, one.person)).toEqual(over);
    expect(await sessionOf(one.chatId)).toBeNull();

    const two = await linkedCreator(app, telegram);
    const byBlock = await opened(two.chatId);
    telegram.block(two.chatId);
    expect(await afterEnd(byBlock, two.person)).toEqual(over);

    const three = await linkedCreator(app, telegram);
    const first = await opened(three.chatId);
    const second = await opened(three.chatId);
    const [receiver] = (await noticeSettings(app, three.person)).receivers;
    const removed = await app.api('DELETE Notice/Receiver', { query: { id: receiver?.id } }, first);
    expect(removed.status).toBe(200);
    expect(await statusOf(first), 'at once').toBe(401);
    expect(await afterEnd(second, three.person)).toEqual(over);
  });

  it('ends as Telegram says that its user has blocked the bot', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const session = await opened(chatId);
    telegram.set(chatId, { kind: 'blocked' });
    await givePaidTo(app, person);
    expect(await afterEnd(session, person)).toEqual(over);
    expect(await sessionOf(chatId)).toBeNull();
  });

  it('ends as another chat takes the place of its own, and as the chat goes to another account', async () => {
    const one = await linkedCreator(app, telegram);
    const before = await opened(one.chatId);
    const next = newChat();
    telegram.say(next, `/start ${await linkCode(app, one.person)}`);
    expect(await afterEnd(before, one.person)).toEqual(over);
    const after = await opened(next);
    const other = await signIn(app.db, testSecrets.jwt);
    telegram.say(next, `/start ${await linkCode(app, other)}`);
    expect(await afterEnd(after, one.person)).toEqual(over);
    expect((await userOf(await opened(next))).body).toMatchObject({ data: { id: other.userId } });
  });

  it('is not left behind by an unlinking at the same moment', async () => {
    const left: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { person, chatId } = await linkedCreator(app, telegram);
      const [receiver] = (await noticeSettings(app, person)).receivers;
      const query = { id: receiver?.id };
      const [gone, ...launches] = await Promise.all([
        app.api('DELETE Notice/Receiver', { query }, person),
        ...Array.from({ length: 4 }, () => enter(initDataOf({ chatId }))),
      ]);
      expect(gone?.status).toBe(200);
      expect(launches.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const sql = 'select id from session where person_id = $1 and by_telegram and ended_at is null';
      left.push((await run(sql, person)).rows.length);
    }
    expect(left).toEqual(left.map(() => 0));
  });
});

it('a platform without a bot takes no launch', async () => {
  const plain = await startApp();
  const answer = await plain.api('POST Telegram/Enter', { body: { initData: initDataOf({ chatId: newChat() }) } });
  expect([answer.status, codeOf(answer.body)]).toEqual([409, 'TelegramOff']);
  await plain.close();
});
