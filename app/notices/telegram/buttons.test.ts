import { afterAll, describe, expect, it, vi } from 'vitest';
import { linkedCreator, noticeSettings, startNoticeApp } from '#test/support/notices/notice-fixture.ts';
import { newChat } from '#test/support/notices/telegram-stand-in.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const { app, telegram, close } = await startNoticeApp();
afterAll(() => close());

/** A creator with a message about a donation. */
async function reported() {
  const { person, chatId } = await linkedCreator(app, telegram);
  const payId = await givePaidTo(app, person);
  await vi.waitUntil(() => telegram.to(chatId).length === 2, { timeout: 10_000 });
  const message = telegram.to(chatId)[1];
  if (message === undefined) throw new Error('there is no message');
  return { person, chatId, payId, message };
}

type Reported = Awaited<ReturnType<typeof reported>>;

const dataOf = ({ message }: Reported, text: string) =>
  message.buttons.find((button) => button.text === text)?.callback_data ?? '';

/** Presses and waits for the answers. */
async function press(chatId: number, messageId: number, data: string, times = 1): Promise<string[]> {
  const before = telegram.answers.length;
  for (let at = 0; at < times; at += 1) telegram.press(chatId, messageId, data);
  await vi.waitUntil(() => telegram.answers.length === before + times, { timeout: 10_000 });
  return telegram.answers.slice(before);
}

const alertOf = async (payId: string) =>
  (await app.db.pool.query('select state from alert where pay_id = $1', [payId])).rows[0]?.state;
const setAlert = (payId: string, state: string) =>
  app.db.pool.query('update alert set state = $2, ended_at = now() where pay_id = $1', [payId, state]);
const thankedAt = async (payId: string) =>
  (await app.db.pool.query('select thanked_at from donation where id = $1', [payId])).rows[0]?.thanked_at;

describe('a button', () => {
  it('thanks for the donation once, whoever often it is pressed, and goes away', async () => {
    const one = await reported();
    const data = dataOf(one, 'Поблагодарить');
    expect(await press(one.chatId, one.message.messageId, data, 3)).toEqual([
      'Вы поблагодарили',
      'Это уже сделано',
      'Это уже сделано',
    ]);
    expect(await thankedAt(one.payId)).toBeInstanceOf(Date);
    await expect.poll(() => one.message.buttons.length).toBe(2);
    expect(one.message.buttons.map(({ text }) => text)).toEqual(['Показать ещё раз', 'Пропустить']);
  });

  it('skips the alert, and shows it again after it has ended', async () => {
    const one = await reported();
    const { chatId, payId, message } = one;
    const skip = dataOf(one, 'Пропустить');
    const replay = dataOf(one, 'Показать ещё раз');
    expect(await press(chatId, message.messageId, replay)).toEqual([
      'Сейчас это невозможно: состояние доната изменилось',
    ]);
    expect(await press(chatId, message.messageId, skip, 2)).toEqual(['Пропущено', 'Это уже сделано']);
    expect(await alertOf(payId)).toBe('skipped');
    expect(await press(chatId, message.messageId, replay, 2)).toEqual(['Покажем ещё раз', 'Это уже сделано']);
    expect(await alertOf(payId)).toBe('queued');
    await setAlert(payId, 'shown');
    expect(await press(chatId, message.messageId, replay)).toEqual(['Это уже сделано']);
    expect(await alertOf(payId)).toBe('shown');
  });

  it('of another chat does nothing', async () => {
    const one = await reported();
    const other = await linkedCreator(app, telegram);
    for (const chatId of [other.chatId, newChat()]) {
      const answers = await press(chatId, one.message.messageId, dataOf(one, 'Поблагодарить'));
      expect(answers).toEqual(['Этот чат больше не привязан к странице']);
    }
    expect(await thankedAt(one.payId)).toBeNull();
  });

  it('does nothing after the chat was unlinked, or while its owner is blocked', async () => {
    const one = await reported();
    const two = await reported();
    const [receiver] = (await noticeSettings(app, one.person)).receivers;
    await app.api('DELETE Notice/Receiver', { query: { id: receiver?.id } }, one.person);
    await app.db.pool.query('update creator set is_blocked = true where user_id = $1', [two.person.userId]);
    for (const { chatId, message, ...more } of [one, two]) {
      const answers = await press(chatId, message.messageId, dataOf({ chatId, message, ...more }, 'Поблагодарить'));
      expect(answers).toEqual(['Этот чат больше не привязан к странице']);
      expect(await thankedAt(more.payId)).toBeNull();
    }
  });

  it('of a joined alert does not skip the donations beside it', async () => {
    const one = await reported();
    const other = await reported();
    await app.db.pool.query(
      `update alert set digest_id = (select id from alert where pay_id = $1), project_id = $3,
        number = case when pay_id = $2 then 77 else number end where pay_id in ($1, $2)`,
      [one.payId, other.payId, one.person.projectId],
    );
    const answers = await press(one.chatId, one.message.messageId, dataOf(one, 'Пропустить'));
    expect(answers).toEqual(['Сейчас это невозможно: состояние доната изменилось']);
    expect([await alertOf(one.payId), await alertOf(other.payId)]).toEqual(['queued', 'queued']);
  });

  it('with data that nobody has sent is ignored', async () => {
    const one = await reported();
    for (const data of ['thank:', 'thank:1', `delete:${crypto.randomUUID()}`, '']) {
      telegram.press(one.chatId, one.message.messageId, data);
    }
    const answers = await press(one.chatId, one.message.messageId, `thank:${crypto.randomUUID()}`);
    expect(answers).toEqual(['Этот чат больше не привязан к странице']);
  });
});
