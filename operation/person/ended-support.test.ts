import { afterAll, expect, test, vi } from 'vitest';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor, negate } from '#base/money/money.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { noFiles } from '#test/support/no-files.ts';
import { linkedCreator } from '#test/support/notices/notice-fixture.ts';
import { startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import { deletePerson } from './delete-person.ts';

const telegram = await startTelegram();
const fixture = await openMembershipFixture(telegram.variables, 0.1);
const { app } = fixture;
afterAll(async () => {
  await fixture.close();
  await telegram.close();
});

test('whoever supported a deleted creator is notified, without the erased name', async () => {
  const creator = await fixture.person();
  const userName = await fixture.userNameOf(creator.projectId);
  const { person: donor, chatId } = await linkedCreator(app, telegram);
  await fixture.join(donor, creator.projectId, monthlyCards.good);
  const balance = minor(await fixture.balanceOf(creator));
  const entries = [
    { accountId: creator.accountId, amount: negate(balance) },
    { accountId: providerAccount, amount: balance },
  ];
  await app.db.transaction((tx) => post(tx, { kind: 'payout', reference: crypto.randomUUID(), entries }));
  await app.db.pool.query(`update notice_receiver set next_at = now() + interval '1 hour' where person_id = $1`, [
    donor.userId,
  ]);
  await deletePerson(app.db, noFiles, creator.userId);
  await app.db.pool.query('update notice_receiver set next_at = now() where person_id = $1', [donor.userId]);
  await vi.waitUntil(() => telegram.to(chatId).length === 2, { timeout: 20_000, interval: 50 });
  const text = telegram.to(chatId)[1]?.text ?? '';
  expect(text).toContain('поддержка закончилась</b>\nСтраница автора закрыта.');
  expect(text).not.toContain(userName);
});
