import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { folderOf } from '#app/images/image-paths.server.ts';
import { pagesOfOpus, silentMp3, tableM4a } from '#test/support/audio/audio-files.ts';
import { sendAudio } from '#test/support/audio/send-audio.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { PostFixture } from '#test/support/money/post-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);
const { url, dataDir, db } = fixture.app;

const incoming = async () => readdir(join(dataDir, 'incoming')).catch(() => []);

const isStored = (name: string) =>
  stat(join(dataDir, 'images', folderOf(name), 'audio')).then(
    () => true,
    () => false,
  );

const rowsOf = async ({ userId }: SignedIn): Promise<unknown[]> =>
  (await db.pool.query('select name from post_audio where owner_id = $1', [userId])).rows;

async function refused(person: SignedIn, bytes: Uint8Array) {
  const answer = await sendAudio(url, person, bytes);
  const { error } = Object(await answer.json());
  return { status: answer.status, message: String(error.fields?.file ?? error.message) };
}

/** The head of an upload, whose body the test sends itself. */
function begin({ token }: SignedIn, headers: Record<string, string>) {
  const type = 'multipart/form-data; boundary=cut';
  const asked = request(`${url}/api/Post/Audio`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
  });
  const answered = new Promise<number>((resolve) => {
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', () => resolve(0));
  });
  return { asked, answered };
}

/** An upload from an address of which a part has come. */
function beginFrom(address: string, person: SignedIn) {
  const begun = begin(person, { 'content-length': '1000000', 'x-forwarded-for': address });
  begun.asked.write(`${partHead}ID3`);
  return begun;
}

const partHead = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n';

describe('an upload', () => {
  test.each([
    ['MP3', silentMp3(2.4), 'audio/mpeg', 3],
    ['M4A', tableM4a(30), 'audio/mp4', 30],
    ['Ogg', pagesOfOpus(20), 'audio/ogg', 20],
  ])('of %s is stored beside the pictures', async (_name, bytes, type, seconds) => {
    const person = await fixture.person();
    const { data } = Object(await (await sendAudio(url, person, bytes)).json());
    expect(data).toEqual({ name: expect.stringMatching(/^[\w-]{22}$/), type, seconds, bytes: bytes.length });
    expect([await isStored(data.name), await incoming()]).toEqual([true, []]);
  });

  test.each([
    ['a page named as a track', Buffer.from('<script>alert(1)</script>'.repeat(100)), 415, /Это не аудио/],
    ['an empty file', Buffer.alloc(0), 415, /Это не аудио/],
    ['a film', tableM4a(30, 'vide'), 415, /Это не аудио/],
    ['a cut file', tableM4a(30).subarray(0, -50), 400, /файл повреждён/],
    ['more than three hours', tableM4a(3 * 3_600 + 1), 400, /длиннее трёх часов/],
  ])('of %s is refused and leaves nothing', async (_name, bytes, status, message) => {
    const person = await fixture.person();
    expect(await refused(person, bytes)).toEqual({ status, message: expect.stringMatching(message) });
    expect([await rowsOf(person), await incoming()]).toEqual([[], []]);
  });

  test('without a file, or with a text in its place, is refused', async () => {
    const person = await fixture.person();
    for (const [name, field] of [
      ['name', 'name'],
      ['file', 'file'],
    ] as const) {
      const form = new FormData();
      form.set(name, 'a');
      const headers = { authorization: `Bearer ${person.token}` };
      const answer = await fetch(`${url}/api/Post/Audio`, { method: 'POST', headers, body: form });
      expect([answer.status, await answer.text()], field).toEqual([400, expect.stringContaining('Выберите файл')]);
    }
  });

  test('that says it is too large is refused before it comes', async () => {
    const person = await fixture.person();
    const { asked, answered } = begin(person, { 'content-length': String(200 * 1024 * 1024) });
    asked.flushHeaders();
    expect(await answered).toBe(413);
    asked.destroy();
  });

  test('that is too large without saying so is refused, and leaves nothing', async () => {
    const person = await fixture.person();
    const { asked, answered } = begin(person, { 'transfer-encoding': 'chunked' });
    asked.write(partHead);
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    for (let sent = 0; sent <= 100 * 1024 * 1024; sent += chunk.length) {
      if (!asked.write(chunk)) await new Promise((resolve) => asked.once('drain', resolve));
    }
    asked.end('\r\n--cut--\r\n');
    expect(await answered).toBe(413);
    expect([await rowsOf(person), await incoming()]).toEqual([[], []]);
  });

  test('whose connection is cut leaves nothing, and the person may begin anew', async () => {
    const person = await fixture.person();
    const { asked } = begin(person, { 'content-length': '1000000' });
    asked.write(partHead);
    asked.write(silentMp3(2.4));
    await expect.poll(incoming).toHaveLength(1);
    expect(await refused(person, silentMp3(1.2))).toMatchObject({ status: 429 });
    const room = await fixture.as(person, 'GET Post/AudioRoom', { query: { bytes: 1_000 } });
    expect(dataOf(room)).toEqual({ isUploading: true });
    asked.destroy();
    await expect.poll(incoming).toEqual([]);
    await expect.poll(async () => (await sendAudio(url, person, silentMp3(1.2))).status).toBe(200);
    expect(await rowsOf(person)).toHaveLength(1);
  });

  test('waits for no place: beyond eight at once it is refused at once', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => fixture.person()));
    const begun = others.map((one, at) => beginFrom(`192.0.2.${at % 2}`, one));
    await expect.poll(incoming).toHaveLength(8);
    const person = await fixture.person();
    expect(await refused(person, silentMp3(1.2))).toEqual({ status: 503, message: expect.stringContaining('минуту') });
    for (const { asked } of begun) asked.destroy();
    await expect.poll(incoming).toEqual([]);
    await expect.poll(async () => (await sendAudio(url, person, silentMp3(1.2))).status).toBe(200);
  });

  test('leaves places to other networks: beyond four at once from one site it is refused', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => fixture.person()));
    const begun = others.map((one, at) => beginFrom(`2001:db8:36:${at}::7`, one));
    await expect.poll(incoming).toHaveLength(4);
    const person = await fixture.person();
    const roomFrom = async (address: string) => {
      const headers = { authorization: `Bearer ${person.token}`, 'x-forwarded-for': address };
      const answer = await fetch(`${url}/api/Post/AudioRoom?bytes=1000`, { headers });
      return [answer.status, await answer.text()];
    };
    const refusal = [429, expect.stringContaining('Из вашей сети уже загружают')];
    expect(await roomFrom('2001:db8:36:9::1')).toEqual(refusal);
    const fifth = beginFrom('2001:db8:36:9::1', person);
    expect(await fifth.answered).toBe(429);
    expect((await roomFrom('2001:db8:37::1'))[0]).toBe(200);
    const elsewhere = beginFrom('2001:db8:37::1', person);
    await expect.poll(incoming).toHaveLength(5);
    for (const { asked } of [...begun, elsewhere]) asked.destroy();
    await expect.poll(incoming).toEqual([]);
  });

  test('whose file cannot be stored is known by its row, which is removed after a day', async () => {
    const person = await fixture.person();
    const images = join(dataDir, 'images');
    await rename(images, `${images}.away`);
    await writeFile(images, '');
    expect((await sendAudio(url, person, silentMp3(1.2))).status).toBe(500);
    await rm(images);
    await rename(`${images}.away`, images);
    expect([await rowsOf(person), await incoming()]).toEqual([[{ name: expect.any(String) }], []]);
    const old = `update post_audio set created_at = now() - interval '25 hours' where owner_id = $1`;
    await db.pool.query(old, [person.userId]);
    await fixture.app.opora.areas.memberships.sweepUnusedAudio();
    expect(await rowsOf(person)).toEqual([]);
  });

  test('needs a login', async () => {
    expect((await sendAudio(url, { token: 'none' }, silentMp3(1.2))).status).toBe(401);
  });
});

