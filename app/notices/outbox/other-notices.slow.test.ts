import { afterAll, describe, expect, it, vi } from 'vitest';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor } from '#base/money/money.ts';
import { dayAndTime } from '#base/text/days.ts';
import { DrawFixture } from '#test/support/draw-fixture.ts';
import { linkedCreator, noticeSettings, startNoticeApp } from '#test/support/notices/notice-fixture.ts';
import { newChat } from '#test/support/notices/telegram-stand-in.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const staffChat = newChat();
const { app, telegram, close } = await startNoticeApp({ TELEGRAM_STAFF_CHAT: String(staffChat) });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
afterAll(() => close());

const wanted = { topics: ['donation'], language: 'ru' };

const textIn = async (chatId: number, at: number) => {
  await vi.waitUntil(() => telegram.to(chatId).length > at, { timeout: 15_000 });
  return telegram.to(chatId)[at]?.text;
};

async function requestPayout(person: SignedIn): Promise<unknown> {
  const entries = [
    { accountId: providerAccount, amount: minor(-10_000_000) },
    { accountId: person.accountId, amount: minor(10_000_000) },
  ];
  await app.db.transaction((tx) => post(tx, { kind: 'donation', reference: crypto.randomUUID(), entries }));
  const body = { accountId: person.accountId, amount: 50_000, card: { mask: '8600 •••• •••• 0106' } };
  return dataOf(await app.api('POST Payout/Request', { body }, person)).id;
}

const makeReviewsDue = () =>
  app.db.pool.query(`update notice set created_at = created_at - interval '11 minutes' where topic = 'review'`);

const decide = (call: 'ConfirmUser' | 'RejectUser' | 'UndoDecision', { userId }: SignedIn, more: object) =>
  app.api(`PUT Moderator/${call}`, { body: { userId, ...more } }, admin);

/** Two fields that wait for a review. */
async function askForReview(person: SignedIn): Promise<void> {
  const fields = [
    { name: 'About', value: 'Пою по вечерам' },
    { name: 'TgLink', value: 'https://t.me/pevets' },
  ];
  await app.api('POST PersonalAccount/Update', { body: { fields } }, person);
}

describe('a creator is notified', () => {
  it('that a payout was paid, or declined and why, without his card', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const paid = { payoutId: await requestPayout(person), reference: 'PP-77' };
    expect((await app.api('PUT Payout/Pay', { body: paid }, admin)).status).toBe(200);
    expect(await textIn(chatId, 1)).toBe('<b>Выплата 50\u00a0000\u00a0сум отправлена</b>');
    const declined = { payoutId: await requestPayout(person), reason: 'Карта <закрыта>' };
    expect((await app.api('PUT Payout/Decline', { body: declined }, admin)).status).toBe(200);
    expect(await textIn(chatId, 2)).toBe(
      '<b>В выплате 50\u00a0000\u00a0сум отказано, деньги снова на балансе</b>\nПричина: Карта &lt;закрыта&gt;',
    );
    expect(telegram.sent.some(({ text }) => text.includes('0106'))).toBe(false);
  });

  it('what a moderator has decided about his page', async () => {
    const { person, chatId } = await linkedCreator(app, telegram, { language: 'en' });
    await askForReview(person);
    const comments = { TgLink: 'A closed channel' };
    await decide('ConfirmUser', person, { fields: ['About'] });
    await decide('RejectUser', person, { fields: ['TgLink'], comments });
    await decide('ConfirmUser', person, { fields: ['About'] });
    await givePaidTo(app, person);
    expect(await textIn(chatId, 1), 'may still be undone').toContain('10,000');
    await makeReviewsDue();
    expect(await textIn(chatId, 2)).toBe(
      '<b>A moderator has reviewed your page</b>\nAccepted: About you\nRejected: Telegram link. A closed channel',
    );
  });

  it('of no decision that was undone or followed by another', async () => {
    const { person, chatId } = await linkedCreator(app, telegram, { language: 'en' });
    await askForReview(person);
    await decide('RejectUser', person, { fields: ['About', 'TgLink'] });
    expect((await decide('UndoDecision', person, { fields: ['About'] })).status).toBe(200);
    await decide('ConfirmUser', person, { fields: ['TgLink'], states: { TgLink: 'Reject' } });
    await makeReviewsDue();
    expect(await textIn(chatId, 1)).toBe('<b>A moderator has reviewed your page</b>\nAccepted: Telegram link');
  });

  it('once that all pages of a stream are gone while a donation waits', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const quiet = await linkedCreator(app, telegram);
    for (const { projectId } of [person, quiet.person]) {
      await app.db.pool.query(
        `insert into widget_source (project_id, source, is_visible, since, seen_at, left_at)
         values ($1, 'obs', true, now() - interval '20 minutes', now() - interval '1 minute', now() - interval '1 minute')`,
        [projectId],
      );
    }
    await givePaidTo(app, person);
    await vi.waitUntil(() => telegram.to(chatId).some(({ text }) => text.includes('Виджет отключился')), {
      timeout: 30_000,
    });
    const { rows } = await app.db.pool.query(`select receiver_id from notice where topic = 'source'`);
    expect(rows).toHaveLength(1);
    expect(telegram.to(quiet.chatId)).toHaveLength(1);
    await app.db.pool.query(`update notice set subject = 'before' where topic = 'source'`);
    await givePaidTo(app, quiet.person);
    await vi.waitUntil(() => telegram.to(quiet.chatId).some(({ text }) => text.includes('Виджет отключился')), {
      timeout: 30_000,
    });
    expect(telegram.to(chatId).filter(({ text }) => text.includes('Виджет отключился'))).toHaveLength(1);
  }, 70_000);
});

