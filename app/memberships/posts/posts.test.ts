import { afterAll, describe, expect, test } from 'vitest';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { membersPost, PostFixture, secret } from '#test/support/money/post-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);

/** Addresses of videos that not everybody reaches over https. */
const refusedVideos = [
  'javascript:alert(1)',
  'http://youtu.be/dQw4w9WgXcQ',
  'https://me:secret@video.example/1',
  'https://me@video.example/1',
  'https://localhost/1',
  'https://LOCALHOST.:8443/1',
  'https://box.local/1',
  'https:video.example/1',
  'https://localhost../1',
  'https://printer.home/1',
  'https://2130706433/1',
  'https://[::ffff:127.0.0.1]/1',
  `https://x.${'a.'.repeat(25_000)}-`,
  'https://192.168.0.1/1',
  'https://0x7f.1/1',
  'https://[::1]/1',
];

describe('a picture of a post', () => {
  test('is sent to readers alone, never by its name among public pictures, and no shared cache stores it', async () => {
    const creator = await fixture.person();
    const picture = await posts.upload(creator);
    await posts.published(creator, { pictures: [picture] });
    const { person } = await posts.member(creator);
    const answer = await posts.pictureFor(person, picture);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(answer.headers.get('vary')?.split(', ')).toContain('Accept');
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500);
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
    const again = await posts.pictureFor(person, picture, known);
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
    expect((await again.arrayBuffer()).byteLength).toBe(0);
    expect((await posts.pictureFor(creator, picture)).status).toBe(200);
    for (const thief of [null, await fixture.person()]) {
      const refused = await posts.pictureFor(thief, picture, known);
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    const open = await fetch(`${fixture.app.url}/api/Images/?name=${picture}&w=128`);
    expect(open.status).toBe(404);
    expect((await posts.pictureFor(person, 'A'.repeat(22))).status).toBe(404);
  });

  test('can be put nowhere else, and others can be put into no post', async () => {
    const creator = await fixture.person();
    const picture = await posts.upload(creator);
    const level = { name: 'Друг', amount: 10_000, picture };
    expect((await fixture.as(creator, 'POST Membership/CreateLevel', { body: level })).status).toBe(400);
    for (const pictures of [
      [await posts.upload(creator, 'Level')],
      [await posts.upload(await fixture.person())],
      ['A'.repeat(22)],
    ]) {
      expect((await posts.save(creator, { pictures })).body).toMatchObject({
        error: { fields: { pictures: /Загрузите/ } },
      });
    }
  });

  test('of a public picture is not sent by the call of posts', async () => {
    const creator = await fixture.person();
    const open = await posts.upload(creator, 'Level');
    const postId = await posts.published(creator, { audience: 'everyone' });
    // No call stores such a post.
    await fixture.app.db.pool.query('update post set pictures = array[$2] where id = $1', [postId, open]);
    expect((await posts.pictureFor(creator, open)).status).toBe(404);
  });

  test('stays while a post shows it', async () => {
    const creator = await fixture.person();
    const used = await posts.upload(creator);
    const unused = await posts.upload(creator);
    const postId = await posts.published(creator, { pictures: [used] });
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
    await posts.delete(creator, postId);
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
    const draftId = await posts.published(creator, { isPublished: false });
    expect(await hasPosts()).toBe(false);
    const [first, second] = await Promise.all([posts.published(creator), posts.published(creator)]);
    expect(await hasPosts()).toBe(true);
    await posts.remove(moderator, first);
    expect(await hasPosts()).toBe(true);
    await posts.save(creator, { postId: second, version: 1, isPublished: false });
    expect(await hasPosts()).toBe(false);
    await Promise.all(
      [draftId, second].map((postId) => posts.save(creator, { postId, version: postId === second ? 2 : 1 })),
    );
    expect(await hasPosts()).toBe(true);
    await Promise.all([posts.delete(creator, draftId, 2), posts.delete(creator, second, 3)]);
    expect(await hasPosts()).toBe(false);
  });

  test('a save over an unseen version is refused, also of two at once', async () => {
    const creator = await fixture.person();
    const postId = await posts.published(creator, { isPublished: false });
    const both = await Promise.all(
      ['Первый', 'Второй'].map((title) => posts.save(creator, { postId, version: 1, title, isPublished: false })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = await posts.save(creator, { postId, version: 1, title: 'Третий' });
    expect(stale.body).toMatchObject({ error: { code: 'PostChanged' } });
    const seen = dataOf(await fixture.as(creator, 'GET Post/Edit', { query: { postId } }));
    expect(seen).toMatchObject({ version: 2, publishedAt: null });
  });

  test('an unseen version is not deleted, also where it is published at the same moment', async () => {
    const creator = await fixture.person();
    const postId = await posts.published(creator, { isPublished: false });
    const unnamed = await fixture.as(creator, 'DELETE Post/Delete', { query: { postId } });
    expect(unnamed.body).toMatchObject({ error: { fields: { version: 'Заполните поле' } } });
    const [published, deleted] = await Promise.all([
      posts.save(creator, { postId, version: 1 }),
      posts.delete(creator, postId),
    ]);
    // Whoever comes first wins: a post that is published is there, one that is deleted was not.
    const [later, there] = published.status === 200 ? [409, secret] : [200, 404];
    expect([deleted.status, await posts.textFor(creator, postId)]).toEqual([later, there]);

    const shown = await posts.published(creator, { isPublished: false });
    await posts.save(creator, { postId: shown, version: 1 });
    const refused = await posts.delete(creator, shown);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'PostChanged', message: /не удалён/ } } });
    expect(await posts.textFor(creator, shown)).toBe(secret);
    expect((await posts.delete(creator, shown, 2)).status).toBe(200);
  });

  test('another person neither sees nor changes nor deletes it', async () => {
    const creator = await fixture.person();
    const thief = await fixture.person();
    const postId = await posts.published(creator);
    const input = { query: { postId } };
    expect((await fixture.as(thief, 'GET Post/Edit', input)).status).toBe(404);
    expect((await posts.save(thief, { postId, version: 1 })).status).toBe(404);
    for (const version of [1, 9]) expect((await posts.delete(thief, postId, version)).status).toBe(404);
    const levelId = await posts.levelOf(creator, 'Друг', 10_000);
    expect((await posts.save(thief, { audience: 'level', levelId })).status).toBe(404);
    expect((await posts.delete(creator, postId)).status).toBe(200);
    expect(await posts.textFor(creator, postId)).toBe(404);
  });

  test.each<[object, string]>([
    [{ title: '' }, 'title'],
    [{ title: 'x\u202e' }, 'title'],
    [{ title: 'я'.repeat(121) }, 'title'],
    [{ teaser: 'я'.repeat(301) }, 'teaser'],
    [{ text: 'я'.repeat(20_001) }, 'text'],
    [{ text: '\u200b' }, 'text'],
    ...refusedVideos.map((video): [object, string] => [{ video }, 'video']),
    [{ audience: 'level' }, 'levelId'],
    [{ pictures: Array.from({ length: 11 }, () => 'A'.repeat(22)) }, 'pictures'],
  ])('a fault is named at its field: %#', async (body, field) => {
    const refused = await posts.save(await fixture.person(), body);
    expect(refused.status).toBe(400);
    expect(Object.keys(Object(refused.body).error.fields)).toEqual([field]);
  });

  test.each(['✅ Готово', 'Ваша поддержка помогла', 'Что ответил модератор'])(
    'a title is no name: «%s»',
    async (title) => {
      const saved = await posts.save(await fixture.person(), { title });
      expect(dataOf(saved)).toMatchObject({ title });
    },
  );

  test('what is wrong with the request comes before what is not there, and that before what was changed', async () => {
    const creator = await fixture.person();
    const postId = await posts.published(creator, { isPublished: false });
    const noPicture = { pictures: ['A'.repeat(22)] };
    const elsewhere = crypto.randomUUID();
    const noLevel = { audience: 'level', levelId: elsewhere };
    const refusals: [object, number, string][] = [
      [{ postId }, 400, 'version'],
      [{ postId: elsewhere, version: 1, ...noPicture }, 400, 'pictures'],
      [{ ...noLevel, ...noPicture }, 400, 'pictures'],
      [{ postId, version: 9, ...noPicture }, 400, 'pictures'],
      [{ postId, version: 9, ...noLevel }, 404, ''],
      [{ postId, version: 9 }, 409, ''],
    ];
    for (const [body, status, field] of refusals) {
      const refused = await posts.save(creator, body);
      const fields = Object.keys(Object(refused.body).error.fields ?? {});
      expect([refused.status, fields.join()], JSON.stringify(body)).toEqual([status, field]);
    }
  });

  test('the same request again makes one post', async () => {
    const creator = await fixture.person();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const once = () => fixture.api('POST Post/Save', { body: membersPost }, { token: creator.token, headers });
    expect(dataOf(await once())).toEqual(dataOf(await once()));
    expect(dataOf(await fixture.as(creator, 'GET Post/Own'))).toMatchObject({ items: [{ title: 'Новый альбом' }] });
  });

  test('lists have at most twenty, and go on where the page before ended', async () => {
    const creator = await fixture.person();
    for (let at = 0; at < 4; at += 1) {
      await posts.published(creator, { title: `Пост ${at}` });
      fixture.clock.now = new Date(fixture.clock.now.getTime() + 1_000);
    }
    const titles = (answer: Record<string, unknown>) =>
      Object.values(Object(answer.items)).map((item) => Object(item).title);
    const first = dataOf(await posts.listOf(creator, null, { Take: 3 }));
    const second = dataOf(await posts.listOf(creator, null, { Take: 3, After: first.next }));
    expect([titles(first), titles(second)]).toEqual([['Пост 3', 'Пост 2', 'Пост 1'], ['Пост 0']]);
    expect(second.next).toBeNull();
    expect((await posts.listOf(creator, null, { Take: 21 })).status).toBe(400);
    expect((await posts.listOf(creator, null, { After: 'x' })).status).toBe(400);
    const own = dataOf(await fixture.as(creator, 'GET Post/Own', { query: { Take: 3 } }));
    const rest = dataOf(await fixture.as(creator, 'GET Post/Own', { query: { Take: 3, After: own.next } }));
    expect([titles(own), titles(rest)]).toEqual([['Пост 3', 'Пост 2', 'Пост 1'], ['Пост 0']]);
  });

  test('a video of a known site has a player, another one is a link', async () => {
    const creator = await fixture.person();
    const videoOf = async (video: string) => {
      const postId = await posts.published(creator, { audience: 'everyone', video });
      return Object(dataOf(await fixture.api('GET Post/Post', { query: { postId } })).content).video;
    };
    expect(await videoOf('https://youtu.be/dQw4w9WgXcQ')).toEqual({
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      player: '/video/youtube/dQw4w9WgXcQ',
    });
    const url = 'https://video.test/1';
    expect(await videoOf(url)).toEqual({ url, player: null });
    const ownPort = 'https://кино.уз:8443/1?user=me@home';
    expect(await videoOf(ownPort)).toEqual({ url: ownPort, player: null });
  });
});

