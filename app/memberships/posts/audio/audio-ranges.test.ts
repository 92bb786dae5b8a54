import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderOf } from '#app/images/image-paths.server.ts';
import { silentMp3 } from '#test/support/audio/audio-files.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { PostFixture } from '#test/support/money/post-fixture.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);
const creator = await fixture.person();
const bytes = silentMp3(12);
const size = bytes.length;
const audio = await posts.uploadAudio(creator, bytes);
await posts.published(creator, { audio, audience: 'everyone' });

const ask = (headers: Record<string, string> = {}) => posts.audioFor(null, audio, headers);

test('the whole has its length, its type and a tag, and is for no shared cache', async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(size),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="post.mp3"',
    etag: `"${audio}"`,
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

test.each([
  ['bytes=0-', 0, size - 1],
  ['bytes=100-199', 100, 199],
  ['bytes=-50', size - 50, size - 1],
  [`bytes=${size - 1}-${size + 500}`, size - 1, size - 1],
])('a part: %s', async (range, from, to) => {
  const answer = await ask({ range });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${size}`]);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true);
});

test.each([`bytes=${size}-`, 'bytes=-00'])('a part that there is not is 416, with the length: %s', async (range) => {
  const answer = await ask({ range });
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
    416,
    `bytes */${size}`,
    '',
  ]);
});

test('whoever has the file gets 304, and a part only of the file that it knows', async () => {
  const etag = `"${audio}"`;
  const known = await ask({ 'if-none-match': etag });
  expect([known.status, await known.text()]).toEqual([304, '']);
  expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  const other = await ask({ range: 'bytes=0-9', 'if-range': '"another"' });
  expect([other.status, other.headers.get('content-length')]).toEqual([200, String(size)]);
  await other.arrayBuffer();
});

test('HEAD says the same without bytes', async () => {
  const head = (headers: Record<string, string>) =>
    fetch(`${fixture.app.url}/api/Post/Audio?name=${audio}`, { method: 'HEAD', headers });
  const whole = await head({});
  expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, String(size), '']);
  const part = await head({ range: 'bytes=0-9' });
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '10']);
});

test('a file that is missing in the store is 404, also by HEAD', async () => {
  await rm(join(fixture.app.dataDir, 'images', folderOf(audio)), { recursive: true });
  expect((await ask({ range: 'bytes=0-0' })).status).toBe(404);
  expect((await fetch(`${fixture.app.url}/api/Post/Audio?name=${audio}`, { method: 'HEAD' })).status).toBe(404);
});
