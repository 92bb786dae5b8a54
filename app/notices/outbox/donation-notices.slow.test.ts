import { afterAll, describe, expect, it, vi } from 'vitest';
import { linkedCreator, noticeSettings, startNoticeApp } from '#test/support/notices/notice-fixture.ts';
import { givePaidTo, payOpened } from '#test/support/tool-fixture.ts';

const { app, telegram, close } = await startNoticeApp();
afterAll(() => close());

/** The messages of a chat after the one about its linking, as soon as there are so many. */
async function messagesIn(chatId: number, count: number) {
  const sent = () => telegram.to(chatId).slice(1);
  await vi.waitUntil(() => sent().length >= count, patiently);
  return sent();
}

/** How many notices of a chat are in each state. */
async function statesOf(chatId: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await app.db.pool.query(
    `select n.state, count(*)::int as count from notice n join notice_receiver r on r.id = n.receiver_id where r.chat_id = $1 group by 1`,
    [chatId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** For what the machine may be slow at. */
const patiently = { timeout: 15_000 };

/** Nothing is sent to a chat until it is let go on. */
const holdBack = (chatId: number) =>
  app.db.pool.query(`update notice_receiver set next_at = now() + interval '1 hour' where chat_id = $1`, [chatId]);

/** What is under way to a chat is left alone: it would come twice. */
const goOn = (chatId: number) =>
  app.db.pool.query('update notice_receiver set next_at = now() where chat_id = $1 and lease is null', [chatId]);

describe('a paid donation', () => {
  it('is reported to the chat of its creator with masked words, escaped, and with buttons', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    await givePaidTo(app, person, { name: '<b>Анна</b> & Ко', message: 'Сука, <script>*_привет_*[x](y)' });
    const [message] = await messagesIn(chatId, 1);
    expect(message?.text).toBe(
      '<b>&lt;b&gt;Анна&lt;/b&gt; &amp; Ко — 10\u00a0000\u00a0сум</b>\n****, &lt;script&gt;*_привет_*[x](y)',
    );
    expect(message?.buttons.map(({ text }) => text)).toEqual(['Показать ещё раз', 'Пропустить', 'Поблагодарить']);
    expect(telegram.sent.some(({ text }) => text.includes(person.phone) || text.includes('8600'))).toBe(false);
  });

  it('is reported in the language of the receiver, and not at all where the topic is not wanted', async () => {
    const { person, chatId } = await linkedCreator(app, telegram, { language: 'en' });
    await givePaidTo(app, person, { isAnonymous: true, name: undefined, message: undefined });
    expect((await messagesIn(chatId, 1))[0]?.text).toBe('<b>Anonymous — 10,000\u00a0UZS</b>');
    const [receiver] = (await noticeSettings(app, person)).receivers;
    const body = { id: receiver?.id, topics: ['payout'], language: 'uz' };
    expect((await app.api('PUT Notice/Receiver', { body }, person)).status).toBe(200);
    await givePaidTo(app, person);
    await expect.poll(() => statesOf(chatId), patiently).toEqual({ sent: 1 });
  });

  it('of a burst is joined with the others into one message, and a refunded one is left out', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    await holdBack(chatId);
    const names = ['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор'];
    for (const name of names) await givePaidTo(app, person, { name });
    await app.db.pool.query(`update donation set refunded_at = now() where name = 'Егор' and project_id = $1`, [
      person.projectId,
    ]);
    await goOn(chatId);
    const [message] = await messagesIn(chatId, 1);
    expect(message?.text).toMatch(/^<b>5 донатов на 50\u00a0000\u00a0сум<\/b>\nОт кого: /);
    for (const name of names.slice(0, 5)) expect(message?.text).toContain(name);
    expect(message?.text).not.toContain('Егор');
    expect(message?.buttons).toEqual([]);
    await expect.poll(() => statesOf(chatId), patiently).toEqual({ sent: 6 });
  });

  it('is named among those that it is joined with in the order in which they were paid', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    await holdBack(chatId);
    const opened: Awaited<ReturnType<typeof app.api>>[] = [];
    for (const name of ['Анна', 'Борис', 'Вера', 'Глеб']) {
      const body = { projectId: person.projectId, amount: 10_000, name };
      opened.push(await app.api('POST ProjectPay/Create', { body }));
    }
    for (const one of opened.toReversed()) await payOpened(app, one);
    await goOn(chatId);
    expect((await messagesIn(chatId, 1))[0]?.text).toContain('От кого: Глеб, Вера, Борис, Анна');
  });

  it('comes at most once a second to one chat', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    for (const name of ['Анна', 'Борис', 'Вера']) await givePaidTo(app, person, { name });
    const times = (await messagesIn(chatId, 3)).map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(950);
  });
});

