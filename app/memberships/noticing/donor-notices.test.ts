import { afterAll, expect, test, vi } from 'vitest';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const telegram = await startTelegram();
const fixture = await openMembershipFixture(telegram.variables, 0.1);
const { app, clock } = fixture;
const { noticing, charging, events } = app.opora.areas.memberships;
afterAll(async () => {
  await fixture.close();
  await telegram.close();
});

interface Joined {
  readonly pan?: string;
  readonly expiry?: string;
  readonly language?: string;
  readonly support?: Record<string, unknown>;
}

/** A donor with a linked chat, who joins a new creator on 31 January 2027. */
async function joined({ pan = monthlyCards.good, expiry = '1290', language = 'ru', support = {} }: Joined = {}) {
  clock.now = new Date('2027-01-31T10:00:00Z');
  // Other tests have looked ahead from later moments.
  await app.db.pool.query(`update membership_reminder set reached_at = '2027-01-01'`);
  const creator = await fixture.person();
  const { person: donor, chatId } = await linkedCreator(app, telegram, { language });
  const offered = await fixture.as(creator, 'POST Membership/CreateLevel', { body: { name: 'Друг', amount: 20_000 } });
  const levelId = String(dataOf(offered).id);
  const { payId, paymentUrl } = await fixture.begin(donor, creator.projectId, support);
  await giveCard(paymentUrl, pan, expiry);
  await fixture.api('GET ProjectPay/Status', { query: { payId } });
  await app.opora.areas.memberships.cards.sweep();
  const userName = await fixture.userNameOf(creator.projectId);
  return { creator, donor, chatId, levelId, userName, membershipId: payId };
}

const writtenTo = async ({ userId }: SignedIn) => {
  const { rows } = await app.db.pool.query<{ kind: string }>(
    `select n.data ->> 'kind' as kind from notice n join notice_receiver r on r.id = n.receiver_id
     where r.person_id = $1 and n.data ? 'kind' order by n.id`,
    [userId],
  );
  return rows.map(({ kind }) => kind);
};

/** The message of this number in a chat, after the one about its linking. */
async function said(chatId: number, count: number) {
  await vi.waitUntil(() => telegram.to(chatId).length > count, { timeout: 20_000, interval: 50 });
  return telegram.to(chatId)[count]?.text;
}

async function lookAhead(moment: string): Promise<void> {
  clock.now = new Date(moment);
  await noticing.run();
}

test('a refused charge says when it is tried again, and the last one that the support is paused', async () => {
  const { donor, chatId, userName } = await joined({ pan: monthlyCards.refused });
  await fixture.moveTo('2027-02-28T10:00:00Z');
  const link = `${app.url}/memberships`;
  expect(await said(chatId, 1)).toBe(
    `<b>${userName}: не удалось списать 10\u00a0000\u00a0сум</b>\nКарта отказала. Попробуем ещё раз 3 марта. Смените карту, и спишем сразу.\n${link}`,
  );
  await fixture.moveTo('2027-03-03T10:00:00Z');
  expect(await said(chatId, 2)).toContain('Попробуем ещё раз 7 марта.');
  await fixture.moveTo('2027-03-07T10:00:00Z');
  expect(await said(chatId, 3)).toContain(`<b>${userName}: поддержка приостановлена</b>\nСписать 10\u00a0000\u00a0сум`);
  const { id: membershipId } = await fixture.mine(donor);
  await fixture.as(donor, 'POST Membership/Resume', { body: { membershipId, amount: 10_000 } });
  await fixture.work();
  expect(await said(chatId, 4), 'a resumed month has its tries again').toContain('Попробуем ещё раз 10 марта.');
  expect(await writtenTo(donor)).toEqual(['refused', 'refused', 'paused', 'refused']);
});

