import { once } from 'node:events';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { allScopes } from '#test/support/oauth-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';
import { connectionSeconds } from '../scopes.ts';
import { createSocketTokens } from './socket-tokens.server.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const open: WebSocket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of open.splice(0)) socket.terminate();
});

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 30_000 });
const user = z.object({ data: z.object({ id: z.number(), socket_connection_token: z.string() }) });
const answer = z.object({ id: z.number() });
const connected = z.object({ result: z.object({ client: z.uuid() }) });
const subscribed = z.object({ channels: z.array(z.object({ token: z.string() })) });

async function newProgram() {
  const person = await signIn(app.db, testSecrets.jwt);
  const key = await makeToken(app, person, allScopes.split(' '));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { data } = user.parse(await (await fetch(`${app.url}/api/v1/user/oauth`, { headers })).json());
  const channel = `$alerts:donation_${data.id}`;
  const rightOf = async (client: string) => {
    const body = JSON.stringify({ channels: [channel], client });
    const asked = await fetch(`${app.url}/api/v1/centrifuge/subscribe`, { method: 'POST', headers, body });
    return subscribed.parse(await asked.json()).channels[0]?.token ?? '';
  };
  return { person, channel, token: data.socket_connection_token, rightOf };
}

async function openRaw() {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/connection/websocket`);
  const got: unknown[] = [];
  const ends: number[] = [];
  socket.on('message', (data) => got.push(JSON.parse(String(data))));
  socket.on('close', (code) => ends.push(code));
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'open');
  const ask = async (message: { readonly id: number } & Record<string, unknown>) => {
    socket.send(JSON.stringify(message));
    await until(() => got.some((one) => answer.safeParse(one).data?.id === message.id) || ends.length > 0);
    return got.find((one) => answer.safeParse(one).data?.id === message.id);
  };
  return { got, ends, ask };
}

/** The same token as it was when it ran out. */
function expired(token: string): string {
  const tokens = createSocketTokens(testSecrets.jwt);
  const id = tokens.readConnection(token) ?? '';
  vi.useFakeTimers({ now: Date.now() - connectionSeconds * 1_000 - 60_000, toFake: ['Date'] });
  const old = tokens.issueConnection(id);
  vi.useRealTimers();
  return old;
}

it('ends a socket whose token has expired, also where its program stays', { timeout: 30_000 }, async () => {
  const { token } = await newProgram();
  const raw = await openRaw();
  const old = expired(token);
  for (let id = 1; id < 4; id += 1)
    expect(await raw.ask({ id, params: { token: old } })).toMatchObject({ error: { code: 109 } });
  await vi.waitUntil(() => raw.ends.length > 0, { timeout: 14_000 });
  expect(raw.ends).toEqual([3007]);
});

it('sends nothing for a subscription that is over, and nothing twice for the next', async () => {
  const { person, channel, token, rightOf } = await newProgram();
  await givePaidTo(app, person);
  const raw = await openRaw();
  const { client } = connected.parse(await raw.ask({ id: 1, params: { token } })).result;
  const params = { channel, token: await rightOf(client), recover: true, offset: 0, epoch: 'donations' };
  const held = await app.db.pool.connect();
  await held.query('begin');
  await held.query('lock table alert in access exclusive mode');
  await raw.ask({ id: 2, method: 1, params });
  const isWaiting = async () => {
    const sql = `select from pg_locks where not granted and relation = 'alert'::regclass`;
    return (await held.query(sql)).rowCount === 1;
  };
  await vi.waitUntil(isWaiting, { timeout: 10_000 });
  await raw.ask({ id: 3, method: 2, params: { channel } });
  expect(await raw.ask({ id: 4, method: 1, params })).toMatchObject({ result: { recovered: true } });
  await held.query('commit');
  held.release();
  await givePaidTo(app, person);
  const numbers = () => raw.got.flatMap((one) => /"offset":(\d+),"data"/.exec(JSON.stringify(one))?.[1] ?? []);
  await until(() => numbers().includes('2'));
  expect(numbers()).toEqual(['1', '2']);
});

it('ends a program that begins anew and anew, since each beginning reads what was missed', async () => {
  const { channel, token, rightOf } = await newProgram();
  const raw = await openRaw();
  const { client } = connected.parse(await raw.ask({ id: 1, params: { token } })).result;
  const params = { channel, token: await rightOf(client), recover: true, offset: 0, epoch: 'donations' };
  for (let id = 2; id < 22 && raw.ends.length === 0; id += 2) {
    await raw.ask({ id, method: 1, params });
    await raw.ask({ id: id + 1, method: 2, params: { channel } });
  }
  await until(() => raw.ends.length > 0);
  expect(raw.ends).toEqual([3003]);
});
