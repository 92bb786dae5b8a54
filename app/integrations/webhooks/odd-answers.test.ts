import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { makeWebhook, readWebhookLog } from '#test/support/tool-fixture.ts';

const app = await startApp({ jobPace: 0.1, env: { LIMITS: 'off' } });

// It waits for every attempt under way.
afterAll(() => app.close());

it.each([
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['something else than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['a header without an end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
])('a receiver that answers with %s has failed, and holds no place', async (_, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = server.address();
  const person = await signIn(app.db, testSecrets.jwt);
  const url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/`;
  const { id } = await makeWebhook(app, person, url, ['donation.paid']);
  await app.api('POST Integration/TestWebhook', { query: { id } }, person);
  const isSettled = async () => {
    const { rows } = await app.db.pool.query(
      'select 1 from webhook_delivery where webhook_id = $1 and attempts = 1 and lease is null',
      [id],
    );
    return rows.length === 1;
  };
  await vi.waitUntil(isSettled, { timeout: 20_000, interval: 100 });
  expect((await readWebhookLog(app, person, id)).items).toMatchObject([{ state: 'waiting', lastStatus: null }]);
  server.close();
});
