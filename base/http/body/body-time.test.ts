import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allowSlowBody, limitBodyTime } from './body-time.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const server = createServer((request) => {
  limitBodyTime(request);
  request.resume();
});

/** A request whose body has begun to come. */
async function begin(): Promise<{ readonly request: IncomingMessage; readonly socket: Socket }> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  const asked = once(server, 'request');
  const socket = connect(address.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\na');
  const [request] = await asked;
  return { request, socket };
}

/** Sends a part of the body and waits until it is there. */
async function send({ request, socket }: Awaited<ReturnType<typeof begin>>, bytes: number) {
  const before = request.socket.bytesRead;
  socket.write(Buffer.alloc(bytes));
  while (request.socket.bytesRead < before + bytes) await once(request, 'data');
}

test('a body that has not come in ten seconds is refused', async () => {
  const { socket } = await begin();
  const answer = text(socket);
  vi.advanceTimersByTime(10_001);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a call may allow more time, while the body keeps coming', async () => {
  const slow = await begin();
  allowSlowBody(slow.request, 60);
  const answer = text(slow.socket);
  for (let part = 0; part < 2; part += 1) {
    await send(slow, 70_000);
    vi.advanceTimersByTime(20_001);
    expect(slow.request.socket.writableEnded).toBe(false);
  }
  await send(slow, 100);
  vi.advanceTimersByTime(20_001);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('and not a long time for little', async () => {
  const slow = await begin();
  allowSlowBody(slow.request, 3_600);
  const answer = text(slow.socket);
  for (let part = 0; part < 4; part += 1) {
    expect(slow.request.socket.writableEnded).toBe(false);
    await send(slow, 70_000);
    vi.advanceTimersByTime(20_001);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('and not longer than it allows', async () => {
  const slow = await begin();
  allowSlowBody(slow.request, 40);
  const answer = text(slow.socket);
  for (let part = 0; part < 2; part += 1) {
    await send(slow, 70_000);
    vi.advanceTimersByTime(20_001);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  server.close();
});
