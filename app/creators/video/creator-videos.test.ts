import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { publishField } from '#app/creators/creators.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { photo } from '#test/support/image-client.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { profileClient } from '#test/support/profile-client.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';
import { bytes, json, redirectTo, startVideoSite } from '#test/support/video-site.ts';
import { videoJobs } from './video-run.server.ts';

const site = await startVideoSite();
afterAll(() => site.close());
const options = { jobPace: 0.02, env: { LIMITS: 'off', VIDEO_INFO_URL: site.service } };
const app = await startApp(options);
afterAll(() => app.close());
// Two processes run the same job.
const second = await startApp({ ...options, databaseUrl: app.databaseUrl });
afterAll(() => second.close());
const { newcomer, setField, publicUser } = profileClient(() => app);
const moderator = await newcomer({ role: 'moderator' });
const still = await photo(480, 360).jpeg().toBuffer();

const newVideo = () => `v${randomBytes(5).toString('hex')}`;
const addressOf = (id: string) => `https://www.youtube.com/watch?v=${id}`;

/** Publishes a video as people do: its creator asks, a moderator confirms. */
async function publish(creator: SignedIn, address: string): Promise<void> {
  await setField(creator, 'Video', address);
  const body = { userId: creator.userId, fields: ['Video'], confirmed: true };
  const answer = await app.api('PUT Moderator/ConfirmUser', { body }, { token: moderator.token });
  if (answer.status !== 200) throw new Error(`the video was not confirmed: ${answer.status}`);
}

const remove = (creator: SignedIn) => app.db.transaction((tx) => publishField(tx, creator.userId, 'Video', ''));

