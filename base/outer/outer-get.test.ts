import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { getOuter } from './outer-get.server.ts';

/** Starts a server that answers each connection with these bytes and keeps it open. Returns its address. */
async function answering(answer: string, whenSent: () => void = () => undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(answer, whenSent));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const at = server.address();
  return `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/`;
}

const options = { isOpen: true, mostBytes: 10, userAgent: 'Test/1', signal: AbortSignal.timeout(30_000) };

it('reads an answer of up to the most bytes', async () => {
  const url = await answering('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n0123456789');
  expect(await getOuter(url, options)).toEqual({ status: 200, body: Buffer.from('0123456789') });
});

it.each([
  ['302 Found\r\nlocation: http://127.0.0.1:9/', 302],
  ['404 Not Found', 404],
])('follows nothing and reads nothing of %j', async (head, status) => {
  const url = await answering(`HTTP/1.1 ${head}\r\ncontent-length: 100\r\n\r\n0123456789`);
  expect(await getOuter(url, options)).toEqual({ status, body: Buffer.alloc(0) });
});

it.each([
  ['a longer answer', 'HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n01234567890', 'too long'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    'without an answer',
  ],
])('refuses %s', async (_, answer, message) => {
  await expect(getOuter(await answering(answer), options)).rejects.toThrow(message);
});

it('waits for the rest of an answer no longer than its signal', async () => {
  const ending = new AbortController();
  const url = await answering('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n01', () => ending.abort());
  await expect(getOuter(url, { ...options, signal: ending.signal })).rejects.toThrow();
});
