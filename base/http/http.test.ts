import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import { file, get, nothing, paging, post } from '#base/calls/call.ts';
import type { AuditEntry } from '#base/calls/call-services.server.ts';
import { failure } from '#base/calls/errors.ts';
import { money } from '#base/calls/money-wire.ts';
import { EventStreams } from '#base/events/event-stream.server.ts';
import { minor } from '#base/money/money.ts';
import { CallsUnderWay } from '#base/process/calls-under-way.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { createLimits } from '../calls/rate-limit.server.ts';
import { keepRawBodies } from './body/raw-body.server.ts';
import { registerEnvelope } from './envelope.server.ts';
import { createFastify } from './fastify.server.ts';
import { registerCalls } from './http.server.ts';

const soldOut = failure('SoldOut', 409, 'Закончилось');

const contract = {
  list: get('Thing/List', {
    summary: 'A list',
    access: 'guest',
    query: z.object({ ...paging(10), Search: z.string().max(20).optional(), isActive: z.boolean().optional() }),
    answer: z.object({ seen: z.record(z.string(), z.unknown()) }),
    errors: [],
  }),
  buy: post('Thing/Buy', {
    summary: 'Buys',
    access: 'guest',
    body: z.strictObject({ amount: money, name: z.string() }),
    answer: z.object({ id: z.string(), amount: money }),
    errors: [soldOut],
    idempotent: true,
  }),
  mine: get('Thing/Mine', {
    summary: 'Own',
    access: 'user',
    query: z.object({ id: z.uuid() }),
    answer: nothing,
    errors: [],
  }),
  rule: post('Thing/Rule', {
    summary: 'Rules',
    access: 'moderator',
    query: z.object({ id: z.int() }),
    answer: nothing,
    errors: [soldOut],
    audited: true,
  }),
  leak: get('Thing/Leak', { summary: 'Leaks', access: 'guest', answer: z.object({ shown: z.string() }), errors: [] }),
  track: get('Thing/Track', {
    summary: 'A file that takes long',
    access: 'guest',
    answer: file,
    errors: [],
    form: 'file',
    mediaTypes: ['audio/mpeg'],
  }),
  crash: get('Thing/Crash', { summary: 'Crashes', access: 'guest', answer: nothing, errors: [] }),
};

/** Bytes of which the first comes at once, and the next never. */
function endless(): Readable {
  const bytes = new Readable({ read: () => undefined });
  bytes.push('a');
  return bytes;
}

let bought = 0;
const leaking = { shown: '', secret: 'no' };
const underWay = new CallsUnderWay();

const handlers: Handlers<typeof contract> = {
  list: async ({ query }) => ({ seen: { ...query } }),
  buy: async ({ body }, context) => {
    if (body.name === 'sold out') throw soldOut({ details: { left: 0 } });
    bought += 1;
    return { id: await context.claim(context.db), amount: minor(body.amount) };
  },
  mine: async () => ({}),
  rule: async ({ query }, context) => {
    context.note({ subject: String(query.id), details: { was: 1 } });
    if (query.id === 13) throw soldOut();
    return {};
  },
  leak: async () => ({ ...leaking, shown: String(underWay.count) }),
  track: async () => ({ contentType: 'audio/mpeg', bytes: endless(), headers: {} }),
  crash: async () => {
    throw new Error('select secret from /etc/passwd');
  },
};

const roles: Readonly<Record<string, string[]>> = { user: ['user'], moderator: ['user', 'moderator'] };
const audited: AuditEntry[] = [];

const database = await openTestDatabase();
const db = database.db;
const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined });
app.register(
  (api, _options, done) => {
    registerEnvelope(api);
    keepRawBodies(api);
    registerCalls(api, bindCalls(contract, handlers), {
      db,
      limits: createLimits(db, true),
      streams: new EventStreams(),
      authenticate: async (token) => (roles[token] ? { userId: token, sessionId: 's', roles: roles[token] } : null),
      holdSession: async () => undefined,
      audit: async (_tx, entry) => void audited.push(entry),
      answers: null,
      underWay,
    });
    done();
  },
  { prefix: '/api' },
);
await app.ready();
afterAll(async () => {
  await app.close();
  await database.close();
});

const as = (role: string) => ({ authorization: `Bearer ${role}` });

