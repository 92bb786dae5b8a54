import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { addBot } from './bot-store.server.ts';
import { type StaffWork, writeToStaff } from './staff-channel.server.ts';

const { db, close } = await openTestDatabase();
afterAll(() => close());

const id = 7;
await addBot(db, id);

/** Writes what waits, by a process that does `meanwhile` before its message is there. */
function write(payouts: number, meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const work: StaffWork = { profiles: 0, payouts };
  const send = async () => {
    await meanwhile();
    return { kind: 'sent' } as const;
  };
  const options = {
    chatId: 1,
    language: 'ru',
    publicUrl: 'https://opora.example',
    readWork: async () => work,
  } as const;
  return writeToStaff({ ...options, db, bot: { id, send } });
}

const dueNow = () => db.execute(sql`update telegram_bot set staff_next_at = now()`);

it('of the staff that another process has taken meanwhile is left to it', async () => {
  await write(1, async () => {
    await dueNow();
    await write(2);
  });
  const { rows } = await db.execute<{ text: string }>(
    sql`select staff_text as text from telegram_bot where id = ${id}`,
  );
  expect(rows[0]?.text).toContain(': 2 ');
});
