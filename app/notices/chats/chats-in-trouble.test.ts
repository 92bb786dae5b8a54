import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ChatFixture, rights } from '#test/support/notices/chat-fixture.ts';
import { newChat } from '#test/support/notices/telegram-stand-in.ts';

const fixture = await ChatFixture.open();
const { telegram, app } = fixture;
const admin = await fixture.person('admin');
afterEach(() => telegram.chats.set({ kind: 'well' }));
afterAll(() => fixture.close());

const patiently = { timeout: 10_000, interval: 100 };
const block = (userId: string) => fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId } });
const seatOf = async (telegramId: number) =>
  (await app.db.pool.query('select state, tries from member_chat_seat where telegram_id = $1', [telegramId])).rows[0];
const linkOf = async (id: number) =>
  (await app.db.pool.query('select link from member_chat where telegram_id = $1', [id])).rows[0]?.link ?? null;

/** Lets what waits be due until it is done. */
const settle = (done: () => boolean | Promise<boolean>) =>
  vi.waitUntil(
    async () => {
      await fixture.hurry();
      return done();
    },
    { timeout: 20_000, interval: 200 },
  );

describe('the bot', () => {
  it('leaves in whom an administrator has let in while Telegram was away', async () => {
    const { chat } = await fixture.connected();
    const { people, requests } = telegram.chats.of(chat.id);
    const guest = newChat();
    telegram.chats.set({ kind: 'outage' });
    telegram.askIn(chat, guest);
    await vi.waitUntil(async () => ((await seatOf(guest))?.tries ?? 0) > 0, patiently);
    people.set(guest, 'member');
    requests.delete(guest);
    telegram.chats.set({ kind: 'well' });
    await settle(async () => (await seatOf(guest)) === undefined);
    expect([telegram.chats.actsOn(guest), people.get(guest)]).toEqual([[], 'member']);
  });

  it('takes out whom its own approval has let in, though the answer was lost and the support has ended', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    telegram.chats.set({ kind: 'lost' });
    telegram.askIn(chat, member.chatId);
    await fixture.is(chat, member.chatId, 'member');
    await block(member.person.userId);
    await settle(() => telegram.chats.of(chat.id).people.get(member.chatId) === 'left');
    await fixture.removedOnce(member.chatId);
  });

  it('forgets nobody where Telegram hides who is in from it', async () => {
    const { person, chatId, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    telegram.chats.of(chat.id).hasRights = false;
    await block(member.person.userId);
    await expect.poll(async () => (await fixture.chatOf(person)).chat?.hasRights, patiently).toBe(false);
    telegram.chats.of(chat.id).hasRights = true;
    telegram.setBot(chat, chatId, rights);
    await fixture.removedOnce(member.chatId);
  });

  it('lets others in while an account that is no more asks', async () => {
    const { person, chat } = await fixture.connected();
    const gone = newChat();
    telegram.chats.deactivated.add(gone);
    telegram.askIn(chat, gone);
    await fixture.inside(person, chat);
    await settle(async () => (await seatOf(gone)) === undefined);
    expect((await fixture.chatOf(person)).chat?.hasRights).toBe(true);
  });

  it('lets nobody stay banned where the chat is disconnected between ban and release', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    const chosen = await fixture.inside(person, chat);
    const { people } = telegram.chats.of(chat.id);
    telegram.chats.set({ kind: 'outage' });
    await app.db.pool.query(`update member_chat_seat set state = 'leaving' where telegram_id = any ($1)`, [
      [member.chatId, chosen.chatId],
    ]);
    people.set(member.chatId, 'kicked');
    expect((await fixture.as(person, 'DELETE Membership/Chat')).status).toBe(200);
    telegram.chats.set({ kind: 'well' });
    await settle(() => !telegram.chats.of(chat.id).hasRights);
    expect([people.get(member.chatId), people.get(chosen.chatId)]).toEqual(['left', 'member']);
    await settle(async () => (await seatOf(member.chatId)) === undefined);
  });

  it('nor where the chat is connected anew before that', async () => {
    const { person, chatId, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    const { people } = telegram.chats.of(chat.id);
    telegram.chats.set({ kind: 'outage' });
    await app.db.pool.query(`update member_chat_seat set state = 'leaving' where telegram_id = $1`, [member.chatId]);
    people.set(member.chatId, 'kicked');
    await fixture.as(person, 'DELETE Membership/Chat');
    await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId: null } });
    telegram.setBot(chat, chatId, rights);
    await expect.poll(async () => (await fixture.chatOf(person)).chat?.title).toBe(chat.title);
    telegram.chats.set({ kind: 'well' });
    await settle(() => people.get(member.chatId) === 'left');
  });
});

describe('the address', () => {
  it('is made anew once the bot is an administrator again: another bot answers none of the one before', async () => {
    const { person, chatId, chat } = await fixture.connected();
    const before = await linkOf(chat.id);
    telegram.setBot(chat, chatId, rights);
    await expect.poll(async () => [null, before].includes(await linkOf(chat.id)), patiently).toBe(false);
    expect((await fixture.chatOf(person)).chat?.hasRights).toBe(true);
  });

  it('is shown no more within a day where nobody has said that the bot is gone', async () => {
    const { person, chat } = await fixture.connected();
    telegram.chats.of(chat.id).hasRights = false;
    await settle(async () => (await fixture.chatOf(person)).chat?.hasRights === false);
    expect(await linkOf(chat.id)).toBeNull();
  });
});

describe('a group that has become a supergroup', () => {
  it('which is the chat of another creator by now is not asked about without end', async () => {
    const { person, chat } = await fixture.connected({ type: 'group' });
    const member = await fixture.inside(person, chat);
    const moved = { id: -newChat(), type: 'supergroup' as const, title: 'Новый чат' };
    telegram.chats.move(chat.id, moved.id);
    const other = await fixture.linked();
    await fixture.as(other.person, 'POST Membership/ConnectChat', { body: { levelId: null } });
    telegram.setBot(moved, other.chatId, rights);
    await expect.poll(async () => (await fixture.chatOf(other.person)).chat?.title).toBe('Новый чат');
    await block(member.person.userId);
    await expect.poll(async () => (await fixture.chatOf(person)).chat?.hasRights, patiently).toBe(false);
    await fixture.settled(member.chatId, 'inside');
    const sql = 'select due_at as "dueAt" from member_chat_seat where telegram_id = $1';
    expect((await app.db.pool.query(sql, [member.chatId])).rows).toEqual([{ dueAt: null }]);
  });
});
