import { afterAll, describe, expect, it } from 'vitest';
import { linkedCreator, startNoticeApp } from '#test/support/notices/notice-fixture.ts';
import { testBot } from '#test/support/notices/telegram-stand-in.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';
import { claimReceivers } from './notice-store.server.ts';

const { app, telegram, close } = await startNoticeApp();
afterAll(() => close());

const noticesOf = async (payId: string) =>
  (await app.db.pool.query('select from notice where subject = $1', [payId])).rowCount;

describe('a donation', () => {
  it('is paid at once while its chat is being unlinked', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    const payId = await app.db.transaction(async (tx) => {
      await tx.run({ name: 'unlink', text: 'delete from notice_receiver where chat_id = $1' }, [chatId]);
      return givePaidTo(app, person);
    });
    expect(await noticesOf(payId)).toBe(0);
  });

  it('is paid at once, and reported, while a message to its chat is being claimed', async () => {
    const { person } = await linkedCreator(app, telegram);
    await givePaidTo(app, person);
    const payId = await app.db.transaction(async (tx) => {
      // The job of the app would claim it before the test does.
      await tx.run({ name: 'again', text: `update notice set state = 'waiting'` }, []);
      await tx.run({ name: 'due', text: 'update notice_receiver set next_at = now()' }, []);
      await tx.run({ name: 'budget', text: `update telegram_bot set spent_until = '-infinity'` }, []);
      const claimed = await claimReceivers(tx, 30, Number(testBot.token.split(':')[0]));
      expect(claimed).not.toEqual([]);
      return givePaidTo(app, person);
    });
    expect(await noticesOf(payId)).toBe(1);
  });
});
