import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ChatFixture } from '#test/support/notices/chat-fixture.ts';

const fixture = await ChatFixture.open();
const { telegram, app } = fixture;
const admin = await fixture.person('admin');
const jobs = app.opora.areas.notices.jobs.filter(({ name }) => name === 'closed chats');
afterEach(() => telegram.chats.set({ kind: 'well' }));
afterAll(() => fixture.close());

const block = (userId: string) => fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId } });
const triesOf = async (telegramId: number) =>
  (await app.db.pool.query('select tries from member_chat_seat where telegram_id = $1', [telegramId])).rows[0]?.tries ??
  0;
const settle = async (done: () => boolean) =>
  vi.waitUntil(
    async () => {
      await fixture.hurry();
      return done();
    },
    { timeout: 20_000, interval: 200 },
  );

describe('while Telegram is away', () => {
  it('nothing is lost: who asks is let in, and who may not stay is taken out, once', async () => {
    const { person, chat } = await fixture.connected();
    const { people } = telegram.chats.of(chat.id);
    const leaving = await fixture.inside(person, chat);
    const coming = await fixture.linkedMember(person.projectId);
    telegram.chats.set({ kind: 'outage' });
    await block(leaving.person.userId);
    telegram.askIn(chat, coming.chatId);
    await expect.poll(() => triesOf(leaving.chatId), { timeout: 10_000 }).toBeGreaterThan(0);
    await expect.poll(() => triesOf(coming.chatId), { timeout: 10_000 }).toBeGreaterThan(0);
    expect([people.get(leaving.chatId), people.get(coming.chatId)]).toEqual(['member', undefined]);
    telegram.chats.set({ kind: 'well' });
    await settle(() => people.get(leaving.chatId) === 'left' && people.get(coming.chatId) === 'member');
    expect(telegram.chats.actsOn(coming.chatId)).toEqual([`approve ${coming.chatId}`]);
    expect(telegram.chats.actsOn(leaving.chatId)).toEqual([
      `approve ${leaving.chatId}`,
      `ban ${leaving.chatId}`,
      `unban ${leaving.chatId}`,
    ]);
  });

  it('it is asked no earlier than it says', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    telegram.chats.set({ kind: 'flood', retryAfter: 3_600 });
    telegram.askIn(chat, member.chatId);
    const waits = async () =>
      (await app.db.pool.query(`select from telegram_bot where paused_until > now() + interval '50 minutes'`)).rows
        .length;
    await expect.poll(waits, { timeout: 10_000 }).toBe(1);
    await app.db.pool.query('update member_chat_seat set due_at = now() where telegram_id = $1', [member.chatId]);
    // A round of the job that finds something due.
    await Promise.all(jobs.map((job) => job.run()));
    expect(telegram.chats.actsOn(member.chatId)).toEqual([]);
    await settle(() => telegram.chats.of(chat.id).people.get(member.chatId) === 'member');
  });

  it('an answer that is lost changes nothing', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    telegram.chats.set({ kind: 'lost' });
    telegram.askIn(chat, member.chatId);
    await settle(() => telegram.chats.of(chat.id).people.get(member.chatId) === 'member');
    await vi.waitUntil(
      async () => {
        await fixture.hurry();
        const sql = 'select state from member_chat_seat where telegram_id = $1';
        return (await app.db.pool.query(sql, [member.chatId])).rows[0]?.state === 'inside';
      },
      { timeout: 20_000 },
    );
    expect(telegram.chats.actsOn(member.chatId)).toEqual([`approve ${member.chatId}`]);
    await block(member.person.userId);
    await settle(() => telegram.chats.of(chat.id).people.get(member.chatId) === 'left');
  });
});

describe('a process that ends in the middle', () => {
  it('between ban and release leaves the rest to another', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    const { people } = telegram.chats.of(chat.id);
    // As the process that has just banned the account leaves it.
    await app.db.pool.query(
      `update member_chat_seat set state = 'leaving', lease = gen_random_uuid(), due_at = now() + interval '1 hour' where telegram_id = $1`,
      [member.chatId],
    );
    people.set(member.chatId, 'kicked');
    await block(member.person.userId);
    await fixture.is(chat, member.chatId, 'left');
    await fixture.settled(member.chatId, null);
  });

  it('and whoever may be in again by then is banned no more', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    telegram.chats.of(chat.id).people.set(member.chatId, 'kicked');
    await app.db.pool.query(`update member_chat_seat set state = 'leaving', due_at = now() where telegram_id = $1`, [
      member.chatId,
    ]);
    await fixture.is(chat, member.chatId, 'left');
    await fixture.settled(member.chatId, 'inside');
    telegram.askIn(chat, member.chatId);
    await fixture.is(chat, member.chatId, 'member');
  });

  it('records nothing over what has changed meanwhile', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    const { chats } = app.opora.areas.memberships;
    await app.db.pool.query(`update member_chat_seat set due_at = now() - interval '1 hour' where telegram_id = $1`, [
      member.chatId,
    ]);
    const [seat] = (await chats.claimSeats(app.db, 100, 120)).filter(({ telegramId }) => telegramId === member.chatId);
    // Whichever of the two has claimed it: support ends before it is recorded that the account stays.
    await block(member.person.userId);
    if (seat !== undefined) await app.db.transaction((tx) => chats.keepSeat(tx, seat, 3_600));
    await fixture.is(chat, member.chatId, 'left');
  });

  it('finds again whose support has ended in the moment of the approval', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.linkedMember(person.projectId);
    telegram.chats.set({ kind: 'outage' });
    telegram.askIn(chat, member.chatId);
    await expect.poll(() => triesOf(member.chatId), { timeout: 10_000 }).toBeGreaterThan(0);
    // As a process that has seen the support before it ends, and has let the account in.
    await app.db.pool.query(`update member_chat_seat set due_at = now() - interval '1 hour' where telegram_id = $1`, [
      member.chatId,
    ]);
    await block(member.person.userId);
    telegram.chats.of(chat.id).people.set(member.chatId, 'member');
    telegram.chats.of(chat.id).requests.delete(member.chatId);
    await app.db.pool.query(
      `update member_chat_seat set state = 'inside', lease = null, due_at = now() + interval '60 seconds' where telegram_id = $1`,
      [member.chatId],
    );
    telegram.chats.set({ kind: 'well' });
    await settle(() => telegram.chats.of(chat.id).people.get(member.chatId) === 'left');
  });

  it('is one of two that never claim the same account', async () => {
    const { person, chat } = await fixture.connected();
    const member = await fixture.inside(person, chat);
    await app.db.pool.query(`update member_chat_seat set due_at = now() where telegram_id = $1`, [member.chatId]);
    const { chats } = app.opora.areas.memberships;
    const claimed = await Promise.all(Array.from({ length: 8 }, () => chats.claimSeats(app.db, 100, 1)));
    const own = claimed.flat().filter(({ telegramId }) => telegramId === member.chatId);
    expect(own.length).toBeLessThan(2);
  });
});
