import { afterAll, expect, test, vi } from 'vitest';
import { noFiles } from '#test/support/no-files.ts';
import { ChatFixture } from '#test/support/notices/chat-fixture.ts';
import { deletePerson } from './delete-person.ts';

const fixture = await ChatFixture.open();
const { app, telegram } = fixture;
afterAll(() => fixture.close());

const patiently = { timeout: 20_000, interval: 50 };

async function leftOf(sql: string, value: unknown): Promise<number> {
  return (await app.db.pool.query(sql, [value])).rows.length;
}

test('a deleted member is taken out of the closed chat, and nothing says any more that they were in', async () => {
  const { person, chat } = await fixture.connected();
  const member = await fixture.inside(person, chat);
  await deletePerson(app.db, noFiles, member.person.userId);
  await fixture.removedOnce(member.chatId);
  await fixture.settled(member.chatId, null);
  expect(await leftOf('select from member_chat_seat where telegram_id = $1', member.chatId)).toBe(0);
});

test('the bot leaves the closed chat of a deleted creator, and forgets it', async () => {
  const { person, chat } = await fixture.connected();
  await deletePerson(app.db, noFiles, person.userId);
  await vi.waitUntil(() => !telegram.chats.of(chat.id).hasRights, patiently);
  await vi.waitUntil(
    async () => (await leftOf('select from member_chat where telegram_id = $1', chat.id)) === 0,
    patiently,
  );
  expect(await leftOf('select from member_chat where project_id = $1', person.projectId)).toBe(0);
});
