import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { Listeners } from './listeners.server.ts';

const bytesFor = () => Readable.from([]);

/** A response that is as yet nobody's. */
const response = () => new ServerResponse(Object.assign(Object.create(null), { method: 'GET' }));

test('where all places are taken, the newest response of whoever has the most makes room', () => {
  const listeners = new Listeners({ most: 3 });
  const greedy = [bytesFor(), bytesFor(), bytesFor()];
  for (const bytes of greedy) {
    bytes.on('error', () => undefined);
    expect(listeners.admit('greedy', bytes, response())).toBe(true);
  }
  expect(listeners.admit('greedy', bytesFor(), response())).toBe(false);
  expect(listeners.admit('other', bytesFor(), response())).toBe(true);
  expect(greedy.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  // Two of one and one of the other: nobody has more than the newcomer would have.
  expect(listeners.admit('other', bytesFor(), response())).toBe(false);
});

test('a response that has ended gives its place back', () => {
  const listeners = new Listeners({ most: 1 });
  const first = response();
  const bytes = bytesFor();
  expect(listeners.admit('one', bytes, first)).toBe(true);
  expect(listeners.admit('other', bytesFor(), response())).toBe(false);
  first.emit('close');
  expect(bytes.destroyed).toBe(true);
  expect(listeners.admit('other', bytesFor(), response())).toBe(true);
});

test('a response that was closed before takes no place', async () => {
  const listeners = new Listeners({ most: 1 });
  const gone = response();
  gone.destroy();
  await once(gone, 'close');
  listeners.admit('one', bytesFor(), gone);
  await expect.poll(() => listeners.admit('other', bytesFor(), response())).toBe(true);
});

const server = createServer();
afterAll(() => server.close());

test('a response of which nobody takes anything is ended', async () => {
  const listeners = new Listeners({ idleMilliseconds: 20 });
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(100_000)) });
  server.on('request', (_request, answer) => {
    listeners.admit('one', endless, answer);
    endless.pipe(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  const socket = connect(address.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(endless, 'close');
  socket.destroy();
});
