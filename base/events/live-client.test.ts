import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createEventReader, type ReadEvent } from './event-reader.ts';
import { type LiveConnection, openLive } from './live-client.ts';

test('events are read whole, whatever the pieces they come in', () => {
  const text =
    ': here\n\nretry: 1000\n\nid: 7\nevent: queue\ndata: {"waiting":1}\n\nevent: odd\ndata: {broken\n\ndata: 2\n\n';
  for (const size of [1, 2, 3, 5, 8, 200]) {
    const events: ReadEvent[] = [];
    const reader = createEventReader((event) => events.push(event));
    for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
    expect(events).toEqual([
      { event: 'queue', data: { waiting: 1 }, id: '7' },
      { event: 'message', data: 2, id: null },
    ]);
  }
});

let open: ServerResponse[] = [];
let asked: string[] = [];
let status = 200;
let live: LiveConnection | null = null;

const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(status, { 'content-type': 'text/event-stream' });
  if (status !== 200) {
    response.end();
    return;
  }
  response.flushHeaders();
  open.push(response);
});

beforeEach(async () => {
  open = [];
  asked = [];
  status = 200;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.useRealTimers();
  live?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function origin(): string {
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === 'string' ? '' : `http://127.0.0.1:${address.port}`;
}

test('a broken stream comes back and resumes after the last event', async () => {
  const events: unknown[] = [];
  live = openLive({
    address: (last) => `${origin()}/?last=${last}`,
    receive: (event, data) => events.push([event, data]),
  });
  await expect.poll(() => open).toHaveLength(1);
  open[0]?.write('id: 41\nevent: queue\ndata: {"waiting":2}\n\n');
  await expect.poll(() => events).toEqual([['queue', { waiting: 2 }]]);
  open[0]?.destroy();
  await expect.poll(() => asked).toEqual(['/?last=null', '/?last=41']);
});

test('a server that is down is asked again, and nothing is thrown', async () => {
  status = 503;
  const states: boolean[] = [];
  live = openLive({ address: origin, receive: () => undefined, changed: (isOpen) => states.push(isOpen) });
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2);
  status = 200;
  await expect.poll(() => states).toEqual([true]);
});

test('a closed connection stays closed', async () => {
  live = openLive({ address: origin, receive: () => undefined });
  await expect.poll(() => open).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  live.close();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(asked).toHaveLength(1);
});

/** Whether a request asks for the state only, by the address that the test gives it. */
const briefOnes = () => asked.filter((path) => path.includes('brief=true'));

test('pages of one group share a stream, and each begins with its own state', async () => {
  const received: string[][] = [[], []];
  const openPage = (at: number) =>
    openLive({
      group: 'shared',
      address: (last, isBrief) => `${origin()}/?page=${at}&last=${last}&brief=${isBrief}`,
      receive: (event) => void received[at]?.push(event),
    });
  live = openPage(0);
  await expect.poll(() => open).toHaveLength(1);
  open[0]?.write('id: 1\nevent: settings\ndata: {}\n\n');
  await expect.poll(() => received[0]).toEqual(['settings']);
  const second = openPage(1);
  onTestFinished(() => second.close());
  await expect.poll(briefOnes).toHaveLength(1);
  open[1]?.write('id: 1\nevent: settings\ndata: {}\n\n');
  await expect.poll(() => second.isOpen).toBe(true);
  open[0]?.write('id: 2\nevent: queue\ndata: {}\n\n');
  await expect
    .poll(() => received)
    .toEqual([
      ['settings', 'queue'],
      ['settings', 'queue'],
    ]);
  live.close();
  await expect.poll(() => asked.at(-1)).toBe('/?page=1&last=2&brief=false');
});
