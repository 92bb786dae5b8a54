import { afterAll, expect, test } from 'vitest';
import { silentMp3 } from '#test/support/audio/audio-files.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { atLevel, PostFixture } from '#test/support/money/post-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);

/** A post with audio. */
async function withAudio(creator: SignedIn, body: object = {}) {
  const audio = await posts.uploadAudio(creator);
  return { audio, postId: await posts.published(creator, { audio, ...body }) };
}

const statusFor = async (reader: SignedIn | null, name: string) => (await posts.audioFor(reader, name)).status;

const statusesFor = (readers: readonly (SignedIn | null)[], name: string) =>
  Promise.all(readers.map((reader) => statusFor(reader, name)));

/** An address for the player of somebody who may hear it. */
async function addressFor(reader: SignedIn, name: string): Promise<string> {
  const answer = await fixture.as(reader, 'GET Post/AudioAddress', { query: { name } });
  return `${fixture.app.url}${dataOf(answer).address}`;
}

test('for everyone: all, also without a login', async () => {
  const { audio, postId } = await withAudio(await fixture.person(), { audience: 'everyone' });
  const answer = await posts.audioFor(null, audio);
  expect(Buffer.from(await answer.arrayBuffer()).equals(silentMp3(1.2))).toBe(true);
  expect(dataOf(await posts.read(null, postId))).toMatchObject({
    audioSeconds: 2,
    content: { audio: { name: audio, type: 'audio/mpeg', seconds: 2, bytes: 4_800 } },
  });
});

test('for members: its creator, the staff and members alone; others learn only how long it lasts', async () => {
  const creator = await fixture.person();
  const { audio, postId } = await withAudio(creator);
  const { person } = await posts.member(creator);
  const moderator = await fixture.person('moderator');
  const other = await posts.member(await fixture.person());
  expect(await statusesFor([creator, person, moderator], audio)).toEqual([200, 200, 200]);
  expect(await statusesFor([null, await fixture.person(), other.person], audio)).toEqual([404, 404, 404]);
  const seen = await posts.read(null, postId);
  expect(dataOf(seen)).toMatchObject({ audioSeconds: 2, content: null });
  const list = await posts.listOf(creator);
  expect(dataOf(list)).toMatchObject({ items: [{ audioSeconds: 2 }] });
  for (const { body } of [seen, list]) expect(JSON.stringify(body)).not.toContain(audio);
});

test('from a level on: members of it and of dearer ones alone', async () => {
  const creator = await fixture.person();
  const cheap = await posts.levelOf(creator, 'Друг', 10_000);
  const dear = await posts.levelOf(creator, 'Близкий', 20_000);
  const { audio } = await withAudio(creator, { audience: 'level', levelId: dear });
  const lower = await posts.member(creator, atLevel(cheap));
  const member = await posts.member(creator, atLevel(dear));
  expect(await statusesFor([lower.person, member.person], audio)).toEqual([404, 200]);
});

test('a draft and a removed post: its creator, and once it was published the staff', async () => {
  const creator = await fixture.person();
  const { person } = await posts.member(creator);
  const moderator = await fixture.person('moderator');
  const { audio, postId } = await withAudio(creator, { isPublished: false, audience: 'everyone' });
  const readers = [creator, moderator, person, null];
  expect(await statusesFor(readers, audio)).toEqual([200, 404, 404, 404]);
  await posts.save(creator, { postId, version: 1, audience: 'everyone' });
  expect(await statusesFor(readers, audio)).toEqual([200, 200, 200, 200]);
  await posts.remove(moderator, postId);
  expect(await statusesFor(readers, audio)).toEqual([200, 200, 404, 404]);
});

test('of a blocked creator: the staff alone', async () => {
  const creator = await fixture.person();
  const { audio } = await withAudio(creator, { audience: 'everyone' });
  const address = await addressFor(creator, audio);
  await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [creator.userId]);
  expect(await statusesFor([null, creator, await fixture.person('admin')], audio)).toEqual([404, 404, 200]);
  expect((await fetch(address)).status).toBe(404);
});

test('a file that no post has is sent to nobody', async () => {
  const creator = await fixture.person();
  const audio = await posts.uploadAudio(creator);
  expect(await statusesFor([null, creator, await fixture.person('admin')], audio)).toEqual([404, 404, 404]);
});

test('a player gets an address, which others are given too: it ends with the hour', async () => {
  const creator = await fixture.person();
  const { audio } = await withAudio(creator);
  const { person } = await posts.member(creator);
  expect((await fixture.as(await fixture.person(), 'GET Post/AudioAddress', { query: { name: audio } })).status).toBe(
    404,
  );
  const answer = dataOf(await fixture.as(person, 'GET Post/AudioAddress', { query: { name: audio } }));
  expect(Date.parse(String(answer.endsAt)) - fixture.clock.now.getTime()).toBeGreaterThan(3_500_000);
  const address = `${fixture.app.url}${answer.address}`;
  expect((await fetch(address)).status).toBe(200);
  const before = fixture.clock.now;
  fixture.clock.now = new Date(before.getTime() + 3_601_000);
  expect((await fetch(address)).status).toBe(404);
  fixture.clock.now = before;
});

test('an address is of one file, one session and one end, and cannot be made up', async () => {
  const creator = await fixture.person();
  const first = await withAudio(creator);
  const second = await withAudio(creator);
  const { person } = await posts.member(creator);
  const address = new URL(await addressFor(person, first.audio));
  const statusWith = async (change: Record<string, string>) => {
    const changed = new URL(address);
    for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value);
    return (await fetch(changed)).status;
  };
  const other = new URL(await addressFor(creator, first.audio)).searchParams;
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ name: second.audio })).toBe(404);
  expect(await statusWith({ session: other.get('session') ?? '' })).toBe(404);
  expect(await statusWith({ until: String(Number(address.searchParams.get('until')) + 1) })).toBe(404);
  expect(await statusWith({ proof: other.get('proof') ?? '' })).toBe(404);
  expect(await statusWith({ proof: '' })).toBe(404);
});

test('an address of a file gives nothing once another post has the file', async () => {
  const creator = await fixture.person();
  const { audio, postId } = await withAudio(creator);
  const address = await addressFor(creator, audio);
  await posts.delete(creator, postId);
  const next = await posts.published(creator, { audio });
  expect((await fetch(address)).status).toBe(404);
  expect(dataOf(await posts.read(creator, next))).toMatchObject({ content: { audio: { name: audio } } });
});

test('an address ends at once with a refund, an end of the paid month, a logout or a block', async () => {
  const creator = await fixture.person();
  const { audio } = await withAudio(creator);
  const refunded = await posts.member(creator);
  const left = await posts.member(creator);
  const gone = await posts.member(creator);
  const addresses = await Promise.all([refunded, left, gone].map(({ person }) => addressFor(person, audio)));
  const statuses = () => Promise.all(addresses.map(async (address) => (await fetch(address)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await fixture.app.opora.areas.payments.refundPayment(refunded.id);
  expect(await statuses()).toEqual([404, 200, 200]);
  await fixture.app.db.pool.query(`update membership set state = 'Paused', due_at = null where id = $1`, [left.id]);
  expect(await statuses()).toEqual([404, 404, 200]);
  await fixture.app.db.pool.query('update session set ended_at = now() where person_id = $1', [gone.person.userId]);
  expect(await statuses()).toEqual([404, 404, 404]);
});
