import { afterAll, describe, expect, it } from 'vitest';
import { monthlyCards } from '#test/support/money/membership-fixture.ts';
import { ChatFixture } from '#test/support/notices/chat-fixture.ts';
import { noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { newChat } from '#test/support/notices/telegram-stand-in.ts';

const fixture = await ChatFixture.open();
const { telegram } = fixture;
const admin = await fixture.person('admin');
afterAll(() => fixture.close());

describe('the bot lets in', () => {
  it('a member by the linked account alone, and the creator', async () => {
    const { person, chatId, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    const friend = newChat();
    const outsider = await fixture.linked();
    for (const telegramId of [member.chatId, friend, outsider.chatId]) telegram.askIn(chat, telegramId);
    await fixture.is(chat, member.chatId, 'member');
    await fixture.declined(friend);
    await fixture.declined(outsider.chatId);
    const userName = await fixture.userNameOf(person.projectId);
    await expect.poll(() => fixture.lastTo(friend)).toMatch(/^В этот чат бот впускает только подписчиков/);
    expect(fixture.lastTo(friend)).toContain('/profile/notices');
    await expect.poll(() => fixture.lastTo(outsider.chatId)).toContain(`/${userName}`);
    telegram.chats.of(chat.id).people.delete(chatId);
    telegram.askIn(chat, chatId);
    await fixture.is(chat, chatId, 'member');
  });

  it('from a level on: neither a lower one nor a sum of their own', async () => {
    const { person, chatId } = await fixture.linked();
    const low = await fixture.levelOf(person, 'Друг', 10_000);
    const middle = await fixture.levelOf(person, 'Команда', 20_000);
    const high = await fixture.levelOf(person, 'Меценат', 50_000);
    const chat = await fixture.connect({ person, chatId }, { levelId: middle });
    const members = [
      await fixture.linkedMember(person.projectId, { levelId: low, amount: 10_000 }),
      await fixture.linkedMember(person.projectId, { amount: 90_000 }),
      await fixture.linkedMember(person.projectId, { levelId: middle, amount: 20_000 }),
      await fixture.linkedMember(person.projectId, { levelId: high, amount: 50_000 }),
    ];
    for (const member of members) telegram.askIn(chat, member.chatId);
    const [lower, own, same, higher] = members.map((member) => member.chatId);
    await fixture.declined(lower ?? 0);
    await fixture.declined(own ?? 0);
    await fixture.is(chat, same ?? 0, 'member');
    await fixture.is(chat, higher ?? 0, 'member');
    const links = await Promise.all(
      members.map(async ({ person: one, membershipId }) => {
        const { items } = Object((await fixture.as(one, 'GET Membership/My')).body).data;
        const { status } = await fixture.as(one, 'GET Membership/ChatLink', { query: { membershipId } });
        return [items[0].hasChat, status];
      }),
    );
    expect(links).toEqual([
      [false, 404],
      [false, 404],
      [true, 200],
      [true, 200],
    ]);
    // A dearer level than theirs is asked for from now on.
    await fixture.settled(same ?? 0, 'inside');
    expect((await fixture.as(person, 'PUT Membership/Chat', { body: { levelId: high } })).status).toBe(200);
    await fixture.removedOnce(same ?? 0);
    expect(telegram.chats.of(chat.id).people.get(higher ?? 0)).toBe('member');
  });

  it('nobody by the membership of another, whose chat they cannot see', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    const stranger = await fixture.person();
    const query = { membershipId: member.membershipId };
    expect((await fixture.as(stranger, 'GET Membership/ChatLink', { query })).status).toBe(404);
    expect(JSON.stringify((await fixture.as(stranger, 'GET Membership/My')).body)).not.toContain(chat.title);
  });

  it('nobody who was asked in by an administrator: that is theirs to decide', async () => {
    const { chat } = await fixture.connected();
    const guest = newChat();
    telegram.askIn(chat, guest, 77);
    const after = newChat();
    telegram.askIn(chat, after);
    await fixture.declined(after);
    expect(telegram.chats.actsOn(guest)).toEqual([]);
  });
});

describe('the bot takes out, once,', () => {
  it('whose month has run out, and lets them in again later', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    await fixture.as(member.person, 'POST Membership/Leave', { body: { membershipId: member.membershipId } });
    await fixture.hurry();
    await fixture.settled(member.chatId, 'inside');
    expect(telegram.chats.of(chat.id).people.get(member.chatId)).toBe('member');
    const before = fixture.clock.now;
    fixture.clock.now = new Date(before.getTime() + 40 * 86_400_000);
    await fixture.removedOnce(member.chatId);
    await fixture.settled(member.chatId, null);
    await fixture.ended(member.person);
    fixture.clock.now = before;
    await fixture.join(member.person, person.projectId);
    telegram.askIn(chat, member.chatId);
    await fixture.is(chat, member.chatId, 'member');
  });

  it('whose charges were refused until the membership paused', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat, {}, monthlyCards.refused);
    const before = fixture.clock.now;
    for (const days of [40, 44, 49]) {
      fixture.clock.now = new Date(before.getTime() + days * 86_400_000);
      await fixture.work();
    }
    await fixture.removedOnce(member.chatId);
    fixture.clock.now = before;
  });

  it('who was refunded, has unlinked Telegram, is blocked, or whose creator is', async () => {
    const { person, chat } = await fixture.connected();
    const refunded = await fixture.inside(person, chat);
    const unlinked = await fixture.inside(person, chat);
    const blocked = await fixture.inside(person, chat);
    const left = await fixture.inside(person, chat);
    await fixture.app.opora.areas.payments.refundPayment(refunded.membershipId);
    await fixture.removedOnce(refunded.chatId);
    const [receiver] = (await noticeSettings(fixture.app, unlinked.person)).receivers;
    await fixture.as(unlinked.person, 'DELETE Notice/Receiver', { query: { id: receiver?.id } });
    await fixture.removedOnce(unlinked.chatId);
    await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: blocked.person.userId } });
    await fixture.removedOnce(blocked.chatId);
    expect(telegram.chats.of(chat.id).people.get(left.chatId)).toBe('member');
    await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: person.userId } });
    await fixture.removedOnce(left.chatId);
  });

  it('nobody whom it has not let in, no administrator, and nobody an administrator has banned', async () => {
    const { person, chat } = await fixture.connected();
    const { people } = telegram.chats.of(chat.id);
    const member = await fixture.inside(person, chat);
    const helper = await fixture.inside(person, chat);
    const banned = await fixture.inside(person, chat);
    const guest = newChat();
    people.set(guest, 'member');
    people.set(helper.chatId, 'administrator');
    people.set(banned.chatId, 'kicked');
    await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: person.userId } });
    await fixture.removedOnce(member.chatId);
    await fixture.settled(helper.chatId, null);
    await fixture.settled(banned.chatId, null);
    expect([guest, helper.chatId, banned.chatId].map((one) => people.get(one))).toEqual([
      'member',
      'administrator',
      'kicked',
    ]);
  });
});
