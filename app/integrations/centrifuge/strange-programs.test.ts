import { once } from 'node:events';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { allScopes } from '#test/support/oauth-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { floodSocket, frameOf } from '#test/support/stream-programs.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';
import { mostSockets } from '../scopes.ts';
import { createSocketTokens } from './socket-tokens.server.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
const limited = await startApp({ databaseUrl: app.databaseUrl });
afterAll(() => limited.close());

const open: WebSocket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of open.splice(0)) socket.terminate();
});

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000 });
const path = '/connection/websocket';
const user = z.object({ data: z.object({ id: z.number(), socket_connection_token: z.string() }) });
const connected = z.object({ result: z.object({ client: z.uuid() }) });
const subscribed = z.object({ channels: z.array(z.object({ channel: z.string(), token: z.string() })) });

/** A program that writes the protocol by hand. */
async function openRaw(protocol?: string) {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, protocol);
  const got: unknown[] = [];
  const ends: unknown[] = [];
  socket.on('message', (data) => {
    for (const line of String(data).split('\n')) got.push(JSON.parse(line));
  });
  socket.on('close', (code, reason) => ends.push([code, String(reason)]));
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'open');
  return { socket, got, ends, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

const ended = (code: number, reason: string, reconnect: boolean) => [code, JSON.stringify({ reason, reconnect })];

async function newProgram(scopes = allScopes.split(' '), person?: SignedIn) {
  const owner = person ?? (await signIn(app.db, testSecrets.jwt));
  const key = await makeToken(app, owner, scopes);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { data } = user.parse(await (await fetch(`${app.url}/api/v1/user/oauth`, { headers })).json());
  const ask = (body: object) =>
    fetch(`${app.url}/api/v1/centrifuge/subscribe`, { method: 'POST', headers, body: JSON.stringify(body) });
  const channel = `$alerts:donation_${data.id}`;
  return { person: owner, token: data.socket_connection_token, channel, ask };
}

type Program = Awaited<ReturnType<typeof newProgram>>;

async function connect(program: Program) {
  const raw = await openRaw();
  raw.send({ params: { token: program.token }, id: 1 });
  await until(() => raw.got.length > 0 || raw.ends.length > 0);
  return { ...raw, client: connected.safeParse(raw.got[0]).data?.result.client ?? '' };
}

async function rightOf({ ask, channel }: Program, client: string): Promise<string> {
  const answer = await ask({ channels: [channel], client });
  return subscribed.parse(await answer.json()).channels[0]?.token ?? '';
}

it('answers the commands that the documentation shows, also several in a message', async () => {
  const program = await newProgram();
  const raw = await connect(program);
  expect(raw.got).toEqual([{ id: 1, result: { client: expect.any(String), version: expect.any(String) } }]);
  const token = await rightOf(program, raw.client);
  const commands = [
    { id: 2, method: 1, params: { channel: program.channel, token } },
    { id: 3, method: 7 },
    { id: 4, method: 10, params: { token: program.token } },
    { id: 5, method: 1, params: { channel: program.channel, token } },
    { id: 6, method: 9, params: { data: {} } },
    { id: 7, method: 99 },
    { method: 8, params: { data: {} } },
    { id: 8, method: 2, params: { channel: program.channel } },
  ];
  raw.socket.send(commands.map((command) => JSON.stringify(command)).join('\n'));
  await until(() => raw.got.some((one) => JSON.stringify(one).startsWith('{"id":8')));
  expect(raw.got.slice(1)).toMatchObject([
    { id: 2, result: { recoverable: true } },
    { result: { type: 1, channel: program.channel, data: { info: { client: raw.client } } } },
    { id: 3, result: {} },
    { id: 4, result: { client: raw.client } },
    { id: 5, error: { code: 105 } },
    { id: 6, error: { code: 108 } },
    { id: 7, error: { code: 104 } },
    { id: 8, result: {} },
  ]);
  await givePaidTo(app, program.person);
  raw.send({ id: 9, method: 7 });
  await until(() => raw.got.some((one) => JSON.stringify(one).startsWith('{"id":9')));
  expect(raw.got).toHaveLength(10);
});

it('gives rights to the own channel only, and to whoever has the scope', async () => {
  const [mine, other] = await Promise.all([newProgram(), newProgram()]);
  const client = crypto.randomUUID();
  const wanted = [mine.channel, other.channel, '$goals:goal_1', '$polls:poll_1'];
  expect(await (await mine.ask({ channels: wanted, client })).json()).toEqual({
    channels: [{ channel: mine.channel, token: expect.any(String) }],
  });
  expect((await mine.ask({ channels: [other.channel], client })).status).toBe(403);
  expect((await mine.ask({ channels: ['$goals:goal_1'], client })).status).toBe(403);
  for (const body of [
    {},
    { client },
    { channels: [mine.channel] },
    { channels: [], client },
    { channels: 'x', client: 'y' },
  ])
    expect((await mine.ask(body)).status).toBe(422);
  const narrow = await newProgram(['oauth-user-show', 'oauth-donation-index']);
  expect((await narrow.ask({ channels: [narrow.channel], client })).status).toBe(403);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/api/v1/centrifuge/subscribe`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(401);
});

it('refuses rights of another channel, another connection, and such as are forged or old', async () => {
  const [mine, other] = await Promise.all([newProgram(), newProgram()]);
  const raw = await connect(mine);
  const subscribe = async (channel: string, token: string) => {
    const id = raw.got.length + 10;
    raw.send({ id, method: 1, params: { channel, token } });
    await until(() => raw.got.some((one) => JSON.stringify(one).startsWith(`{"id":${id},`)));
    return raw.got.at(-1);
  };
  const token = await rightOf(mine, raw.client);
  const denied = { error: { code: 103 } };
  expect(await subscribe('$goals:goal_1', token)).toMatchObject({ error: { code: 102 } });
  expect(await subscribe(other.channel, token)).toMatchObject(denied);
  expect(await subscribe(other.channel, await rightOf(other, raw.client))).toMatchObject(denied);
  expect(await subscribe(mine.channel, await rightOf(other, raw.client))).toMatchObject(denied);
  expect(await subscribe(mine.channel, await rightOf(mine, crypto.randomUUID()))).toMatchObject(denied);
  for (const forged of ['', 'x', mine.token, `${token.slice(0, -2)}AA`, token.slice(0, 20)])
    expect(await subscribe(mine.channel, forged)).toMatchObject(denied);
  vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] });
  const tokens = createSocketTokens(testSecrets.jwt);
  const right = tokens.readSubscription(token);
  const old = right === null || right === 'expired' ? '' : tokens.issueSubscription(right);
  vi.useRealTimers();
  expect(await subscribe(mine.channel, old)).toMatchObject({ error: { code: 109 } });
  expect(await subscribe(mine.channel, token)).toMatchObject({ result: {} });
});

it('ends what does not begin as it should', async () => {
  const program = await newProgram();
  for (const token of ['', 'x', `${program.token}x`.slice(2)]) {
    const raw = await openRaw();
    raw.send({ id: 1, params: { token } });
    await until(() => raw.ends.length > 0);
    expect(raw.ends).toEqual([ended(3002, 'invalid token', false)]);
  }
  const bad = ended(3003, 'bad request', false);
  for (const message of [
    'x',
    '',
    '[]',
    'null',
    '{"id":-1}',
    '{"id":1,"method":7}',
    `{"id":1,"method":1}`,
    '{}',
    '{"id":1}\n'.repeat(17),
  ]) {
    const raw = await openRaw('centrifuge-json');
    raw.socket.send(message);
    await until(() => raw.ends.length > 0);
    expect([message, ...raw.ends]).toEqual([message, bad]);
  }
  const again = await connect(program);
  again.send({ id: 2, params: { token: program.token } });
  await until(() => again.ends.length > 0);
  expect(again.ends).toEqual([bad]);
  const long = await openRaw();
  long.socket.send('x'.repeat(20_000));
  await until(() => long.ends.length > 0);
  expect(long.ends).toMatchObject([[1009, '']]);
  expect((await fetch(`${app.url}${path}`)).status).toBe(426);
});

it('has room for a few sockets of a token, and ends one that asks too much', async () => {
  const program = await newProgram();
  const all = [];
  for (let at = 0; at < mostSockets; at += 1) all.push(await connect(program));
  expect(all.every(({ client }) => client !== '')).toBe(true);
  const more = await connect(program);
  await until(() => more.ends.length > 0);
  expect(more.ends).toEqual([ended(3013, 'connection limit', false)]);
  const [first] = all;
  for (let at = 0; at < 80; at += 1) first?.send({ id: at + 2, method: 7 });
  await until(() => (first?.ends.length ?? 0) > 0);
  expect(first?.ends).toEqual([ended(3003, 'bad request', false)]);
  const next = await connect(program);
  expect(next.client).not.toBe('');
});

it('ends a program that takes no answers', async () => {
  const ping = frameOf(0x9, 'x'.repeat(100));
  expect(await floodSocket(app.url, path, Buffer.concat(Array.from({ length: 500 }, () => ping)), 200_000_000)).toBe(
    true,
  );
});

it('refuses a network that knocks too often', async () => {
  const address = '198.18.7.7';
  const values = [`socket-network:${address}`, 119, Date.now() + 60_000];
  await app.db.pool.query('insert into rate_limit (key, points, expire) values ($1, $2, $3)', values);
  const knock = async () => {
    const headers = { 'x-forwarded-for': address };
    const socket = new WebSocket(`${limited.url.replace('http', 'ws')}${path}`, { headers });
    open.push(socket);
    const answer = Promise.withResolvers<number>();
    socket.on('open', () => answer.resolve(101));
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      answer.resolve(statusCode);
      request.destroy();
    });
    socket.on('error', () => undefined);
    return answer.promise;
  };
  expect([await knock(), await knock()]).toEqual([101, 429]);
  const token = [`oauth-address:${address}`, 119, Date.now() + 60_000];
  await app.db.pool.query('insert into rate_limit (key, points, expire) values ($1, $2, $3)', token);
  const guess = async () => {
    const headers = { 'x-forwarded-for': address };
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: '1', client_secret: 'x' });
    return (await fetch(`${limited.url}/oauth/token`, { method: 'POST', headers, body })).status;
  };
  expect([await guess(), await guess()]).toEqual([401, 429]);
});
