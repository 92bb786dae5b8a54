import { afterAll, describe, expect, test } from 'vitest';
import { monthlyCards } from '#test/support/money/membership-fixture.ts';
import { MessageFixture } from '#test/support/notices/message-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await MessageFixture.open();
afterAll(() => fixture.close());

async function levelOf(creator: SignedIn): Promise<unknown> {
  const body = { name: 'Друг', amount: 10_000 };
  return dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body })).id;
}

describe('a message to members', () => {
  test('comes to all of them once, as plain text, on the site and in Telegram', async () => {
    const creator = await fixture.person();
    const first = await fixture.linkedMember(creator.projectId);
    const second = await fixture.linkedMember(creator.projectId);
    const hostile = '<b>Привет</b> [x](javascript:alert(1))\n\n\n\n<script>alert(1)</script>';
    const sent = dataOf(await fixture.write(creator, hostile));
    const text = '<b>Привет</b> [x](javascript:alert(1))\n\n<script>alert(1)</script>';
    expect(sent).toMatchObject({ text, level: null, readers: 2, isRemoved: false });
    for (const { person, chatId } of [first, second]) {
      expect(await fixture.textsOf(person)).toEqual([text]);
      await fixture.notified(chatId);
      expect(fixture.chatOf(chatId)[0]).toMatch(/пишет подписчикам<\/b>\n&lt;b&gt;Привет&lt;\/b&gt; \[x\]/);
      expect(fixture.chatOf(chatId)[0]).toContain('&lt;script&gt;');
    }
    expect(await fixture.noticesOf(sent.id)).toHaveLength(2);
    expect(await fixture.textsOf(creator)).toEqual([]);
    expect(await fixture.textsOf(await fixture.person())).toEqual([]);
  });

  test('is one a day, however many tabs send it at once, and one retry is the same message', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    await fixture.join(donor, creator.projectId);
    const many = await Promise.all(Array.from({ length: 6 }, (_, at) => fixture.write(creator, `Привет ${at}`)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(many.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await fixture.write(creator, 'Ещё')).toMatchObject({
      status: 409,
      body: { error: { code: 'MessageSentToday' } },
    });
    const nextAt = dataOf(await fixture.as(creator, 'GET Membership/Messages')).nextAt;
    expect(nextAt, 'midnight in Tashkent').toMatch(/T19:00:00\.000Z$/);
    fixture.clock.now = new Date(String(nextAt));
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const once = () =>
      fixture.api('POST Membership/Message', { body: { text: 'Завтра' } }, { token: creator.token, headers });
    expect(dataOf(await once())).toEqual(dataOf(await once()));
    expect(await fixture.textsOf(donor)).toEqual(['Завтра', expect.stringContaining('Привет')]);
    const sent = dataOf(await fixture.as(creator, 'GET Membership/Messages'));
    expect(sent).toMatchObject({ count: 2, readers: 1, items: [{ text: 'Завтра' }, {}] });
  });

  test('to a level is for its members only', async () => {
    const creator = await fixture.person();
    const levelId = await levelOf(creator);
    const inLevel = await fixture.linkedMember(creator.projectId, { levelId });
    const other = await fixture.linkedMember(creator.projectId);
    expect(dataOf(await fixture.write(creator, 'Друзьям', { levelId }))).toMatchObject({ level: 'Друг', readers: 1 });
    expect(await fixture.textsOf(inLevel.person)).toEqual(['Друзьям']);
    expect(await fixture.textsOf(other.person)).toEqual([]);
    await fixture.notified(inLevel.chatId);
    await fixture.enqueuedAll();
    expect(fixture.chatOf(other.chatId)).toEqual([]);
    const stranger = await fixture.person();
    expect((await fixture.write(stranger, 'Чужим', { levelId })).status).toBe(404);
    expect(await fixture.write(stranger, 'Никому')).toMatchObject({
      status: 409,
      body: { error: { code: 'NoReaders' } },
    });
  });

  test.each([
    ['', 'Заполните поле'],
    ['\u200b \n', 'Заполните поле'],
    ['Привет\u202e', 'Уберите знаки, которые меняют направление текста'],
    ['я'.repeat(1_001), 'Максимальная длинна текста 1000 символов'],
  ])('is refused where its text is %j', async (text, fault) => {
    const creator = await fixture.person();
    await fixture.join(await fixture.person(), creator.projectId);
    const refused = await fixture.write(creator, text);
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: { text: fault } } } });
    expect((await fixture.write(creator, '🎉'.repeat(1_000))).status).toBe(200);
  });

  test('is for those who have the benefits: not before they joined, and not after they left or stopped paying', async () => {
    const creator = await fixture.person();
    const early = await fixture.person();
    const late = await fixture.person();
    const { id: membershipId } = await fixture.join(early, creator.projectId, monthlyCards.refused);
    await fixture.write(creator, 'Первое');
    fixture.passDay();
    await fixture.join(late, creator.projectId);
    expect(await fixture.textsOf(late)).toEqual([]);
    await fixture.write(creator, 'Второе');
    expect(await fixture.textsOf(late)).toEqual(['Второе']);
    expect(await fixture.textsOf(early)).toEqual(['Второе', 'Первое']);
    await fixture.as(early, 'POST Membership/Leave', { body: { membershipId } });
    expect(await fixture.textsOf(early)).toHaveLength(2);
    const { paidUntil } = await fixture.mine(early);
    await fixture.moveTo(String(paidUntil));
    expect(await fixture.mine(early)).toMatchObject({ state: 'Ended' });
    expect(await fixture.textsOf(early)).toEqual([]);
    expect(dataOf(await fixture.write(creator, 'Третье'))).toMatchObject({ readers: 1 });
  });

  test('of a muted creator is neither sent nor shown, until he is wanted again', async () => {
    const creator = await fixture.person();
    const { person, chatId, membershipId } = await fixture.linkedMember(creator.projectId);
    const mute = (isMuted: boolean, by = person) =>
      fixture.as(by, 'PUT Membership/Mute', { body: { membershipId, isMuted } });
    expect((await mute(true, creator)).status).toBe(404);
    const both = await Promise.all([mute(true), mute(true)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await fixture.mine(person)).toMatchObject({ isMuted: true });
    await fixture.write(creator, 'Тишина');
    await fixture.enqueuedAll();
    expect(await fixture.textsOf(person)).toEqual([]);
    await mute(false);
    expect(await fixture.textsOf(person)).toEqual(['Тишина']);
    fixture.passDay();
    await fixture.write(creator, 'Снова');
    await fixture.notified(chatId);
    expect(fixture.chatOf(chatId).join()).toContain('Снова');
    expect(fixture.chatOf(chatId)).toHaveLength(1);
  });

  test('goes on where another process was killed between two steps, to nobody twice', async () => {
    const creator = await fixture.person();
    const members = [await fixture.linkedMember(creator.projectId), await fixture.linkedMember(creator.projectId)];
    const { id } = dataOf(await fixture.write(creator, 'Всем по разу'));
    await fixture.enqueuedAll();
    // As if it had been killed after the notices and before the note about them.
    await fixture.app.db.pool.query(
      'update membership_message set enqueued_at = null, reached_since = null, reached_id = null where id = $1',
      [id],
    );
    await fixture.enqueuedAll();
    for (const { chatId } of members) await fixture.notified(chatId);
    expect(await fixture.noticesOf(id)).toHaveLength(2);
    expect(members.map(({ chatId }) => fixture.chatOf(chatId).length)).toEqual([1, 1]);
  });
});
