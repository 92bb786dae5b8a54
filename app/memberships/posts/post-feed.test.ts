import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { atLevel, PostFixture, secret } from '#test/support/money/post-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);
const gifts = new GiftFixture(fixture);

const answered = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), title: z.string(), mayRead: z.boolean(), creator: z.looseObject({}) }),
  ),
  next: z.string().nullable(),
  mutedCreators: z.int(),
});

const feedOf = async (person: SignedIn, query: object = {}) =>
  answered.parse(dataOf(await fixture.as(person, 'GET Post/Feed', { query: { ...query } })));

const titlesOf = async (person: SignedIn, query: object = {}) =>
  (await feedOf(person, query)).items.map(({ title }) => title);

/** A moment later for each post, which the feed is sorted by. */
function passAMinute(): void {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 60_000);
}

async function publish(creator: SignedIn, title: string, more: object = {}): Promise<string> {
  passAMinute();
  return posts.published(creator, { title, ...more });
}

/** A creator with a post for members and a later one for everyone. */
async function writer() {
  const creator = await fixture.person();
  await publish(creator, 'Для своих');
  await publish(creator, 'Для всех', { audience: 'everyone' });
  return creator;
}

const whole = ['Для всех', 'Для своих'];

async function setState(id: string, state: string): Promise<void> {
  await fixture.app.db.pool.query(
    `update membership set state = $2, due_at = case when $2 <> 'Paused' then due_at end where id = $1`,
    [id, state],
  );
}

describe('whose posts are in the feed', () => {
  test('a guest is asked to log in', async () => {
    expect((await fixture.api('GET Post/Feed')).status).toBe(401);
  });

  test('of whom one does not support: none, for everyone neither', async () => {
    const creator = await writer();
    expect(await titlesOf(await fixture.person())).toEqual([]);
    expect(await titlesOf(creator), 'its own neither').toEqual([]);
    const hopeful = await fixture.person();
    await fixture.begin(hopeful, creator.projectId);
    expect(await titlesOf(hopeful), 'before the first month is paid').toEqual([]);
  });

  test.each([
    ['Active', whole],
    ['Overdue', whole],
    ['Paused', []],
  ])('of a member in the state %s', async (state, titles) => {
    const creator = await writer();
    const { person, id } = await posts.member(creator);
    await setState(id, state);
    expect(await titlesOf(person)).toEqual(titles);
  });

  test('of who has left: until the paid month is over, also before a job has ended it', async () => {
    const creator = await writer();
    const { person, id: membershipId } = await posts.member(creator);
    await fixture.as(person, 'POST Membership/Leave', { body: { membershipId } });
    expect(await titlesOf(person)).toEqual(whole);
    const before = fixture.clock.now;
    fixture.clock.now = new Date(before.getTime() + 40 * 86_400_000);
    const later = await titlesOf(person);
    fixture.clock.now = before;
    expect(later).toEqual([]);
  });

  test('of a refunded month: none', async () => {
    const { person, id } = await posts.member(await writer());
    expect(await titlesOf(person)).toEqual(whole);
    await fixture.app.opora.areas.payments.refundPayment(id);
    expect(await titlesOf(person)).toEqual([]);
  });

  test('of gifted months, as of paid ones', async () => {
    const { creator, winner } = await gifts.withOneTaken();
    await publish(creator, 'Для своих');
    expect(await feedOf(winner)).toMatchObject({ items: [{ title: 'Для своих', mayRead: true }], next: null });
  });

  test('of a blocked creator: none, also for the staff, until the block ends', async () => {
    const creator = await writer();
    const moderator = await fixture.person('moderator');
    const { person } = await posts.member(creator);
    await fixture.join(moderator, creator.projectId);
    const block = (isBlocked: boolean) =>
      fixture.app.db.pool.query('update creator set is_blocked = $2 where user_id = $1', [creator.userId, isBlocked]);
    await block(true);
    expect([await titlesOf(person), await titlesOf(moderator)]).toEqual([[], []]);
    await block(false);
    expect([await titlesOf(person), await titlesOf(moderator)]).toEqual([whole, whole]);
  });

  test('of a muted creator: none until the member wants them again', async () => {
    const { person, id: membershipId } = await posts.member(await writer());
    const mute = (isMuted: boolean) => fixture.as(person, 'PUT Membership/Mute', { body: { membershipId, isMuted } });
    await mute(true);
    expect(await feedOf(person)).toEqual({ items: [], next: null, mutedCreators: 1 });
    await mute(false);
    expect(await feedOf(person)).toMatchObject({ items: whole.map((title) => ({ title })), mutedCreators: 0 });
  });

  test('it says how many creators are muted: of those whose month is paid, and who are not blocked', async () => {
    const left = await writer();
    const blocked = await writer();
    const muted = await writer();
    const { person, id } = await posts.member(left);
    const { id: blockedId } = await fixture.join(person, blocked.projectId);
    const { id: mutedId } = await fixture.join(person, muted.projectId);
    for (const membershipId of [id, blockedId, mutedId])
      await fixture.as(person, 'PUT Membership/Mute', { body: { membershipId, isMuted: true } });
    expect(await feedOf(person)).toMatchObject({ items: [], mutedCreators: 3 });
    await setState(id, 'Paused');
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [blocked.userId]);
    expect(await feedOf(person)).toMatchObject({ items: [], mutedCreators: 1 });
  });
});

