import { raw } from 'sql-template-tag';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOf } from '#test/support/database/query-plan.ts';
import { claimDue, claimReceivers } from './notice-store.server.ts';

const botId = 700;

const database = await openTestDatabase({ max: 4 });
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.pool.query('delete from notice_receiver');
  await database.db.pool.query('delete from telegram_bot');
  await database.db.pool.query('insert into telegram_bot (id) values ($1)', [botId]);
});

/** Chats from `first` on, each with so many waiting notices. */
async function addChats({ first = 1, count = 1, notices = 1, topic = 'donation' }): Promise<void> {
  await database.db.pool.query(
    `with made as (
        insert into person (phone) select n from generate_series($1::int, $1 + $2 - 1) n
        on conflict (phone) do update set phone = excluded.phone returning id, phone
      ),
      linked as (
        insert into notice_receiver (person_id, chat_id, name, topics, language)
        select id, phone::int, '', '{}', 'ru' from made returning id
      )
    insert into notice (receiver_id, topic, subject, data)
    select id, $4, n::text, '{}' from linked, generate_series(1, $3::int) n`,
    [first, count, notices, topic],
  );
}

/** Claims with all of the budget, and sends at once: the chats may be written to again. Returns them in order. */
async function claim(most: number): Promise<number[]> {
  await database.db.pool.query(`update telegram_bot set spent_until = '-infinity'`);
  const claimed = await claimReceivers(database.db, most, botId);
  await database.db.pool.query('update notice_receiver set next_at = now(), lease = null where lease is not null');
  return claimed.map(({ chatId }) => chatId).sort((one, other) => one - other);
}

it('takes every chat in its turn before one comes again, whichever has the most waiting', async () => {
  await addChats({ count: 5, notices: 100 });
  const first = await claim(2);
  const second = await claim(2);
  const third = await claim(1);
  expect([...first, ...second, ...third].sort()).toEqual([1, 2, 3, 4, 5]);
  // Turns go by the ids of receivers, which need not be in the order of the chats.
  const again = await claim(3);
  expect(again.filter((chat) => first.includes(chat))).toEqual(first);
  expect(again.filter((chat) => second.includes(chat))).toHaveLength(1);
  await addChats({ first: 6 });
  expect([...(await claim(2)), ...(await claim(1))]).toContain(6);
  expect(await claim(30)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('takes a chat that is alone again and again', async () => {
  await addChats({ notices: 3 });
  expect([await claim(4), await claim(1), await claim(4)]).toEqual([[1], [1], [1]]);
});

it('passes over chats with which nothing may be done yet', async () => {
  await addChats({ count: 2, topic: 'review' });
  expect(await claim(4)).toEqual([]);
  await addChats({ first: 3, count: 2 });
  await database.db.pool.query(`update notice_receiver set next_at = now() + interval '1 hour' where chat_id = 3`);
  expect([await claim(1), await claim(4)]).toEqual([[4], [4]]);
  await database.db.pool.query(`update telegram_bot set paused_until = now() + interval '1 hour'`);
  expect(await claim(4)).toEqual([]);
});

it('are never more than Telegram takes in a second, however long the bot was idle', async () => {
  await addChats({ count: 60 });
  await database.db.pool.query(`update telegram_bot set spent_until = now() - interval '1 hour'`);
  // In a transaction no time passes by itself.
  const claimed = await database.db.transaction(async (tx) => {
    let count = (await claimReceivers(tx, 30, botId)).length;
    for (let step = 0; step < 100; step += 1) {
      const later = `update telegram_bot set spent_until = spent_until - interval '10 milliseconds'`;
      await tx.run({ name: 'later', text: later }, []);
      count += (await claimReceivers(tx, 30, botId)).length;
    }
    return count;
  });
  expect(claimed).toBeGreaterThan(20);
  expect(claimed).toBeLessThanOrEqual(25);
});

it('reads little, however much waits', async () => {
  await addChats({ count: 5_000, notices: 4 });
  await database.db.pool.query(`update notice set state = 'sent', sent_at = now() where subject::int > 2`);
  await database.db.pool.query('vacuum analyze notice, notice_receiver');
  await database.db.pool.query(`update telegram_bot set spent_until = '-infinity'`);
  const text = claimDue.text.replaceAll('$1', '3').replaceAll('$2', String(botId));
  expect(await blocksOf(database.db, raw(text))).toBeLessThan(150);
});
