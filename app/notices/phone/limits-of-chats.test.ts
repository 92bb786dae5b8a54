import { afterAll, expect, it, vi } from 'vitest';
import { newChat, startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';

/** Without a sender in `SMS`, so that what does not go to a chat goes to the outbox. */
const telegram = await startTelegram();
const app = await startApp({ env: telegram.variables });
afterAll(async () => {
  await app.close();
  await telegram.close();
});

async function confirmed(): Promise<{ readonly chatId: number; readonly phone: string }> {
  const chatId = newChat();
  const phone = newPhone();
  telegram.contact(chatId, phone);
  await vi.waitUntil(() => telegram.to(chatId).length === 1, { timeout: 10_000 });
  return { chatId, phone };
}

const ask = (phone: string) => app.api('GET Sms/SendComfirmCode', { query: { phone } });
const codesIn = (chatId: number) => telegram.to(chatId).flatMap(({ copied }) => copied);

/** Moves what was sent into the past, and ends the codes. */
async function pass(phone: string, minutes: number): Promise<void> {
  const past = `update sms_sent set sent_at = sent_at - $2 * interval '1 minute' where phone = $1`;
  await app.db.pool.query(past, [phone, minutes]);
  await app.db.pool.query('delete from phone_code where phone = $1', [phone]);
}

it('a code in a chat counts in the limits of codes, which answer as for SMS', async () => {
  const chat = await confirmed();
  const plain = newPhone();
  const answersOf = async (phone: string) => {
    const answers: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const { status, body } = await ask(phone);
      answers.push(status === 200 ? 'sent' : JSON.stringify(body));
      if (at === 0) answers.push(JSON.stringify((await ask(phone)).body));
      await pass(phone, 1.1);
    }
    return answers;
  };
  const inChat = await answersOf(chat.phone);
  expect(inChat).toEqual(await answersOf(plain));
  expect(inChat.filter((answer) => answer === 'sent')).toHaveLength(5);
  expect(inChat[1]).toContain('Код уже отправлен. Новый можно запросить через минуту');
  expect(inChat.at(-1)).toContain('за час');
  expect(codesIn(chat.chatId)).toHaveLength(5);
});

it('wrong codes use up a code from a chat as any other', async () => {
  const { chatId, phone } = await confirmed();
  await ask(phone);
  const [code = ''] = codesIn(chatId);
  const enter = (comfirmCode: string) =>
    app.api('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode, rememberMe: false } });
  const wrong = code === '000000' ? '000001' : '000000';
  for (let at = 0; at < 5; at += 1) await enter(wrong);
  const { status, body } = await enter(code);
  expect([status, JSON.stringify(body)]).toEqual([expect.any(Number), expect.stringContaining('CodeExpired')]);
});

it('a code that is asked for again goes to the outbox where there is no sender', async () => {
  const { chatId, phone } = await confirmed();
  await ask(phone);
  await app.db.pool.query(`update sms_sent set sent_at = sent_at - interval '61 seconds' where phone = $1`, [phone]);
  await ask(phone);
  expect(codesIn(chatId)).toHaveLength(1);
  expect(JSON.stringify((await app.api('GET Dev/Outbox', { query: { phone } })).body)).toMatch(/"code":"\d{6}"/);
});
