import { afterAll, describe, expect, it } from 'vitest';
import { ChatFixture, rights } from '#test/support/notices/chat-fixture.ts';
import { newChat } from '#test/support/notices/telegram-stand-in.ts';

const fixture = await ChatFixture.open();
const { telegram } = fixture;
afterAll(() => fixture.close());

describe('a closed chat', () => {
  it('is connected once its creator makes the bot an administrator', async () => {
    const { person, chatId } = await fixture.linked();
    expect(await fixture.chatOf(person)).toEqual({ hasBot: true, isLinked: true, opening: null, chat: null });
    const levelId = await fixture.levelOf(person, 'Команда', 20_000);
    const begun = await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId } });
    expect(begun.body).toMatchObject({
      data: {
        groupUrl: 'https://t.me/opora_test_bot?startgroup&admin=invite_users+restrict_members',
        channelUrl: 'https://t.me/opora_test_bot?startchannel&admin=invite_users+restrict_members',
      },
    });
    expect((await fixture.chatOf(person)).opening).not.toBeNull();
    const chat = fixture.newChat(chatId, 'channel');
    telegram.setBot(chat, chatId, rights);
    await fixture.answered(chatId, 2);
    expect(fixture.lastTo(chatId)).toBe(
      `Чат «${chat.title}» подключён. Подписчики нужного уровня теперь входят в него сами.`,
    );
    expect(await fixture.chatOf(person)).toMatchObject({
      opening: null,
      chat: { title: chat.title, kind: 'channel', levelId, levelName: 'Команда', hasRights: true, members: 0 },
    });
    const again = await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId } });
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('ChatConnected')]);
  });

  it('is connected neither by another account, nor without having begun, nor late, nor where everybody may come in', async () => {
    const { person, chatId } = await fixture.linked();
    const idle = await fixture.linked();
    await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId: null } });
    const chat = fixture.newChat(chatId);
    telegram.setBot(chat, newChat(), rights);
    telegram.setBot(chat, idle.chatId, rights);
    telegram.setBot({ ...chat, username: 'open_to_all' }, chatId, rights);
    telegram.setBot(chat, chatId, { status: 'member' });
    await fixture.answered(chatId, 2);
    expect(fixture.lastTo(chatId)).toBe(
      `«${chat.title}» открыт для всех. Сделайте его закрытым и назначьте бота администратором ещё раз.`,
    );
    await fixture.app.db.pool.query('update member_chat set opening_until = now() where project_id = $1', [
      person.projectId,
    ]);
    telegram.setBot(chat, chatId, rights);
    telegram.say(idle.chatId, '/stop');
    await fixture.answered(idle.chatId, 2);
    expect((await fixture.chatOf(person)).chat).toBeNull();
    expect((await fixture.chatOf(idle.person)).chat).toBeNull();
  });

  it('of one creator is never that of another', async () => {
    const { person, chat } = await fixture.connected();
    const thief = await fixture.linked();
    await fixture.as(thief.person, 'POST Membership/ConnectChat', { body: { levelId: null } });
    telegram.setBot(chat, thief.chatId, rights);
    telegram.setBot({ ...chat, title: 'Новое имя' }, thief.chatId, rights);
    await expect.poll(async () => (await fixture.chatOf(person)).chat?.title).toBe('Новое имя');
    expect((await fixture.chatOf(thief.person)).chat).toBeNull();
  });

  it('needs a linked Telegram, an own level, and a creator who is not blocked', async () => {
    const plain = await fixture.person();
    const connect = (levelId: string | null) => fixture.as(plain, 'POST Membership/ConnectChat', { body: { levelId } });
    const unlinked = await connect(null);
    expect([unlinked.status, JSON.stringify(unlinked.body)]).toEqual([
      409,
      expect.stringContaining('ChatNeedsTelegram'),
    ]);
    const { person, chatId } = await fixture.linked();
    const foreign = await fixture.levelOf(plain, 'Чужой', 10_000);
    expect((await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId: foreign } })).status).toBe(404);
    const removed = await fixture.levelOf(person, 'Прежний', 10_000);
    await fixture.as(person, 'DELETE Membership/Level', { query: { levelId: removed } });
    const late = await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId: removed } });
    expect([late.status, JSON.stringify(late.body)]).toEqual([400, expect.stringContaining('levelId')]);
    expect((await fixture.as(person, 'POST Membership/ConnectChat', { body: { levelId: null } })).status).toBe(200);
    const admin = await fixture.person('admin');
    await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: person.userId } });
    const chat = fixture.newChat(chatId);
    telegram.setBot(chat, chatId, rights);
    telegram.say(chatId, '/start');
    await fixture.answered(chatId, 2);
    const { rows } = await fixture.app.db.pool.query('select from member_chat where telegram_id = $1', [chat.id]);
    expect(rows).toEqual([]);
  });

  it('is disconnected: the bot leaves it, and it can be connected anew', async () => {
    const creator = await fixture.connected();
    const { person, chatId, chat } = creator;
    const member = await fixture.inside(person, chat);
    expect((await fixture.chatOf(person)).chat?.members).toBe(1);
    expect((await fixture.as(person, 'DELETE Membership/Chat')).status).toBe(200);
    expect((await fixture.as(person, 'DELETE Membership/Chat')).status).toBe(404);
    expect((await fixture.chatOf(person)).chat).toBeNull();
    const link = { query: { membershipId: member.membershipId } };
    expect((await fixture.as(member.person, 'GET Membership/ChatLink', link)).status).toBe(404);
    await expect.poll(() => telegram.chats.of(chat.id).hasRights).toBe(false);
    await fixture.as(member.person, 'POST Membership/Leave', { body: { membershipId: member.membershipId } });
    const other = await fixture.connect({ person, chatId });
    expect(telegram.chats.of(chat.id).people.get(member.chatId)).toBe('member');
    expect((await fixture.chatOf(person)).chat?.title).toBe(other.title);
  });

  it('says that the bot has no rights, and goes on once it has them again', async () => {
    const { person, chatId, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    const link = () =>
      fixture.as(member.person, 'GET Membership/ChatLink', { query: { membershipId: member.membershipId } });
    expect((await link()).body).toMatchObject({
      data: { title: chat.title, isLinked: true, link: expect.stringMatching(/^https:\/\/t\.me\/\+/) },
    });
    telegram.chats.of(chat.id).hasRights = false;
    // Telegram's word about it was lost: the first refusal shows it.
    telegram.askIn(chat, member.chatId);
    await expect.poll(async () => (await fixture.chatOf(person)).chat?.hasRights).toBe(false);
    expect((await link()).body).toMatchObject({ data: { link: null } });
    await fixture.settled(member.chatId, 'entering');
    telegram.chats.of(chat.id).hasRights = true;
    telegram.setBot(chat, chatId, rights);
    await fixture.is(chat, member.chatId, 'member');
    telegram.setBot(chat, chatId, { status: 'left' });
    await expect.poll(async () => (await fixture.chatOf(person)).chat?.hasRights).toBe(false);
  });

  it('follows a group that becomes a supergroup, also where only a refusal says so', async () => {
    const { person, chat } = await fixture.connected({ type: 'group' });
    const member = await fixture.inside(person, chat);
    const moved = { ...chat, id: -newChat(), type: 'supergroup' as const };
    telegram.migrate(chat.id, moved.id);
    await expect
      .poll(async () => {
        const { rows } = await fixture.app.db.pool.query('select link from member_chat where telegram_id = $1', [
          moved.id,
        ]);
        return rows[0]?.link ?? null;
      })
      .not.toBeNull();
    const admin = await fixture.person('admin');
    await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: member.person.userId } });
    await fixture.is(moved, member.chatId, 'left');
    const silent = await fixture.connected({ type: 'group' });
    const other = await fixture.inside(silent.person, silent.chat);
    const at = { ...silent.chat, id: -newChat(), type: 'supergroup' as const };
    telegram.chats.move(silent.chat.id, at.id);
    await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: other.person.userId } });
    await fixture.is(at, other.chatId, 'left');
  });
});