describe('a post', () => {
  test('takes a file of its creator that no other post has, and no other name', async () => {
    const creator = await fixture.person();
    const used = await posts.uploadAudio(creator);
    await posts.published(creator, { audio: used });
    for (const audio of [used, await posts.uploadAudio(await fixture.person()), 'A'.repeat(22)]) {
      expect((await posts.save(creator, { audio })).body).toMatchObject({ error: { fields: { audio: /Загрузите/ } } });
    }
  });

  test('may consist of audio alone', async () => {
    const creator = await fixture.person();
    const audio = await posts.uploadAudio(creator);
    expect((await posts.save(creator, { text: '', audio })).status).toBe(200);
    expect((await posts.save(creator, { text: '' })).body).toMatchObject({ error: { fields: { text: /Напишите/ } } });
  });

  test('keeps its file where a save leaves it out, as older clients do, and loses it by null', async () => {
    const creator = await fixture.person();
    const first = await posts.uploadAudio(creator);
    const second = await posts.uploadAudio(creator);
    const postId = await posts.published(creator, { audio: first });
    const saved = async (version: number, body: object) =>
      dataOf(await posts.save(creator, { postId, version, ...body })).audio;
    expect(await saved(1, { text: '' })).toMatchObject({ name: first, seconds: 2 });
    expect(await saved(2, { audio: second })).toMatchObject({ name: second });
    expect((await posts.audioFor(creator, first)).status).toBe(404);
    expect(await saved(3, { audio: null })).toBeNull();
    expect((await posts.audioFor(creator, second)).status).toBe(404);
  });

  test('shows its audio to the staff', async () => {
    const creator = await fixture.person();
    const audio = await posts.uploadAudio(creator);
    await posts.published(creator, { audio });
    const query = { UserId: creator.userId };
    const listed = await fixture.as(await fixture.person('moderator'), 'GET Moderator/Posts', { query });
    expect(dataOf(listed)).toMatchObject({ items: [{ audio: { name: audio, seconds: 2 } }] });
  });
});

test('a file stays while a post has it, and is removed a day after its upload otherwise', async () => {
  const creator = await fixture.person();
  const sweep = () => fixture.app.opora.areas.memberships.sweepUnusedAudio();
  const used = await posts.uploadAudio(creator);
  const unused = await posts.uploadAudio(creator);
  const fresh = await posts.uploadAudio(creator);
  const postId = await posts.published(creator, { audio: used });
  const old = `update post_audio set created_at = now() - interval '25 hours' where name = any ($1)`;
  await db.pool.query(old, [[used, unused]]);
  const left = () => Promise.all([used, unused, fresh].map(isStored));
  await sweep();
  expect(await left()).toEqual([true, false, true]);
  await posts.delete(creator, postId);
  await sweep();
  expect(await left()).toEqual([false, false, true]);
  expect(await rowsOf(creator)).toEqual([{ name: fresh }]);
});

test('what a process has left of a file that was coming is removed after an hour', async () => {
  const old = join(dataDir, 'incoming', 'old');
  const fresh = join(dataDir, 'incoming', 'fresh');
  await writeFile(old, 'a');
  await writeFile(fresh, 'a');
  const before = new Date(Date.now() - 3_700_000);
  await utimes(old, before, before);
  await fixture.app.opora.areas.memberships.sweepUnusedAudio();
  expect(await incoming()).toEqual(['fresh']);
  await rm(fresh);
});
