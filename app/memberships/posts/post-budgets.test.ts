import { afterAll, expect, test } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
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