test('query names match without regard to case, and text becomes what the schema wants', async () => {
  const answer = await app.inject('/api/Thing/List?skip=5&TAKE=7&search=10%25&ISACTIVE=true&utm=x');
  expect(answer.json()).toEqual({ success: true, data: { seen: { Skip: 5, Take: 7, Search: '10%', isActive: true } } });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ['Take=0', 'Take'],
  ['Take=101', 'Take'],
  ['Skip=-1', 'Skip'],
  ['Take=ten', 'Take'],
  ['Take=1.5', 'Take'],
  ['Take=1&take=2', 'Take'],
  ['Search=%00', 'Search'],
  ['Search=%ff', 'Search'],
  ['isActive=maybe', 'isActive'],
])('%s is refused and %s is named', async (query, field) => {
  const answer = await app.inject(`/api/Thing/List?${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toMatchObject({
    code: 'ValidationFailed',
    fields: { [field]: expect.stringMatching(/[А-я]/) },
  });
});

test.each([
  ['an unknown member', { amount: 1, name: 'a', price: 5 }, 'price'],
  ['a missing member', { amount: 1 }, 'name'],
  ['text for a number', { amount: '1', name: 'a' }, 'amount'],
  ['three decimals', { amount: 1.005, name: 'a' }, 'amount'],
  ['a NUL character', { amount: 1, name: 'a\0b' }, 'name'],
])('%s in a body is refused by name', async (_, body, field) => {
  const answer = await app.inject({ method: 'POST', url: '/api/Thing/Buy', payload: body });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().error.fields)).toContain(field);
});

test.each([
  ['malformed JSON', 'application/json', '{"amount":', 400, 'ValidationFailed'],
  ['a prototype', 'application/json', '{"__proto__":{"x":1},"amount":1,"name":"a"}', 400, 'ValidationFailed'],
  ['plain text', 'text/plain', 'hello', 415, 'UnsupportedMediaType'],
  ['a form', 'application/x-www-form-urlencoded', 'amount=1', 415, 'UnsupportedMediaType'],
  ['a huge body', 'application/json', JSON.stringify({ name: 'x'.repeat(70_000) }), 413, 'PayloadTooLarge'],
])('%s gets the envelope', async (_, type, payload, status, code) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/Thing/Buy',
    payload,
    headers: { 'content-type': type },
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  expect(answer.json()).toMatchObject({ success: false, data: null });
});

test('an unknown route is not found, whatever the method', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE'] as const) {
    expect((await app.inject({ method, url: '/api/Nothing' })).statusCode).toBe(404);
  }
});

test('a crash reveals no details', async () => {
  const answer = await app.inject('/api/Thing/Crash');
  expect(answer.statusCode).toBe(500);
  expect(answer.json().error.code).toBe('InternalError');
  expect(answer.body).not.toMatch(/select|passwd|Error:|\.ts/);
});

test('members that the contract lacks never leave the server', async () => {
  expect((await app.inject('/api/Thing/Leak')).json().data).toEqual({ shown: '1' });
  expect(underWay.count, 'calls that are not answered yet').toBe(0);
});

test('401 comes before 403, and both before the input is looked at', async () => {
  const rule = (headers: Record<string, string>, url = '/api/Thing/Rule?id=nonsense') =>
    app.inject({ method: 'POST', url, headers });
  expect((await rule({})).statusCode).toBe(401);
  expect((await rule(as('forged'))).statusCode).toBe(401);
  expect((await rule(as('user'))).statusCode).toBe(403);
  expect((await rule(as('moderator'))).statusCode).toBe(400);
  expect((await app.inject({ url: '/api/Thing/Mine?id=x', headers: as('user') })).statusCode).toBe(400);
});

test('an audited call leaves one line with its input and note, a failed one none', async () => {
  audited.length = 0;
  await app.inject({ method: 'POST', url: '/api/Thing/Rule?id=13', headers: as('moderator') });
  expect(audited).toEqual([]);
  await app.inject({ method: 'POST', url: '/api/Thing/Rule?id=7', headers: as('moderator') });
  expect(audited).toMatchObject([{ call: 'POST Thing/Rule', input: { id: 7 }, subject: '7', details: { was: 1 } }]);
});

test('100 equal requests with one key at once have one effect and one answer', async () => {
  bought = 0;
  const send = () =>
    app.inject({
      method: 'POST',
      url: '/api/Thing/Buy',
      payload: { amount: 12.5, name: 'a' },
      headers: { 'idempotency-key': 'one-and-the-same' },
    });
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  expect(bought).toBe(1);
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(answers[0]?.json().data.amount).toBe(12.5);
});

test('the same key with another body is refused, a refused try leaves nothing of its key', async () => {
  const headers = { 'idempotency-key': 'a-key-of-its-own' };
  const buy = (payload: object) => app.inject({ method: 'POST', url: '/api/Thing/Buy', payload, headers });
  expect((await buy({ amount: 1, name: 'sold out' })).json().error).toMatchObject({
    code: 'SoldOut',
    details: { left: 0 },
  });
  expect((await buy({ amount: 1, name: 'sold out' })).json().error.code).toBe('SoldOut');
  const { rows } = await db.pool.query('select from idempotency_key where answer is null');
  expect(rows).toEqual([]);
  expect((await buy({ amount: 2, name: 'other' })).statusCode).toBe(200);
  expect((await buy({ amount: 1, name: 'sold out' })).json().error.code).toBe('IdempotencyMismatch');
});

test('keys have 8 to 128 characters', async () => {
  const headers = { 'idempotency-key': 'short' };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/Thing/Buy',
    payload: { amount: 1, name: 'a' },
    headers,
  });
  expect(answer.statusCode).toBe(400);
});

test('whoever receives large files keeps no call of the same site waiting, and counts as none', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const tracks = await Promise.all(
    Array.from({ length: 30 }, () => fetch(`${address}/api/Thing/Track`, { signal: leaving.signal })),
  );
  expect(tracks.map(({ status }) => status)).toEqual(tracks.map(() => 200));
  const listed = await fetch(`${address}/api/Thing/Leak`);
  expect(await listed.json()).toMatchObject({ data: { shown: '1' } });
  leaving.abort();
});
