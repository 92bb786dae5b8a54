import { createServer } from 'node:http';
import { afterAll, expect, it, vi } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';

let slowRequests = 0;

const [app, limited] = await Promise.all([
  startApp({ env: { LIMITS: 'off' } }),
  startApp({ env: { DATABASE_POOL: '4' } }),
]);
const receiver = await openReceiver();
// Accepts every request and never answers.
const silent = createServer((request) => {
  slowRequests += 1;
  request.resume();
});
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  await receiver.close();
  await Promise.all([app.close(), limited.close()]);
});

it('30 receivers that do not answer do not delay another creator’s message', async () => {
  const at = silent.address();
  const url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/`;
  const creators = 30;
  const messages = 8;
  const slow = Array.from({ length: creators }, async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const { id } = await makeWebhook(app, person, url, ['donation.paid']);
    for (let number = 0; number < messages; number += 1)
      expect((await app.api('POST Integration/TestWebhook', { query: { id } }, person)).status).toBe(200);
  });
  await Promise.all(slow);
  await vi.waitUntil(() => slowRequests > 10, { timeout: 50_000 });
  const person = await signIn(app.db, testSecrets.jwt);
  await makeWebhook(app, person, receiver.address, ['donation.paid']);
  await givePaidTo(app, person);
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 50_000 });
  // In order of time it would have come after all of theirs.
  expect(slowRequests).toBeLessThan(creators * messages - 40);
});

it('test messages and new webhooks are limited', async () => {
  const person = await signIn(limited.db, testSecrets.jwt);
  const { id } = await makeWebhook(limited, person, receiver.address, ['donation.paid']);
  const press = () => limited.api('POST Integration/TestWebhook', { query: { id } }, person);
  // More requests than the process has database connections: they must not deadlock.
  const statuses = await Promise.all(Array.from({ length: 24 }, async () => (await press()).status));
  expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([20, 4]);
  const refused = await press();
  expect([refused.status, refused.body]).toMatchObject([429, { error: { code: 'TooManyRequests' } }]);
  const added: number[] = [];
  for (let at = 0; at < 24; at += 1) {
    const body = { url: receiver.address, events: ['donation.paid'] };
    added.push((await limited.api('POST Integration/CreateWebhook', { body }, person)).status);
  }
  expect([200, 409, 429].map((status) => added.filter((one) => one === status).length)).toEqual([4, 15, 5]);
});
