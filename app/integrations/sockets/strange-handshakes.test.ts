import { once } from 'node:events';
import net from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { makeToken } from '#test/support/tool-fixture.ts';
import { mostSockets } from '../scopes.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const newToken = async () => makeToken(app, await signIn(app.db, testSecrets.jwt), ['oauth-donation-index']);

const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n';

/** The first that the server sends to a request whose address no client would make. */
async function ask(path: string, headers = ''): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

it.each([
  ['a plain request', 'polling', ''],
  ['a web socket', 'websocket', upgrade],
])('opens nothing without a token for %s whose session is named behind a #', async (_, transport, headers) => {
  const answer = await ask(`/socket.io/?EIO=4&transport=${transport}#&sid=x`, headers);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toContain('pingInterval');
});

const opened = z.object({ sid: z.string() });

it('has room again for bots that leave in the moment in which they come', async () => {
  const token = await newToken();
  for (let at = 0; at < mostSockets; at += 1) {
    const address = `${app.url}/socket.io/?EIO=4&transport=polling&token=${token}`;
    const { sid } = opened.parse(JSON.parse((await (await fetch(address)).text()).slice(1)));
    // It asks to be connected, and closes.
    await fetch(`${address}&sid=${sid}`, { method: 'POST', body: '40\x1e1' });
  }
  const bot = io(app.url, { query: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  const refusals: string[] = [];
  bot.on('connect_error', ({ message }) => refusals.push(message));
  await vi.waitUntil(() => bot.connected || refusals.length > 0, { timeout: 30_000 });
  bot.close();
  expect(refusals).toEqual([]);
});

it.each([
  ['without a token', '/socket.io/?EIO=4&transport=websocket'],
  ['of another path', '/socket.io/other?EIO=4&transport=websocket'],
])('lets go of a refused upgrade %s whose client keeps its side open', async (_, path) => {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${upgrade}\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
  // What a closed side gets, it answers with a reset.
  const isReset = () => socket.destroyed || !socket.write('x');
  await vi.waitUntil(isReset, { timeout: 10_000, interval: 100 });
});

it('ends a session without a web socket that asks for answers and takes none', async () => {
  const address = `${app.url}/socket.io/?EIO=3&transport=polling&token=${await newToken()}`;
  const begun = await (await fetch(address)).text();
  const { sid } = opened.parse(JSON.parse(/\{[^}]*\}/.exec(begun)?.[0] ?? ''));
  const pings = { method: 'POST', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: '1:2'.repeat(3_000) };
  const statuses: number[] = [];
  for (let at = 0; at < 2; at += 1) statuses.push((await fetch(`${address}&sid=${sid}`, pings)).status);
  expect(statuses).toEqual([200, 400]);
});
