import { once } from 'node:events';
import net from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n';

it.each([
  ['/api/Region', ''],
  ['/api/v1/alerts/donations', ''],
  ['/socket.io/?EIO=4&transport=polling', ''],
  ['/socket.io/?EIO=4&transport=websocket', upgrade],
])('a request of %s whose connection is reset at once is no error of the server', async (path, headers) => {
  const { hostname, port } = new URL(app.url);
  for (let at = 0; at < 20; at += 1) {
    const socket = net.connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\n`, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  // Asked on a connection of its own, it is answered after all of those.
  expect((await app.api('GET Region')).status).toBe(200);
  expect(app.logLines.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
});