describe('what the staff removes', () => {
  test('stays as it was: its creator reads why, and can neither change nor delete it', async () => {
    const creator = await fixture.person();
    const moderator = await fixture.person('moderator');
    const picture = await posts.upload(creator);
    const postId = await posts.published(creator, { pictures: [picture] });
    const own = () => fixture.as(creator, 'GET Post/Edit', { query: { postId } });
    expect(dataOf(await own())).toMatchObject({ isRemoved: false, removedFor: null });
    await posts.remove(moderator, postId, 'Оскорбления');
    await posts.remove(moderator, postId, 'Ещё раз');
    const refused = { status: 409, body: { error: { code: 'PostRemoved' } } };
    expect(await posts.save(creator, { postId, version: 1, isPublished: false })).toMatchObject(refused);
    expect(await posts.save(creator, { postId, version: 9 })).toMatchObject(refused);
    for (const version of [1, 9]) expect(await posts.delete(creator, postId, version)).toMatchObject(refused);
    expect(dataOf(await own())).toMatchObject({ isRemoved: true, removedFor: 'Оскорбления', version: 1 });
    const listed = { items: [{ id: postId, isRemoved: true, removedFor: 'Оскорбления' }] };
    expect(dataOf(await fixture.as(creator, 'GET Post/Own'))).toMatchObject(listed);
    const query = { UserId: creator.userId };
    const seen = dataOf(await fixture.as(moderator, 'GET Moderator/Posts', { query }));
    expect(seen).toMatchObject({ items: [{ id: postId, pictures: [picture], isRemoved: true }] });
    expect((await posts.pictureFor(moderator, picture)).status).toBe(200);
  });

  test('may be a draft again by then, but was published once', async () => {
    const creator = await fixture.person();
    const moderator = await fixture.person('moderator');
    const postId = await posts.published(creator, { isPublished: false });
    expect((await posts.remove(moderator, postId)).status).toBe(404);
    await posts.save(creator, { postId, version: 1 });
    await posts.save(creator, { postId, version: 2, isPublished: false });
    expect((await posts.remove(moderator, postId)).status).toBe(200);
    expect((await posts.save(creator, { postId, version: 3 })).status).toBe(409);
    expect(await posts.textFor(null, postId)).toBe(404);
    const query = { UserId: creator.userId };
    const seen = dataOf(await fixture.as(moderator, 'GET Moderator/Posts', { query }));
    expect(seen).toMatchObject({ items: [{ id: postId, isRemoved: true }] });
  });
});
