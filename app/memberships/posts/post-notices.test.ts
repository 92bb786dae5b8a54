import { afterAll, expect, test, vi } from 'vitest';
import { MessageFixture } from '#test/support/notices/message-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const patiently = { timeout: 20_000, interval: 100 };

const fixture = await MessageFixture.open();
afterAll(() => fixture.close());

async function save(creator: SignedIn, body: object): Promise<Record<string, unknown>> {
  const draft = { title: 'Новый альбом', teaser: '', text: 'Тайна', audience: 'members', isPublished: true };
  return dataOf(await fixture.as(creator, 'POST Post/Save', { body: { ...draft, ...body } }));
}

/** Resolves when the notices of all published posts are enqueued. */
async function enqueued(): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await fixture.app.db.pool.query(
      'select from post where published_at is not null and enqueued_at is null',
    );
    return rows.length === 0;
  }, patiently);
}

/** Resolves when what was published before is enqueued, and one more post is. Whatever gets a notice has it by then. */
async function settled(): Promise<void> {
  const creator = await fixture.person();
  const { chatId } = await fixture.linkedMember(creator.projectId);
  await save(creator, {});
  await enqueued();
  await fixture.notified(chatId);
}

async function noticesOf(postId: unknown): Promise<number> {
  const { rows } = await fixture.app.db.pool.query(`select from notice where topic = 'post' and subject = $1`, [
    postId,
  ]);
  return rows.length;
}

test('members who may read a post get one notice of it, without its text, however often it is published', async () => {
  const creator = await fixture.person();
  const level = { name: 'Друг', amount: 20_000 };
  const levelId = dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body: level })).id;
  const inLevel = await fixture.linkedMember(creator.projectId, { levelId, amount: undefined });
  const other = await fixture.linkedMember(creator.projectId);
  const draft = await save(creator, { audience: 'level', levelId, isPublished: false });
  await settled();
  expect(await noticesOf(draft.id), 'a draft').toBe(0);
  const { id: postId } = draft;
  const part = { postId, audience: 'level', levelId };
  await save(creator, { ...part, version: 1 });
  await fixture.notified(inLevel.chatId);
  const [notice, ...others] = fixture.chatOf(inLevel.chatId);
  expect([notice?.includes(`/posts/${postId}`), others]).toEqual([true, []]);
  expect(notice).toMatch(/новый пост<\/b>\nНовый альбом\nhttps?:\/\/\S+$/);
  await save(creator, { ...part, version: 2, title: 'Исправлено' });
  await save(creator, { ...part, version: 3, isPublished: false });
  await save(creator, { postId, version: 4, audience: 'everyone' });
  await settled();
  expect(await noticesOf(postId)).toBe(1);
  const { id: nextId } = await save(creator, { title: 'Для всех' });
  await fixture.notified(other.chatId);
  expect(fixture.chatOf(other.chatId)).toEqual([expect.stringContaining(`/posts/${nextId}`)]);
});

test('at most three posts a day are notified of, also where some are deleted or become drafts, and the others never', async () => {
  const creator = await fixture.person();
  const { chatId } = await fixture.linkedMember(creator.projectId);
  const made: unknown[] = [];
  for (let at = 1; at <= 3; at += 1) made.push((await save(creator, { title: `Пост ${at}` })).id);
  await enqueued();
  await fixture.as(creator, 'DELETE Post/Delete', { query: { postId: made[0], version: 1 } });
  const { id: late } = await save(creator, { title: 'Четвёртый' });
  await save(creator, { postId: late, version: 1, isPublished: false });
  fixture.passDay();
  await save(creator, { postId: late, version: 2 });
  const { id: next } = await save(creator, { title: 'Завтра' });
  await settled();
  expect(await Promise.all([made[1], made[2], late, next].map(noticesOf))).toEqual([1, 1, 0, 1]);
  await vi.waitUntil(() => fixture.chatOf(chatId).some((text) => text.includes(`/posts/${next}`)), patiently);
});

test('who has muted the creator gets none, and a post that was deleted meanwhile is not said', async () => {
  const creator = await fixture.person();
  const muted = await fixture.linkedMember(creator.projectId);
  const waiting = await fixture.linkedMember(creator.projectId);
  const mute = { membershipId: muted.membershipId, isMuted: true };
  await fixture.as(muted.person, 'PUT Membership/Mute', { body: mute });
  await fixture.app.db.pool.query(`update notice_receiver set next_at = now() + interval '1 hour' where chat_id = $1`, [
    waiting.chatId,
  ]);
  const { id: postId } = await save(creator, {});
  await enqueued();
  expect(await noticesOf(postId)).toBe(1);
  await fixture.as(creator, 'DELETE Post/Delete', { query: { postId, version: 1 } });
  await fixture.app.db.pool.query('update notice_receiver set next_at = now() where chat_id = $1', [waiting.chatId]);
  await vi.waitUntil(async () => {
    const { rows } = await fixture.app.db.pool.query<{ state: string }>(
      `select state from notice where topic = 'post' and subject = $1`,
      [postId],
    );
    return rows.every(({ state }) => state === 'failed');
  }, patiently);
  expect([fixture.chatOf(muted.chatId), fixture.chatOf(waiting.chatId)]).toEqual([[], []]);
});
