import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFastify } from './fastify.server.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});

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
    'a request that tells in two ways where it ends',
    'POST /api/X HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'ValidationFailed',
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HeadersTooLarge'],
])('%s gets the envelope', async (_, bytes, status, code) => {
  const answer = await say(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ success: false, data: null, error: { code } });
});
