import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, photo } from '#test/support/image-client.ts';
import { type MembershipFixture, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

let fixture: MembershipFixture;

beforeAll(async () => {
  fixture = await openMembershipFixture();
}, 90_000);

afterAll(() => fixture.close());

const secret = 'Только для своих';

const draft = { title: 'Новый альбом', teaser: 'Скоро', text: secret, audience: 'members', isPublished: true };

const save = (creator: SignedIn, body: object = {}) =>
  fixture.as(creator, 'POST Post/Save', { body: { ...draft, ...body } });

async function published(creator: SignedIn, body: object = {}): Promise<string> {
  return String(dataOf(await save(creator, body)).id);
}

/** The text that somebody reads; null: only the teaser. */
async function textFor(reader: SignedIn | null, postId: string): Promise<unknown> {
  const input = { query: { postId } };
  const answer = await (reader === null
    ? fixture.api('GET Post/Post', input)
    : fixture.as(reader, 'GET Post/Post', input));
  if (answer.status !== 200) return answer.status;
  const { content } = dataOf(answer);
  return content === null ? null : Object(content).text;
}

async function levelOf(creator: SignedIn, name: string, amount: number): Promise<string> {
  return String(dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body: { name, amount } })).id);
}

/** What is given: the price of a level, which the call knows. */
const atLevel = (levelId: string) => ({ levelId, amount: undefined });

async function member(creator: SignedIn, more: Record<string, unknown> = {}) {
  const person = await fixture.person();
  const { id } = await fixture.join(person, creator.projectId, monthlyCards.good, more);
  return { person, id };
}

const listOf = async (creator: SignedIn, reader: SignedIn | null = null, query: object = {}) =>
  fixture.api(
    'GET Post/List',
    { query: { userName: await fixture.userNameOf(creator.projectId), ...query } },
    reader === null ? {} : { token: reader.token },
  );

