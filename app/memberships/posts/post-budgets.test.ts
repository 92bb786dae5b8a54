import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentMp3 } from '#test/support/audio/audio-files.ts';
import { sendAudio } from '#test/support/audio/send-audio.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'on' } });
afterAll(() => app.close());

test('a person may save posts 60 times an hour; what is refused for its fields costs nothing', async () => {
  const { token } = await signIn(app.db, testSecrets.jwt, {});
  const save = (title: string, audience = 'everyone') =>
    app.api('POST Post/Save', { body: { title, audience, isPublished: false } }, { token });
  expect((await save('Без уровня', 'level')).status).toBe(400);
  for (let saved = 0; saved < 60; saved += 1) expect((await save('Пост')).status).toBe(200);
  const message = 'Не больше 60 сохранений в час. Подождите немного';
  expect(await save('Пост')).toMatchObject({ status: 429, body: { error: { code: 'TooManyRequests', message } } });
});

/** What a person is answered who asks whether so many bytes would be taken. */
const roomFor = async ({ token }: Pick<SignedIn, 'token'>, bytes: number) =>
  (await app.api('GET Post/AudioRoom', { query: { bytes } }, { token })).status;

test('a person may upload audio 20 times an hour', async () => {
  const person = await signIn(app.db, testSecrets.jwt, {});
  for (let sent = 0; sent < 20; sent += 1) expect((await sendAudio(app.url, person, silentMp3(1.2))).status).toBe(200);
  expect(await roomFor(person, 1)).toBe(429);
  const answer = await sendAudio(app.url, person, silentMp3(1.2));
  expect([answer.status, await answer.text()]).toEqual([429, expect.stringContaining('Слишком много загрузок за час')]);
});

test('and a gigabyte a day of what comes, also of what is refused', async () => {
  const person = await signIn(app.db, testSecrets.jwt, {});
  const key = `post-audio-volume:${person.userId}`;
  const spent = async (): Promise<unknown> =>
    (await app.db.pool.query('select points from rate_limit where key = $1', [key])).rows[0]?.points;
  expect((await sendAudio(app.url, person, Buffer.alloc(5 * 1024 * 1024))).status).toBe(415);
  const before = Number(await spent());
  expect([5, 6]).toContain(before);
  // A hundred megabytes that are cut off cost what came of them.
  const asked = request(`${app.url}/api/Post/Audio`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=cut',
      'content-length': String(100 * 1024 * 1024),
    },
  }).on('error', () => undefined);
  asked.write('--cut\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
  asked.write(Buffer.alloc(100));
  await expect.poll(() => readdir(join(app.dataDir, 'incoming'))).toHaveLength(1);
  asked.destroy();
  await expect.poll(spent).toBe(before + 1);
  const setSpent = (megabytes: number) =>
    app.db.pool.query('update rate_limit set points = $2 where key = $1', [key, megabytes]);
  await setSpent(1_000);
  // Asking spends nothing of the 24 MB that are left.
  const megabyte = 1024 * 1024;
  expect([await roomFor(person, 24 * megabyte), await roomFor(person, 24 * megabyte)]).toEqual([200, 200]);
  expect(await roomFor(person, 24 * megabyte + 1)).toBe(429);
  await setSpent(1_024);
  const answer = await sendAudio(app.url, person, silentMp3(1.2));
  expect([answer.status, await answer.text()]).toEqual([429, expect.stringContaining('1 ГБ')]);
});
