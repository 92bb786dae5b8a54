import { afterAll, expect, test } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

test('anyone reads how a stream shows donations, at once after a change, and nothing else of the settings', async () => {
  const { projectId, token } = await signIn(app.db, testSecrets.jwt, { userName: 'zarina' });
  const look = () => app.api('GET Widget/Look', { query: { projectId } });
  expect((await look()).body).toMatchObject({ data: { alert: { minAmount: 0 }, creator: { userName: 'zarina' } } });
  const alert = { minAmount: 20_000, template: '{name}: {amount}', review: 'hold', voiceText: 'скажи' };
  await app.api('PUT Widget/Settings', { body: { alert } }, { token });
  const { body } = await look();
  expect(body).toMatchObject({ data: { alert: { minAmount: 20_000, template: '{name}: {amount}' } } });
  expect(JSON.stringify(body)).not.toMatch(/hold|скажи|key/);
});

test('there is no look of an unknown project', async () => {
  expect((await app.api('GET Widget/Look', { query: { projectId: crypto.randomUUID() } })).status).toBe(404);
});