it('in muted hours a message comes at once, without a sound', async () => {
  const { person, chatId } = await linkedCreator(app, telegram);
  const [receiver] = (await noticeSettings(app, person)).receivers;
  const change = (from: number, until: number) => {
    const muted = { from: from % 24, until: until % 24 };
    return app.api('PUT Notice/Receiver', { body: { ...wanted, id: receiver?.id, muted } }, person);
  };
  const hour = Number(dayAndTime('Asia/Tashkent', new Date())[1].slice(0, 2));
  // One hour more on both sides: the test may run across the turn of one.
  expect((await change(hour, hour + 2)).status).toBe(200);
  await givePaidTo(app, person);
  await textIn(chatId, 1);
  expect((await change(hour + 12, hour + 14)).status).toBe(200);
  await givePaidTo(app, person);
  await textIn(chatId, 2);
  expect(
    telegram
      .to(chatId)
      .slice(1)
      .map(({ isSilent }) => isSilent),
  ).toEqual([true, false]);
}, 30_000);

it('whoever has won a draw is notified, whatever else is wanted, with the page where to answer', async () => {
  const draws = new DrawFixture(app);
  const creator = await draws.creator();
  const { person, chatId } = await linkedCreator(app, telegram);
  await app.db.pool.query(`update notice_receiver set topics = '{}' where person_id = $1`, [person.userId]);
  const made = await draws.announce(creator, { text: 'Худи <M>' });
  await draws.give(creator, person);
  await draws.hold(creator, made);
  const text = await textIn(chatId, 1);
  expect(text).toContain('вы выиграли в розыгрыше</b>\nХуди &lt;M&gt;\n');
  expect(text).toContain(`/draws/${made.id}`);
}, 30_000);

it('the staff reads what waits, at most once an hour and only if it has changed', async () => {
  const dueNow = () => app.db.pool.query('update telegram_bot set staff_next_at = now()');
  const person = await signIn(app.db, testSecrets.jwt);
  await requestPayout(person);
  const before = telegram.to(staffChat).length;
  await app.db.pool.query('update telegram_bot set staff_text = null');
  await dueNow();
  const isReported = ({ text }: { text: string }) => text.includes('Заявки на выплату: 1');
  await vi.waitUntil(() => telegram.to(staffChat).slice(before).some(isReported), { timeout: 40_000 });
  await vi.waitFor(async () => {
    const { rows } = await app.db.pool.query(
      `select staff_next_at > now() + interval '58 minutes' as "isLater" from telegram_bot`,
    );
    expect(rows).toEqual([{ isLater: true }]);
  }, 10_000);
  const count = telegram.to(staffChat).length;
  await dueNow();
  await vi.waitFor(async () => {
    const turn = await app.db.pool.query('select staff_next_at > now() as "isOver" from telegram_bot');
    expect(turn.rows).toEqual([{ isOver: true }]);
  }, 45_000);
  expect(telegram.to(staffChat)).toHaveLength(count);
});
