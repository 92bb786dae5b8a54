import { once } from 'node:events';
import net from 'node:net';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { appendEvent } from '#base/events/live.server.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { bySocket, bySource, floodSocket, frameOf, type StreamProgram } from '#test/support/stream-programs.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';
import { mostEventStreams } from '../scopes.ts';

const opened: { close(): void }[] = [];

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000 });

async function newOwner(): Promise<{ person: SignedIn; token: string }> {
  const person = await signIn(app.db, testSecrets.jwt);
  return { person, token: await makeToken(app, person, ['events']) };
}

const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n';

/** The first that the server sends to a request whose address or headers no client would make. */
async function ask(path: string, headers: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

it('refuses strangers, other scopes and nonsense before a stream opens', async () => {
  const { person, token } = await newOwner();
  const narrow = await makeToken(app, person, ['oauth-user-show', 'oauth-donation-index']);
  const refusals = [
    ['', 401],
    ['?token=x', 401],
    [`?token=${token}x`, 401],
    [`?token=${person.token}`, 401],
    [`?token=${narrow}`, 403],
    ['?token=x&after=x', 401],
    [`?token=${token}&after=x`, 400],
    [`?token=${token}&after=-1`, 400],
    [`?token=${token}&after=1&after=2`, 400],
    [`#?token=${token}`, 401],
  ] as const;
  for (const [query, status] of refusals) {
    const found = [
      statusOf(await ask(`/api/Events/Stream${query}`, '')),
      statusOf(await ask(`/api/Events/Socket${query}`, upgrade)),
    ];
    expect([query, ...found]).toEqual([query, status, status]);
  }
  expect(app.logLines.join('')).not.toContain(token);
});

it('goes on after the number in the header, however high that of the address is', async () => {
  const { person, token } = await newOwner();
  await givePaidTo(app, person);
  const headers = { 'last-event-id': '0' };
  const answer = await fetch(`${app.url}/api/Events/Stream?token=${token}&after=100`, { headers });
  let text = '';
  for await (const piece of answer.body ?? []) {
    text += new TextDecoder().decode(piece);
    if (text.includes('donation.paid')) break;
  }
  expect(text).toMatch(/id: 0\nevent: ready[\s\S]*id: 1\nevent: donation\.paid/);
});

it('upgrades only what asks for a web socket, and lets go of what breaks', async () => {
  const { token } = await newOwner();
  const path = `/api/Events/Socket?token=${token}`;
  const answer = await ask(path, '');
  expect([statusOf(answer), answer.includes('UpgradeRequired')]).toEqual([426, true]);
  expect(statusOf(await ask('/api/Events/Socket', upgrade))).toBe(401);
  expect(statusOf(await ask('/api/Events/Other', upgrade))).toBe(404);
  const broken = upgrade.replace('sec-websocket-version: 13', 'sec-websocket-version: 5');
  for (let at = 0; at < mostEventStreams; at += 1) expect(statusOf(await ask(path, broken))).toBe(400);
  const { hostname, port } = new URL(app.url);
  await Promise.all(
    Array.from({ length: mostEventStreams }, async () => {
      const socket = net.connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`, () => socket.resetAndDestroy());
      await once(socket, 'close');
    }),
  );
  await vi.waitUntil(
    async () => {
      const program = bySocket(app.url, token);
      opened.push(program);
      await until(() => program.isOpen() || program.ends.length > 0);
      return program.isOpen();
    },
    { timeout: 60_000 },
  );
});

it('has room for a few streams of a key, of both kinds together, and room again', async () => {
  const { token } = await newOwner();
  const programs: StreamProgram[] = [];
  for (let at = 0; at < mostEventStreams; at += 1) {
    const program = (at % 2 === 0 ? bySource : bySocket)(app.url, token);
    opened.push(program);
    programs.push(program);
    await until(program.isOpen);
  }
  const refused = [bySource(app.url, token), bySocket(app.url, token)];
  opened.push(...refused);
  await until(() => refused.every(({ ends }) => ends.length > 0));
  expect(refused.map(({ ends }) => ends[0])).toEqual([429, 429]);
  programs[0]?.close();
  programs[1]?.close();
  await vi.waitUntil(
    async () => {
      const answers = await Promise.all(
        [1, 2].map(async () => {
          const program = bySocket(app.url, token);
          opened.push(program);
          await until(() => program.isOpen() || program.ends.length > 0);
          return program.isOpen();
        }),
      );
      return answers.every(Boolean);
    },
    { timeout: 60_000 },
  );
});

it('drops a socket that reads nothing or says too much; another one of its key gets everything', async () => {
  const { person, token } = await newOwner();
  const headers = { authorization: `Bearer ${token}` };
  const address = `${app.url.replace('http', 'ws')}/api/Events/Socket`;
  const talker = new WebSocket(address, { headers });
  await once(talker, 'open');
  talker.send('x'.repeat(2_000));
  expect((await once(talker, 'close'))[0]).toBe(1009);
  const deaf = new WebSocket(address, { headers });
  deaf.on('error', () => undefined);
  await once(deaf, 'open');
  deaf.pause();
  const program = bySocket(app.url, token);
  opened.push(program);
  await until(program.isOpen);
  const data = { text: 'x'.repeat(200_000) };
  for (let at = 0; at < 60; at += 1) {
    const body = { event: 'donation.paid', createdAt: new Date().toISOString(), data };
    await app.db.transaction((tx) => appendEvent(tx, person.userId, 'donation.paid', body));
  }
  await until(() => program.got.length === 60);
  deaf.resume();
  await once(deaf, 'close');
  expect(program.isOpen()).toBe(true);
});

it('drops a socket that asks for answers and takes none', async () => {
  const { person, token } = await newOwner();
  const bot = await makeToken(app, person, ['oauth-donation-index']);
  const pings = Buffer.concat(Array.from({ length: 1_000 }, () => frameOf(9, 'x'.repeat(125))));
  // The earlier protocol of socket.io has pings of its own, each of which is answered.
  const asked = Buffer.concat(Array.from({ length: 10_000 }, () => frameOf(1, '2')));
  const ofBots = `/socket.io/?EIO=3&transport=websocket&token=${bot}`;
  const most = 100_000_000;
  expect(await floodSocket(app.url, `/api/Events/Socket?token=${token}`, pings, most)).toBe(true);
  expect(await floodSocket(app.url, ofBots, pings, most)).toBe(true);
  expect(await floodSocket(app.url, ofBots, asked, most)).toBe(true);
});

it('ends with the server', async () => {
  const other = await startApp({ env: { LIMITS: 'off' }, databaseUrl: app.databaseUrl });
  const { person, token } = await newOwner();
  const programs = [bySource(other.url, token), bySocket(other.url, token)];
  opened.push(...programs);
  await until(() => programs.every((one) => one.isOpen()));
  await givePaidTo(app, person);
  await until(() => programs.every(({ got }) => got.length === 1));
  await other.close();
  await until(() => programs.every(({ ends }) => ends.length > 0));
  expect(programs[1]?.ends).toEqual([1001]);
});