test('each try of many workers at once is one notice', async () => {
  const { donor } = await joined({ pan: monthlyCards.refused });
  for (const day of ['2027-02-28', '2027-03-03']) {
    clock.now = new Date(`${day}T10:00:00Z`);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([1, 2, 3, 4].map(() => charging.run()));
      await fixture.freeLeases();
    }
  }
  expect(await writtenTo(donor)).toEqual(['refused', 'refused']);
});

test('what was settled before a notice is sent is not said', async () => {
  const { donor, chatId, membershipId } = await joined({ pan: monthlyCards.refused });
  await app.db.pool.query(`update notice_receiver set next_at = now() + interval '1 hour' where person_id = $1`, [
    donor.userId,
  ]);
  await fixture.moveTo('2027-02-28T10:00:00Z');
  await fixture.as(donor, 'POST Membership/Leave', { body: { membershipId } });
  await app.db.pool.query('update notice_receiver set next_at = now() where person_id = $1', [donor.userId]);
  await vi.waitUntil(
    async () =>
      (
        await app.db.pool.query(
          `select from notice n join notice_receiver r on r.id = n.receiver_id
        where r.person_id = $1 and n.state = 'failed'`,
          [donor.userId],
        )
      ).rowCount === 1,
    { timeout: 20_000 },
  );
  expect(telegram.to(chatId)).toHaveLength(1);
});

test('three days before a charge its donor is reminded once, unless that is switched off', async () => {
  const { donor, chatId, userName } = await joined({ language: 'en' });
  const quiet = await joined();
  const [receiver] = (await noticeSettings(app, quiet.donor)).receivers;
  const topics = receiver?.topics.filter((topic) => topic !== 'charge');
  const body = { id: receiver?.id, topics, language: 'ru' };
  expect(receiver?.topics).toContain('charge');
  expect((await fixture.as(quiet.donor, 'PUT Notice/Receiver', { body })).status).toBe(200);
  await lookAhead('2027-02-25T09:59:59Z');
  expect(await writtenTo(donor)).toEqual([]);
  await lookAhead('2027-02-25T10:00:00Z');
  await lookAhead('2027-02-26T10:00:00Z');
  expect(await said(chatId, 1)).toBe(
    `<b>${userName}: 10,000\u00a0UZS will be charged soon</b>\nThe next month of your support is charged on 28 February.\n${app.url}/memberships`,
  );
  expect([await writtenTo(donor), await writtenTo(quiet.donor)]).toEqual([['soon'], []]);
});

test('two processes remind once, and a crash of one loses nothing', async () => {
  const { donor } = await joined();
  clock.now = new Date('2027-02-25T10:00:00Z');
  const crash = vi.spyOn(events, 'noticed').mockImplementation(async (_, notices) => {
    if (notices.some(({ kind }) => kind === 'soon')) throw new Error('the process stops');
  });
  await expect(noticing.run()).rejects.toThrow('the process stops');
  crash.mockRestore();
  await Promise.all([1, 2, 3, 4].map(() => noticing.run()));
  await noticing.run();
  expect(await writtenTo(donor)).toEqual(['soon']);
});

test('a card that will not be valid is named a week before the charge, and the charge is not', async () => {
  const { donor, chatId, userName } = await joined({ expiry: '0127', language: 'uz' });
  await lookAhead('2027-02-21T09:59:59Z');
  expect(await writtenTo(donor)).toEqual([]);
  await lookAhead('2027-02-21T10:00:00Z');
  await lookAhead('2027-02-25T10:00:00Z');
  expect(await said(chatId, 1)).toContain(
    `<b>${userName}: kartani almashtiring</b>\n28-fevral kuni 10\u00a0000\u00a0UZS`,
  );
  expect(await writtenTo(donor)).toEqual(['card']);
});