describe('a message', () => {
  it('to a chat that has blocked the bot unlinks the chat', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    telegram.set(chatId, { kind: 'blocked' });
    await givePaidTo(app, person);
    await vi.waitFor(async () => expect((await noticeSettings(app, person)).receivers).toEqual([]), patiently);
  });

  it('waits as long as Telegram asks, then comes once', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    telegram.set(chatId, { kind: 'flood', retryAfter: 3 });
    const began = Date.now();
    await givePaidTo(app, person);
    const [message] = await messagesIn(chatId, 1);
    expect((message?.at ?? 0) - began).toBeGreaterThanOrEqual(3_000);
    await expect.poll(() => statesOf(chatId), patiently).toEqual({ sent: 1 });
    expect(telegram.to(chatId)).toHaveLength(2);
  });

  it('is tried again after an outage, and after a lost answer it may come twice but never gets lost', async () => {
    const one = await linkedCreator(app, telegram);
    const two = await linkedCreator(app, telegram);
    telegram.set(one.chatId, { kind: 'outage' });
    telegram.set(two.chatId, { kind: 'lost' });
    await givePaidTo(app, one.person);
    await givePaidTo(app, two.person);
    await vi.waitUntil(() => telegram.refusedChats.includes(one.chatId), patiently);
    await messagesIn(two.chatId, 1);
    telegram.set(one.chatId, { kind: 'well' });
    await vi.waitFor(async () => {
      for (const { chatId } of [one, two]) await goOn(chatId);
      expect([telegram.to(one.chatId).length, telegram.to(two.chatId).length]).toEqual([2, 3]);
    }, patiently);
    for (const { chatId } of [one, two]) await expect.poll(() => statesOf(chatId), patiently).toEqual({ sent: 1 });
    expect([telegram.to(one.chatId).length, telegram.to(two.chatId).length]).toEqual([2, 3]);
  });

  it('is tried again within a minute, however long Telegram was away', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    telegram.set(chatId, { kind: 'outage' });
    await app.db.pool.query('update notice_receiver set failures = 40 where chat_id = $1', [chatId]);
    await givePaidTo(app, person);
    const sql = `select extract(epoch from next_at - now())::float8 as pause from notice_receiver
      where chat_id = $1 and failures > 40`;
    const pauses = async () => (await app.db.pool.query<{ pause: number }>(sql, [chatId])).rows;
    await expect.poll(pauses, patiently).toHaveLength(1);
    expect((await pauses())[0]?.pause).toBeLessThanOrEqual(60);
  });

  it('that Telegram will never take does not hold up the next one', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    telegram.set(chatId, { kind: 'malformed' });
    await givePaidTo(app, person);
    await expect.poll(() => statesOf(chatId), patiently).toEqual({ failed: 1 });
    telegram.set(chatId, { kind: 'well' });
    await givePaidTo(app, person, { name: 'Вера' });
    expect((await messagesIn(chatId, 1))[0]?.text).toContain('Вера');
  });

  it('of a chat that is unlinked meanwhile is not sent', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    await holdBack(chatId);
    await givePaidTo(app, person);
    const [receiver] = (await noticeSettings(app, person)).receivers;
    await app.api('DELETE Notice/Receiver', { query: { id: receiver?.id } }, person);
    expect((await app.db.pool.query('select from notice where receiver_id = $1', [receiver?.id])).rowCount).toBe(0);
    expect(telegram.to(chatId)).toHaveLength(1);
  });
});

it('the log holds no token of the bot', () => {
  expect(app.logLines.some((line) => line.includes('AAtest-token'))).toBe(false);
});