async function upload(person: SignedIn, type = 'Post'): Promise<string> {
  const response = await fetch(`${fixture.app.url}/api/Images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: formOf(await photo(300, 200).jpeg().toBuffer(), type),
  });
  const { data } = Object(await response.json());
  return String(Object(data).name);
}

const pictureFor = (reader: SignedIn | null, name: string) =>
  fetch(`${fixture.app.url}/api/Post/Picture?name=${name}&w=128`, {
    headers: reader === null ? {} : { authorization: `Bearer ${reader.token}` },
  });

describe('who reads a post', () => {
  test('for everyone: all, also without a login', async () => {
    const creator = await fixture.person();
    const postId = await published(creator, { audience: 'everyone' });
    expect(await textFor(null, postId)).toBe(secret);
    expect(await textFor(await fixture.person(), postId)).toBe(secret);
  });

  test('for members: its creator, the staff and members alone; others see the teaser', async () => {
    const creator = await fixture.person();
    const postId = await published(creator);
    const { person } = await member(creator);
    const stranger = await fixture.person();
    const other = await member(await fixture.person());
    for (const reader of [creator, person, await fixture.person('moderator')]) {
      expect(await textFor(reader, postId)).toBe(secret);
    }
    for (const reader of [null, stranger, other.person]) expect(await textFor(reader, postId)).toBeNull();
    const answer = await fixture.api('GET Post/Post', { query: { postId } });
    expect(dataOf(answer)).toMatchObject({ title: 'Новый альбом', teaser: 'Скоро', mayRead: false, content: null });
    expect(JSON.stringify(answer.body)).not.toContain(secret);
    const list = await listOf(creator, person);
    expect(dataOf(list)).toMatchObject({ next: null, items: [{ id: postId, mayRead: true }] });
    expect(JSON.stringify(list.body)).not.toContain(secret);
    expect(dataOf(await listOf(creator))).toMatchObject({ items: [{ id: postId, mayRead: false }] });
  });

  test('from a level on: members of it and of dearer ones, not of cheaper ones or of a free sum', async () => {
    const creator = await fixture.person();
    const cheap = await levelOf(creator, 'Друг', 10_000);
    const middle = await levelOf(creator, 'Близкий', 20_000);
    const dear = await levelOf(creator, 'Родной', 30_000);
    const postId = await published(creator, { audience: 'level', levelId: middle });
    const supports = [atLevel(cheap), atLevel(middle), atLevel(dear), { amount: 50_000 }];
    const members = await Promise.all(supports.map(async (more) => (await member(creator, more)).person));
    const readers = await Promise.all(members.map((person) => textFor(person, postId)));
    expect(readers).toEqual([null, secret, secret, null]);
    const seenBy = async (reader: SignedIn) => dataOf(await fixture.as(reader, 'GET Post/Post', { query: { postId } }));
    const known = await Promise.all([...members, await fixture.person()].map(seenBy));
    expect(known.map(({ isMember }) => isMember)).toEqual([true, true, true, true, false]);
    const shown = dataOf(await fixture.api('GET Post/Post', { query: { postId } }));
    expect(shown.level).toMatchObject({ id: middle, name: 'Близкий', amount: 20_000 });
    await fixture.as(creator, 'DELETE Membership/Level', { query: { levelId: middle } });
    const offered = dataOf(await fixture.api('GET Post/Post', { query: { postId } }));
    expect(offered.level, 'the next dearer one is offered').toMatchObject({ id: dear });
  });

  test('a member of a level that became dearer stays a reader at the old price', async () => {
    const creator = await fixture.person();
    const levelId = await levelOf(creator, 'Друг', 10_000);
    const postId = await published(creator, { audience: 'level', levelId });
    const { person } = await member(creator, atLevel(levelId));
    await fixture.as(creator, 'PUT Membership/Level', { body: { levelId, name: 'Друг', amount: 90_000 } });
    expect(await textFor(person, postId)).toBe(secret);
  });

  test('until the paid month of who has left is over', async () => {
    const creator = await fixture.person();
    const postId = await published(creator);
    const { person, id: membershipId } = await member(creator);
    await fixture.as(person, 'POST Membership/Leave', { body: { membershipId } });
    expect(await textFor(person, postId)).toBe(secret);
    const before = fixture.clock.now;
    fixture.clock.now = new Date(before.getTime() + 40 * 86_400_000);
    expect(await textFor(person, postId), 'though no job has ended the membership').toBeNull();
    fixture.clock.now = before;
  });

  test('while a refused month is tried again, not once it pauses, not before the first month is paid', async () => {
    const creator = await fixture.person();
    const postId = await published(creator);
    const { person, id } = await member(creator);
    const states: [string, string | null][] = [
      ['Active', secret],
      ['Overdue', secret],
      ['Paused', null],
    ];
    for (const [state, text] of states) {
      await fixture.app.db.pool.query(
        `update membership set state = $2, due_at = case when $2 <> 'Paused' then due_at end where id = $1`,
        [id, state],
      );
      expect(await textFor(person, postId), state).toBe(text);
    }
    await fixture.as(person, 'POST Membership/Leave', { body: { membershipId: id } });
    expect(await textFor(person, postId), 'ended').toBeNull();
    const hopeful = await fixture.person();
    await fixture.begin(hopeful, creator.projectId);
    expect(await textFor(hopeful, postId)).toBeNull();
  });

  test('not after the month was refunded', async () => {
    const creator = await fixture.person();
    const picture = await upload(creator);
    const postId = await published(creator, { pictures: [picture] });
    const { person, id } = await member(creator);
    expect([await textFor(person, postId), (await pictureFor(person, picture)).status]).toEqual([secret, 200]);
    await fixture.app.opora.areas.payments.refundPayment(id);
    expect([await textFor(person, postId), (await pictureFor(person, picture)).status]).toEqual([null, 404]);
  });

  test('of a blocked creator: the staff alone', async () => {
    const creator = await fixture.person();
    const postId = await published(creator, { audience: 'everyone' });
    const admin = await fixture.person('admin');
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [creator.userId]);
    for (const reader of [null, creator, await fixture.person()]) expect(await textFor(reader, postId)).toBe(404);
    expect(await textFor(admin, postId)).toBe(secret);
    expect((await listOf(creator)).status).toBe(404);
  });

  test('a draft and a removed one: its creator alone', async () => {
    const creator = await fixture.person();
    const { person } = await member(creator);
    const moderator = await fixture.person('moderator');
    const postId = await published(creator, { isPublished: false, audience: 'everyone' });
    expect(await Promise.all([creator, person, moderator, null].map((one) => textFor(one, postId)))).toEqual([
      secret,
      404,
      404,
      404,
    ]);
    expect(dataOf(await listOf(creator))).toEqual({ items: [], next: null });
    await save(creator, { postId, version: 1, audience: 'everyone' });
    const remove = (by: SignedIn, reason: string) =>
      fixture.as(by, 'POST Moderator/RemovePost', { body: { postId, reason } });
    expect((await remove(creator, 'Сам')).status).toBe(403);
    expect((await remove(moderator, 'Оскорбления')).status).toBe(200);
    expect(await Promise.all([creator, person, moderator, null].map((one) => textFor(one, postId)))).toEqual([
      secret,
      404,
      secret,
      404,
    ]);
    expect(dataOf(await listOf(creator))).toEqual({ items: [], next: null });
    const query = { UserId: creator.userId };
    const seen = dataOf(await fixture.as(moderator, 'GET Moderator/Posts', { query }));
    expect(seen).toMatchObject({ items: [{ id: postId, text: secret, isRemoved: true }], next: null });
  });
});

describe('a picture of a post', () => {
  test('is sent to readers alone, never stored, and never by its name among public pictures', async () => {
    const creator = await fixture.person();
    const picture = await upload(creator);
    await published(creator, { pictures: [picture] });
    const { person } = await member(creator);
    const answer = await pictureFor(person, picture);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500);
    expect((await pictureFor(creator, picture)).status).toBe(200);
    for (const thief of [null, await fixture.person()]) {
      const refused = await pictureFor(thief, picture);
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    const open = await fetch(`${fixture.app.url}/api/Images/?name=${picture}&w=128`);
    expect(open.status).toBe(404);
    expect((await pictureFor(person, 'A'.repeat(22))).status).toBe(404);
  });

  test('can be put nowhere else, and others can be put into no post', async () => {
    const creator = await fixture.person();
    const picture = await upload(creator);
    const level = { name: 'Друг', amount: 10_000, picture };
    expect((await fixture.as(creator, 'POST Membership/CreateLevel', { body: level })).status).toBe(400);
    for (const pictures of [
      [await upload(creator, 'Level')],
      [await upload(await fixture.person())],
      ['A'.repeat(22)],
    ]) {
      expect((await save(creator, { pictures })).body).toMatchObject({ error: { fields: { pictures: /Загрузите/ } } });
    }
  });

  test('of a public picture is not sent by the call of posts', async () => {
    const creator = await fixture.person();
    expect((await pictureFor(creator, await upload(creator, 'Level'))).status).toBe(404);
  });

  test('stays while a post shows it', async () => {
    const creator = await fixture.person();
    const used = await upload(creator);
    const unused = await upload(creator);
    const postId = await published(creator, { pictures: [used] });
    const old = `update image set created_at = now() - interval '25 hours' where name = any ($1)`;
    await fixture.app.db.pool.query(old, [[used, unused]]);
    const sweep = () => fixture.app.opora.areas.images.sweepUnusedImages();
    const left = async () => {
      const { rows } = await fixture.app.db.pool.query('select name from image where name = any ($1)', [
        [used, unused],
      ]);
      return rows.map(({ name }) => name);
    };
    await sweep();
    expect(await left()).toEqual([used]);
    await fixture.as(creator, 'DELETE Post/Delete', { query: { postId } });
    await sweep();
    expect(await left()).toEqual([]);
  });
});

describe('writing', () => {
  test('the creator has posts while one is published and not removed, also when two change at once', async () => {
    const creator = await fixture.person();
    const moderator = await fixture.person('moderator');
    const hasPosts = async () =>
      dataOf(await fixture.api('GET User/Get', { query: { userId: creator.userId } })).hasPosts;
    const remove = (postId: string) =>
      fixture.as(moderator, 'POST Moderator/RemovePost', { body: { postId, reason: 'Оскорбления' } });
    const draftId = await published(creator, { isPublished: false });
    expect(await hasPosts()).toBe(false);
    const [first, second] = await Promise.all([published(creator), published(creator)]);
    expect(await hasPosts()).toBe(true);
    await remove(first);
    expect(await hasPosts()).toBe(true);
    await save(creator, { postId: second, version: 1, isPublished: false });
    expect(await hasPosts()).toBe(false);
    await Promise.all([draftId, second].map((postId) => save(creator, { postId, version: postId === second ? 2 : 1 })));
    expect(await hasPosts()).toBe(true);
    await Promise.all(
      [draftId, second].map((postId) => fixture.as(creator, 'DELETE Post/Delete', { query: { postId } })),
    );
    expect(await hasPosts()).toBe(false);
  });

  test('a save over an unseen version is refused, also of two at once', async () => {
    const creator = await fixture.person();
    const postId = await published(creator, { isPublished: false });
    const both = await Promise.all(
      ['Первый', 'Второй'].map((title) => save(creator, { postId, version: 1, title, isPublished: false })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = await save(creator, { postId, title: 'Третий' });
    expect(stale.body).toMatchObject({ error: { code: 'PostChanged' } });
    const seen = dataOf(await fixture.as(creator, 'GET Post/Edit', { query: { postId } }));
    expect(seen).toMatchObject({ version: 2, publishedAt: null });
  });

  test('another person neither sees nor changes nor deletes it', async () => {
    const creator = await fixture.person();
    const thief = await fixture.person();
    const postId = await published(creator);
    const input = { query: { postId } };
    expect((await fixture.as(thief, 'GET Post/Edit', input)).status).toBe(404);
    expect((await save(thief, { postId, version: 1 })).status).toBe(404);
    expect((await fixture.as(thief, 'DELETE Post/Delete', input)).status).toBe(404);
    const levelId = await levelOf(creator, 'Друг', 10_000);
    expect((await save(thief, { audience: 'level', levelId })).status).toBe(404);
    expect((await fixture.as(creator, 'DELETE Post/Delete', input)).status).toBe(200);
    expect(await textFor(creator, postId)).toBe(404);
  });

  test.each<[object, string]>([
    [{ title: '' }, 'title'],
    [{ title: 'Модератор' }, 'title'],
    [{ title: 'x\u202e' }, 'title'],
    [{ title: 'я'.repeat(121) }, 'title'],
    [{ teaser: 'я'.repeat(301) }, 'teaser'],
    [{ text: 'я'.repeat(20_001) }, 'text'],
    [{ text: '\u200b' }, 'text'],
    [{ video: 'javascript:alert(1)' }, 'video'],
    [{ video: 'http://youtu.be/dQw4w9WgXcQ' }, 'video'],
    [{ audience: 'level' }, 'levelId'],
    [{ pictures: Array.from({ length: 11 }, () => 'A'.repeat(22)) }, 'pictures'],
  ])('a fault is named at its field: %#', async (body, field) => {
    const refused = await save(await fixture.person(), body);
    expect(refused.status).toBe(400);
    expect(Object.keys(Object(refused.body).error.fields)).toEqual([field]);
  });

  test('the same request again makes one post', async () => {
    const creator = await fixture.person();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const once = () => fixture.api('POST Post/Save', { body: draft }, { token: creator.token, headers });
    expect(dataOf(await once())).toEqual(dataOf(await once()));
    expect(dataOf(await fixture.as(creator, 'GET Post/Own'))).toMatchObject({ items: [{ title: 'Новый альбом' }] });
  });

  test('lists have at most twenty, and go on where the page before ended', async () => {
    const creator = await fixture.person();
    for (let at = 0; at < 4; at += 1) await published(creator, { title: `Пост ${at}` });
    const titles = (answer: Record<string, unknown>) =>
      Object.values(Object(answer.items)).map((item) => Object(item).title);
    const first = dataOf(await listOf(creator, null, { Take: 3 }));
    const second = dataOf(await listOf(creator, null, { Take: 3, After: first.next }));
    expect([...titles(first), ...titles(second)].sort()).toEqual(['Пост 0', 'Пост 1', 'Пост 2', 'Пост 3']);
    expect(second.next).toBeNull();
    expect((await listOf(creator, null, { Take: 21 })).status).toBe(400);
    expect((await listOf(creator, null, { After: 'x' })).status).toBe(400);
    const own = dataOf(await fixture.as(creator, 'GET Post/Own', { query: { Take: 3 } }));
    expect(titles(own)).toHaveLength(3);
    expect(own.next).toEqual(expect.any(String));
  });

  test('a video of a known site has a player, another one is a link', async () => {
    const creator = await fixture.person();
    const videoOf = async (video: string) => {
      const postId = await published(creator, { audience: 'everyone', video });
      return Object(dataOf(await fixture.api('GET Post/Post', { query: { postId } })).content).video;
    };
    expect(await videoOf('https://youtu.be/dQw4w9WgXcQ')).toEqual({
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      player: '/video/youtube/dQw4w9WgXcQ',
    });
    const url = 'https://video.test/1';
    expect(await videoOf(url)).toEqual({ url, player: null });
  });
});