async function rowOf({ userId }: SignedIn) {
  const { rows } = await app.db.pool.query(
    `select title, picture, tries, lease, extract(epoch from next_at - now())::int as pause
     from creator_video where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** Waits until a try has ended. */
const tried = (creator: SignedIn, tries = 1) =>
  until(async () => {
    const row = await rowOf(creator);
    return row?.tries === tries && row.lease === null;
  });

const askAgain = ({ userId }: SignedIn) =>
  app.db.pool.query('update creator_video set next_at = now() where user_id = $1', [userId]);

/** The width of a stored picture as a server sends it; null: it does not have its file. */
async function widthAt(url: string, name: string): Promise<number | null> {
  const answer = await fetch(`${url}/api/Images/?name=${name}&w=256`);
  return answer.ok ? (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width : null;
}

const timesAsked = (what: string) => site.asked.filter((one) => one === what).length;

/** A creator with a video that the site describes so. */
async function creatorWith(described: (id: string) => unknown): Promise<SignedIn & { readonly id: string }> {
  const creator = await newcomer();
  const id = newVideo();
  site.answer(id, json(described(id)));
  await publish(creator, addressOf(id));
  return { ...creator, id };
}

describe('the site of a published video', () => {
  it('is asked once for title and picture, which are stored here and shown by both processes', async () => {
    const path = `/vi/${newVideo()}/still.jpg`;
    site.answer(path, bytes(still));
    const creator = await newcomer();
    expect(await publicUser(creator)).toMatchObject({ video: null, videoTitle: null, videoPicture: null });
    const id = newVideo();
    site.answer(id, json({ title: ' Дутар  после катки ', thumbnail_url: site.pictureAt(path), html: '<iframe>' }));
    await publish(creator, addressOf(id));
    await tried(creator);
    const user = await publicUser(creator);
    expect(user).toMatchObject({ videoTitle: 'Дутар после катки', videoPicture: expect.stringMatching(/^[\w-]{22}$/) });
    const other = profileClient(() => second);
    expect(await other.publicUser(creator)).toEqual(user);
    expect([timesAsked(id), timesAsked(path)]).toEqual([1, 1]);
    expect(await rowOf(creator)).toMatchObject({ tries: 1, pause: null });
    // Each of the two has a folder of its own: one of them has stored it.
    const sizes = await Promise.all([app, second].map(({ url }) => widthAt(url, String(user.videoPicture))));
    expect(sizes.toSorted()).toEqual([256, null]);
  });

  it('has a larger picture without bars that is taken, and the named one where there is none', async () => {
    const folder = `/vi/${newVideo()}`;
    const named = `${folder}/hqdefault.jpg`;
    const large = `${folder}/maxresdefault.jpg`;
    site.answer(named, bytes(still));
    const creator = await creatorWith(() => ({ title: 'Без большой', thumbnail_url: site.pictureAt(named) }));
    await tried(creator);
    expect(site.asked.filter((one) => one.startsWith(folder))).toEqual([large, named]);
    site.answer(large, bytes(await photo(1280, 720).jpeg().toBuffer()));
    const next = await creatorWith(() => ({ title: 'С большой', thumbnail_url: site.pictureAt(named) }));
    await tried(next);
    const { rows } = await app.db.pool.query('select width, height from image where name = $1', [
      (await rowOf(next)).picture,
    ]);
    expect(rows).toEqual([{ width: 1280, height: 720 }]);
    expect(timesAsked(named)).toBe(1);
  });

  it.each([
    ['no picture', bytes(Buffer.from('<!doctype html>'))],
    ['broken', bytes(still.subarray(0, 2_000))],
    ['too large', bytes(Buffer.concat([still, Buffer.alloc(3 * 1024 * 1024)]))],
    ['not there', undefined],
    ['elsewhere', redirectTo(site.pictureAt('/vi/elsewhere.jpg'))],
  ])('keeps its title where the picture is %s, and is asked again later', async (_, answer) => {
    site.answer('/vi/elsewhere.jpg', bytes(still));
    const path = `/vi/${newVideo()}.jpg`;
    if (answer !== undefined) site.answer(path, answer);
    const creator = await creatorWith(() => ({ title: 'Без картинки', thumbnail_url: site.pictureAt(path) }));
    await tried(creator);
    expect(await publicUser(creator)).toMatchObject({ videoTitle: 'Без картинки', videoPicture: null });
    expect((await rowOf(creator)).pause).toBeGreaterThan(30);
    expect([timesAsked(path), timesAsked('/vi/elsewhere.jpg')]).toEqual([1, 0]);
    site.answer(path, bytes(still));
    await askAgain(creator);
    await tried(creator, 2);
    expect(await publicUser(creator)).toMatchObject({ videoTitle: 'Без картинки', videoPicture: expect.any(String) });
  });

  it.each(['https://evil.example/still.jpg', 'http://127.0.0.1:9/still.jpg', 'file:///etc/passwd', 'still.jpg'])(
    'names a picture at %s, which nobody asks for',
    async (address) => {
      const creator = await creatorWith(() => ({ title: 'Чужая картинка', thumbnail_url: address }));
      await tried(creator);
      expect(await publicUser(creator)).toMatchObject({ videoTitle: 'Чужая картинка', videoPicture: null });
      const lines = [...app.logLines, ...second.logLines].filter((line) => line.includes(creator.userId));
      expect(lines.filter((line) => line.includes('the picture of a video did not come'))).toEqual([]);
    },
  );

  it.each([
    ['\u202e\u0000<b>Взлом</b>\u2066\n\n&amp; ', '<b>Взлом</b> &amp;'],
    ['я'.repeat(400), `${'я'.repeat(149)}…`],
    [`а${'\u0301'.repeat(60)}б`, 'а\u0301\u0301\u0301б'],
    ['\u200b\u2060', null],
  ])('calls it %j, of which is shown what others may see', async (title, shown) => {
    const creator = await creatorWith(() => ({ title }));
    await tried(creator);
    expect((await publicUser(creator)).videoTitle).toBe(shown);
  });

  it.each([
    ['something else than JSON', bytes(Buffer.from('<!doctype html>'))],
    ['another form', json({ title: 5 })],
    ['too much', json({ title: 'Много', html: 'x'.repeat(100_000) })],
    ['a redirect', redirectTo(site.pictureAt('/oembed?format=json'))],
  ])('answers with %s: nothing is shown, and it is asked again later', async (_, answer) => {
    const creator = await newcomer();
    const id = newVideo();
    site.answer(id, answer);
    await publish(creator, addressOf(id));
    await tried(creator);
    expect(await publicUser(creator)).toMatchObject({ videoTitle: null, videoPicture: null });
    expect((await rowOf(creator)).pause).toBeGreaterThan(30);
    expect(timesAsked(id)).toBe(1);
  });
});

describe('what a site has said', () => {
  it('goes with the video, and its picture with the next sweep', async () => {
    const path = `/vi/${newVideo()}.jpg`;
    site.answer(path, bytes(still));
    const creator = await creatorWith(() => ({ title: 'Уйдёт', thumbnail_url: site.pictureAt(path) }));
    await tried(creator);
    const { picture } = await rowOf(creator);
    await app.db.pool.query(`update image set created_at = now() - interval '2 days' where name = $1`, [picture]);
    const sweep = async () => {
      await app.opora.areas.images.sweepUnusedImages();
      return (await app.db.pool.query('select from image where name = $1', [picture])).rowCount;
    };
    expect(await sweep()).toBe(1);
    await remove(creator);
    expect(await publicUser(creator)).toMatchObject({ video: null, videoTitle: null, videoPicture: null });
    expect(await sweep()).toBe(0);
  });

  it('is never asked of Twitch, which answers nobody without a key', async () => {
    const creator = await newcomer();
    const before = site.asked.length;
    await publish(creator, 'https://www.twitch.tv/videos/1234567890');
    await tried(creator);
    expect(await rowOf(creator)).toMatchObject({ title: null, picture: null, pause: null });
    expect(site.asked.length).toBe(before);
  });

  it('is asked nowhere where that is switched off', () => {
    const log = createLog({ level: 'silent', pretty: false });
    const config = { VIDEO_INFO_URL: 'off', isProduction: true };
    const storePicture = () => Promise.reject(new Error('none'));
    expect(videoJobs({ db: app.db, log, config, storePicture })).toEqual([]);
  });

  it('of an address that was changed meanwhile is dropped', async () => {
    const creator = await newcomer();
    const early = newVideo();
    const late = newVideo();
    const held = Promise.withResolvers<() => void>();
    site.answer(early, (response) => held.resolve(() => json({ title: 'Старое' })(response)));
    site.answer(late, json({ title: 'Новое' }));
    await publish(creator, addressOf(early));
    const release = await held.promise;
    await publish(creator, addressOf(late));
    await tried(creator);
    expect((await publicUser(creator)).videoTitle).toBe('Новое');
    release();
    // They wait for the questions under way, and ask no others.
    for (const { opora } of [app, second]) for (const job of opora.areas.creators.jobs) await job.stop?.();
    expect((await publicUser(creator)).videoTitle).toBe('Новое');
  });
});