test('a draft, one that was taken back, removed or deleted is not in it', async () => {
  const creator = await writer();
  const { person } = await posts.member(creator);
  await publish(creator, 'Черновик', { isPublished: false });
  const takenBack = await publish(creator, 'Взят назад');
  const removed = await publish(creator, 'Убран модератором');
  const deleted = await publish(creator, 'Удалён');
  expect(await titlesOf(person)).toEqual(['Удалён', 'Убран модератором', 'Взят назад', ...whole]);
  await posts.save(creator, { postId: takenBack, version: 1, isPublished: false });
  await posts.remove(await fixture.person('moderator'), removed);
  await posts.delete(creator, deleted);
  expect(await titlesOf(person)).toEqual(whole);
});

test('each post is as in the list of its creator, whom it names, and holds nothing that only readers see', async () => {
  const creator = await fixture.person();
  const userName = await fixture.userNameOf(creator.projectId);
  const cheap = await posts.levelOf(creator, 'Друг', 10_000);
  const dear = await posts.levelOf(creator, 'Родной', 30_000);
  const picture = await posts.upload(creator);
  const audio = await posts.uploadAudio(creator);
  const video = 'https://youtu.be/dQw4w9WgXcQ';
  await publish(creator, 'Для друзей', { audience: 'level', levelId: cheap, pictures: [picture], audio, video });
  const hidden = await posts.upload(creator);
  await publish(creator, 'Для родных', { audience: 'level', levelId: dear, pictures: [hidden] });
  const { person } = await posts.member(creator, atLevel(cheap));
  const answer = await fixture.as(person, 'GET Post/Feed');
  const { items } = answered.parse(dataOf(answer));
  expect(items).toMatchObject([
    {
      title: 'Для родных',
      mayRead: false,
      level: { id: dear, name: 'Родной', amount: 30_000 },
      pictures: 1,
      picture: null,
    },
    { title: 'Для друзей', mayRead: true, teaser: 'Скоро', pictures: 1, picture, hasVideo: true, audioSeconds: 2 },
  ]);
  const named = { userId: creator.userId, userName, displayName: userName, avatar: null };
  const list = dataOf(await posts.listOf(creator, person));
  expect(items).toEqual(
    z
      .array(z.looseObject({}))
      .parse(list.items)
      .map((item, at) => ({ ...item, picture: [null, picture][at], creator: named })),
  );
  expect(JSON.stringify(answer.body)).not.toContain(secret);
  expect(JSON.stringify(answer.body), 'a picture that only readers see').not.toContain(hidden);
  await fixture.as(creator, 'DELETE Membership/Level', { query: { levelId: dear } });
  expect((await feedOf(person)).items[0], 'no level is offered').toMatchObject({ mayRead: false, level: null });
});

test.each([1, 3])(
  'posts of all creators come newest first, each once, in pages of %d while new ones arrive',
  async (Take) => {
    const person = await fixture.person();
    const creators = [await fixture.person(), await fixture.person(), await fixture.person()];
    for (const { projectId } of creators) await fixture.join(person, projectId);
    const [first, second, third] = creators;
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
    // The third one has written what is oldest, and all of it at once.
    const turns = [third, third, third, first, second, first, second, second, first];
    for (const [at, creator] of turns.entries()) await publish(creator, String(at));
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { items, next } = await feedOf(person, { Take, ...(after !== '' && { After: after }) });
      expect(items).toHaveLength(Take);
      seen.push(...items.map(({ title }) => title));
      after = next;
      await publish(second, 'новый');
    }
    expect(seen).toEqual(['8', '7', '6', '5', '4', '3', '2', '1', '0']);
    expect(await titlesOf(person, { Take: 4 })).toEqual(['новый', 'новый', 'новый', Take === 1 ? 'новый' : '8']);
  },
);

test('posts of one moment are all there, each once', async () => {
  const person = await fixture.person();
  const creators = [await fixture.person(), await fixture.person()];
  const made: string[] = [];
  for (const creator of creators) {
    await fixture.join(person, creator.projectId);
    made.push(await posts.published(creator), await posts.published(creator));
  }
  const seen: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { items, next } = await feedOf(person, { Take: 1, ...(after !== '' && { After: after }) });
    seen.push(...items.map(({ id }) => id));
    after = next;
  }
  expect(seen).toEqual(made.toSorted().toReversed());
});

test('a place that is none is refused', async () => {
  const answer = await fixture.as(await fixture.person(), 'GET Post/Feed', { query: { After: '17' } });
  expect(answer.body).toMatchObject({
    error: { code: 'ValidationFailed', fields: { After: 'Начните список сначала' } },
  });
});
