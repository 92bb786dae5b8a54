import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';
import { mostSockets } from '../scopes.ts';

const open: Socket[] = [];

await buildIfStale(join(import.meta.dirname, '../../..'), () => undefined);
const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
// With pages, which answer most addresses outside of calls.
const second = await startApp({ env: { LIMITS: 'off' }, databaseUrl: app.databaseUrl, pages: 'built' });
afterAll(() => second.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

const scope = ['oauth-donation-index'];

/** A bot that counts what it gets. */
function connect(token: string, transports: string[] = ['websocket'], at = second) {
  const socket = io(at.url, { query: { token }, transports, reconnection: false, forceNew: true });
  const events: unknown[] = [];
  const ends: string[] = [];
  socket.on('event', (event) => events.push(event));
  socket.on('connect_error', ({ message }) => ends.push(message));
  socket.on('disconnect', (reason) => ends.push(reason));
  open.push(socket);
  return { socket, events, ends, connected: () => vi.waitUntil(() => socket.connected, { timeout: 60_000 }) };
}

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000 });

async function newBot(): Promise<{ person: SignedIn; token: string }> {
  const person = await signIn(app.db, testSecrets.jwt);
  return { person, token: await makeToken(app, person, scope) };
}

it.each([['websocket'], ['polling']])(
  'sends each donation once and in order, as Streamlabs does (%s)',
  async (transport) => {
    const { person, token } = await newBot();
    await givePaidTo(app, person, { name: 'Раньше' });
    const bot = connect(token, [transport]);
    await bot.connected();
    const payId = await givePaidTo(app, person);
    for (const name of ['Борис', 'Вера'])
      await givePaidTo(app, person, { name, message: null, isAnonymous: name === 'Вера' });
    await until(() => bot.events.length === 3);
    expect(bot.events).toMatchObject([
      {
        type: 'donation',
        event_id: payId,
        message: [
          {
            id: 2,
            name: 'Анна',
            amount: '10000.00',
            currency: 'UZS',
            message: '****, привет!',
            _id: payId,
            formatted_amount: expect.stringMatching(/^10\s000 UZS$/),
          },
        ],
      },
      { message: [{ id: 3, name: 'Борис', message: '' }] },
      { message: [{ id: 4, name: 'Аноним' }] },
    ]);
    expect(app.logLines.join('')).not.toContain(token);
  },
);

it('sends no message that waits for approval', async () => {
  const { person, token } = await newBot();
  await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, person);
  const bot = connect(token);
  await bot.connected();
  await givePaidTo(app, person);
  await until(() => bot.events.length === 1);
  expect(bot.events).toMatchObject([{ message: [{ name: 'Анна', message: '' }] }]);
});

it('is closed when its token is revoked, and by a block', async () => {
  const { person, token } = await newBot();
  const other = connect(await makeToken(app, person, scope));
  const bot = connect(token);
  await Promise.all([bot.connected(), other.connected()]);
  const listed = await app.api('GET Integration/Tokens', {}, person);
  const tokens = z.object({ data: z.array(z.object({ id: z.string(), ending: z.string() })) }).parse(listed.body).data;
  const id = tokens.find(({ ending }) => ending === token.slice(-4))?.id;
  await app.api('DELETE Integration/Token', { query: { id } }, person);
  await until(() => bot.ends.length > 0);
  expect([bot.socket.connected, other.socket.connected]).toEqual([false, true]);
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  await app.api('PUT Moderator/BlockUser', { query: { userId: person.userId } }, admin);
  await until(() => other.ends.length > 0);
});

it('refuses strangers, other scopes and nonsense before a socket opens', async () => {
  const { person, token } = await newBot();
  const narrow = await makeToken(app, person, ['oauth-user-show']);
  for (const wrong of ['', 'x', `${token}x`, narrow, person.token]) {
    const bot = connect(wrong);
    await until(() => bot.ends.length > 0);
    expect(bot.socket.connected).toBe(false);
    expect(
      (await fetch(`${second.url}/socket.io/?EIO=4&transport=polling&token=${encodeURIComponent(wrong)}`)).status,
    ).toBe(401);
  }
  expect((await fetch(`${second.url}/socket.io/?EIO=4&transport=polling&token=${token}&sid=nonsense`)).status).toBe(
    400,
  );
  // What asks for no session that there is opens one, and is asked for its token.
  expect((await fetch(`${second.url}/socket.io/?EIO=4&transport=polling&sid=`)).status).toBe(401);
  expect((await fetch(`${second.url}/socket.io/?EIO=4&transport=polling&token=a&token=b`)).status).toBe(401);
});

it('has room for a few sockets of a token, and room again', async () => {
  const { token } = await newBot();
  const bots = Array.from({ length: mostSockets + 5 }, () => connect(token));
  await until(() => bots.every(({ socket, ends }) => socket.connected || ends.length > 0));
  expect(bots.filter(({ socket }) => socket.connected)).toHaveLength(mostSockets);
  for (const { socket } of bots) socket.close();
  await vi.waitUntil(
    async () => {
      const bot = connect(token);
      await until(() => bot.socket.connected || bot.ends.length > 0);
      return bot.socket.connected;
    },
    { timeout: 60_000 },
  );
});

/** What the server sends to a request for another protocol until it closes the connection. */
async function upgradeAt(path: string, connection: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: ${connection}\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n',
  );
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
  return answer;
}

it('refuses an upgrade without a token, and answers one to anything else as if it had not been asked', async () => {
  expect(await upgradeAt('/socket.io/?EIO=4&transport=websocket', 'upgrade')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await upgradeAt('/api/Region', 'upgrade, close')).toMatch(/^HTTP\/1\.1 200 /);
});

it('outlives connections that break in the middle of an upgrade', async () => {
  const { token } = await newBot();
  const { hostname, port } = new URL(app.url);
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = net.connect(Number(port), hostname);
      socket.write(
        `GET /socket.io/?EIO=4&transport=websocket&token=${token} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
          'sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n',
        () => socket.resetAndDestroy(),
      );
      await once(socket, 'close');
    }),
  );
  const bot = connect(token, ['websocket'], app);
  await bot.connected();
});
