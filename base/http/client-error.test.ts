import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#base/calls/errors.ts';
import { sendFailure } from './envelope.server.ts';
import { createFastify } from './fastify.server.ts';

const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined });
app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
app.setNotFoundHandler((request, reply) => sendFailure(request, reply, failures.notFound()));
app.post('/api/Thing', async () => ({}));
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(() => app.close());

async function say(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

test.each([
  [
    'an address with letters that are not escaped',
    'GET /api/User/List?Search=я HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    'ValidationFailed',
  ],
  ['no HTTP', 'hello\r\n\r\n', 400, 'ValidationFailed'],
  [
    'a request with two declared lengths',
    'POST /api/X HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'ValidationFailed',
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HeadersTooLarge'],
  [
    'a piece of a body whose length is no number',
    'POST /api/Thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'ValidationFailed',
  ],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'ValidationFailed'],
  [
    'a method that HTTP knows and we do not',
    'PROPFIND /api/Thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    404,
    'NotFound',
  ],
  ['a request that names no host', 'GET /api/Thing HTTP/1.1\r\n\r\n', 400, 'ValidationFailed'],
  [
    'an expectation that cannot be met',
    'POST /api/Thing HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nContent-Length: 2\r\n\r\n{}',
    417,
    'ExpectationFailed',
  ],
])('%s gets the envelope and an id', async (_, bytes, status, code) => {
  const answer = await say(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/i);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ success: false, data: null, error: { code } });
});

test('HTTP/1.0 need not name a host, and what `100-continue` expects is given', async () => {
  expect(
    await say('POST /api/Thing HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
  ).toMatch(/^HTTP\/1.1 200 /);
  const asked = 'POST /api/Thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n';
  expect(await say(`${asked}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}`)).toMatch(
    /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /,
  );
});