test('a new price that waits for a yes is said once to those whom it concerns', async () => {
  const { creator, levelId, ...other } = await joined();
  const person = await linkedCreator(app, telegram);
  const support = { levelId, amount: undefined };
  await fixture.join(person.person, creator.projectId, monthlyCards.good, support);
  const generous = await linkedCreator(app, telegram);
  await fixture.join(generous.person, creator.projectId, monthlyCards.good, { levelId, amount: 90_000 });
  const price = (amount: number, name = 'Друг') =>
    fixture.as(creator, 'PUT Membership/Level', { body: { levelId, name, amount } });
  await price(20_000, 'Близкий друг');
  await price(30_000);
  await Promise.all([noticing.run(), noticing.run()]);
  await price(30_000, 'Лучший друг');
  await noticing.run();
  const { userName } = other;
  expect(await said(person.chatId, 1)).toBe(
    `<b>${userName}: уровень теперь стоит 30\u00a0000\u00a0сум в месяц</b>\nПока вы не согласитесь, действует прежняя цена: 20\u00a0000\u00a0сум.\n${app.url}/memberships`,
  );
  const written = [person.person, generous.person, other.donor].map(writtenTo);
  expect(await Promise.all(written)).toEqual([['price'], [], []]);
});

test('what is chosen from the next charge on is the sum that is announced, and the price that is asked about', async () => {
  const { creator, donor, chatId, levelId, membershipId, userName } = await joined();
  const leaving = await linkedCreator(app, telegram);
  const support = { levelId, amount: undefined };
  const { id: leftId } = await fixture.join(leaving.person, creator.projectId, monthlyCards.good, support);
  const choose = (person: SignedIn, id: string, wanted: object) =>
    fixture.as(person, 'PUT Membership/Terms', { body: { membershipId: id, ...wanted } });
  await choose(donor, membershipId, { levelId, amount: 20_000 });
  await choose(leaving.person, leftId, { levelId: null, amount: 50_000 });
  await fixture.as(creator, 'PUT Membership/Level', { body: { levelId, name: 'Друг', amount: 30_000 } });
  await lookAhead('2027-02-25T10:00:00Z');
  expect(await said(chatId, 1)).toContain(`<b>${userName}: скоро спишем 20\u00a0000\u00a0сум</b>`);
  expect(await said(leaving.chatId, 1)).toContain('50\u00a0000\u00a0сум');
  expect([await writtenTo(donor), await writtenTo(leaving.person)]).toEqual([['soon', 'price'], ['soon']]);
});

test('a stop by the staff is said, with the reason in the donor’s list', async () => {
  const { donor, chatId, membershipId, userName } = await joined();
  const body = { membershipId, reason: 'Карта чужая' };
  const stopped = await fixture.as(await fixture.person('admin'), 'POST Moderator/StopMembership', { body });
  expect(stopped.status).toBe(200);
  expect(await said(chatId, 1)).toBe(
    `<b>${userName}: поддержка закончилась</b>\nЕё остановили сотрудники сайта. Больше ничего не спишем.\n${app.url}/memberships`,
  );
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', endReason: 'StaffStopped' });
});

test('the end of a membership with its page is said, and with what its donor has ended it is not', async () => {
  const { creator, donor, chatId, userName } = await joined();
  const gone = await linkedCreator(app, telegram);
  const { id: membershipId } = await fixture.join(gone.person, creator.projectId);
  await fixture.as(gone.person, 'POST Membership/Leave', { body: { membershipId } });
  await fixture.moveTo('2027-02-28T10:00:00Z');
  const moderator = await fixture.person('moderator');
  const query = { userId: creator.userId, reason: 'Нарушение' };
  expect((await fixture.as(moderator, 'PUT Moderator/BlockUser', { query })).status).toBe(200);
  expect(await said(chatId, 1)).toBe(
    `<b>${userName}: поддержка закончилась</b>\nСтраница автора закрыта. Больше ничего не спишем.\n${app.url}/memberships`,
  );
  expect([await writtenTo(donor), await writtenTo(gone.person)]).toEqual([['ended'], []]);
});
