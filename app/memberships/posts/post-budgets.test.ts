import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
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

test('and a gigabyte a day, by the length that a request has or may have', async () => {
  const person = await signIn(app.db, testSecrets.jwt, {});
  // In chunks, without a length.
  const send = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'multipart/form-data; boundary=none' };
      const asked = request(`${app.url}/api/Post/Audio`, { method: 'POST', headers }, resolve).on('error', reject);
      asked.write('--none--');
      asked.end('\r\n');
    });
  for (let sent = 0; sent < 10; sent += 1) expect((await send()).resume().statusCode).toBe(400);
  // Asking spends nothing of the 24 MB that are left.
  const megabyte = 1024 * 1024;
  expect([await roomFor(person, 24 * megabyte), await roomFor(person, 24 * megabyte)]).toEqual([200, 200]);
  expect(await roomFor(person, 24 * megabyte + 1)).toBe(429);
  const answer = await send();
  expect([answer.statusCode, await text(answer)]).toEqual([429, expect.stringContaining('1 ГБ')]);
});
