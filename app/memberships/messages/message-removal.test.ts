import { afterAll, describe, expect, test, vi } from 'vitest';
import { MessageFixture } from '#test/support/notices/message-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await MessageFixture.open();
afterAll(() => fixture.close());

describe('a receiver of notices', () => {
  test('may refuse messages of creators', async () => {
    const creator = await fixture.person();
    const { person, chatId } = await fixture.linkedMember(creator.projectId);
    const { receivers } = dataOf(await fixture.as(person, 'GET Notice/Settings'));
    const [receiver] = Object.values(Object(receivers));
    expect(receiver).toMatchObject({ topics: expect.arrayContaining(['donation', 'message']) });
    const body = { id: Object(receiver).id, topics: ['donation'], language: 'ru' };
    expect((await fixture.as(person, 'PUT Notice/Receiver', { body })).status).toBe(200);
    await fixture.write(creator, 'Не туда');
    await fixture.enqueuedAll();
    expect(await fixture.textsOf(person)).toEqual(['Не туда']);
    const notices = await fixture.app.db.pool.query(
      `select from notice n join notice_receiver r on r.id = n.receiver_id where r.chat_id = $1 and n.topic = 'message'`,
      [chatId],
    );
    expect(notices.rows).toEqual([]);
  });
});

describe('the staff', () => {
  test('reads messages and removes one with a reason: nobody sees it or gets it any more', async () => {
    const creator = await fixture.person();
    const moderator = await fixture.person('moderator');
    const { person, chatId } = await fixture.linkedMember(creator.projectId);
    await fixture.app.db.pool.query(
      `update notice_receiver set next_at = now() + interval '1 hour' where chat_id = $1`,
      [chatId],
    );
    const { id: messageId } = dataOf(await fixture.write(creator, 'Нельзя такое'));
    await fixture.enqueuedAll();
    const query = { UserId: creator.userId };
    const list = async () => dataOf(await fixture.as(moderator, 'GET Moderator/MemberMessages', { query }));
    expect(await list()).toMatchObject({ next: null, items: [{ text: 'Нельзя такое', creatorId: creator.userId }] });
    const remove = async (reason: string) =>
      (await fixture.as(moderator, 'POST Moderator/RemoveMemberMessage', { body: { messageId, reason } })).status;
    expect(await remove('')).toBe(400);
    expect(await remove('Оскорбления')).toBe(200);
    expect(await remove('Оскорбления')).toBe(200);
    expect(await fixture.textsOf(person)).toEqual([]);
    expect(await list()).toMatchObject({ items: [{ isRemoved: true }] });
    expect(dataOf(await fixture.as(creator, 'GET Membership/Messages'))).toMatchObject({
      items: [{ isRemoved: true }],
    });
    await fixture.app.db.pool.query('update notice_receiver set next_at = now() where chat_id = $1', [chatId]);
    const patiently = { timeout: 20_000, interval: 200 };
    await vi.waitUntil(
      async () => (await fixture.noticesOf(messageId)).every((state) => state === 'failed'),
      patiently,
    );
    expect(fixture.chatOf(chatId)).toEqual([]);
    expect(await fixture.write(creator, 'Снова')).toMatchObject({ status: 409 });
    const audit = await fixture.as(await fixture.person('admin'), 'GET Moderator/Audit');
    expect(JSON.stringify(dataOf(audit))).toContain('RemoveMemberMessage');
  });
});
