import { once } from 'node:events';
import net from 'node:net';
import { EventSource } from 'eventsource';
import { WebSocket } from 'ws';
import { z } from 'zod';

const message = z.object({
  id: z.number().optional(),
  event: z.string(),
  createdAt: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
});

type ProgramMessage = z.output<typeof message>;

/** A program that listens to the stream of a key by a public client. */
export interface StreamProgram {
  /** What it got, without `ready`. */
  readonly got: readonly ProgramMessage[];
  /** The numbers of `ready`. */
  readonly starts: readonly number[];
  /** The statuses and close codes that it has seen. */
  readonly ends: readonly number[];
  readonly isOpen: () => boolean;
  close(): void;
}

export type OpenProgram = (url: string, token: string, after?: number) => StreamProgram;

const names = [
  'donation.paid',
  'donation.updated',
  'donation.shown',
  'order.paid',
  'membership.started',
  'membership.charged',
  'membership.failed',
  'membership.ended',
  'goal',
  'ready',
];

const resumeOf = (after: number | undefined) => (after === undefined ? '' : `&after=${after}`);

/** By the package `eventsource`, which connects again by itself. */
export const bySource: OpenProgram = (url, token, after) => {
  const got: ProgramMessage[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const source = new EventSource(`${url}/api/Events/Stream?token=${token}${resumeOf(after)}`);
  for (const name of names) {
    source.addEventListener(name, ({ data, lastEventId }) => {
      const body = message.parse(JSON.parse(data));
      if (name === 'ready') starts.push(Number(lastEventId));
      else got.push(name === 'goal' ? body : { ...body, id: Number(lastEventId) });
    });
  }
  source.addEventListener('error', ({ code }) => ends.push(code ?? 0));
  return { got, starts, ends, isOpen: () => source.readyState === source.OPEN, close: () => source.close() };
};

/** By the package `ws`. */
export const bySocket: OpenProgram = (url, token, after) => {
  const got: ProgramMessage[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/Events/Socket?${resumeOf(after)}`, { headers });
  socket.on('message', (data) => {
    const one = message.parse(JSON.parse(String(data)));
    if (one.event === 'ready') starts.push(one.id ?? -1);
    else got.push(one);
  });
  socket.on('unexpected-response', (request, { statusCode = 0 }) => {
    ends.push(statusCode);
    request.destroy();
  });
  socket.on('error', () => undefined);
  socket.on('close', (code) => ends.push(code));
  return { got, starts, ends, isOpen: () => socket.readyState === WebSocket.OPEN, close: () => socket.terminate() };
};

/** The events that a program got, without the goal. */
export const eventsOf = ({ got }: StreamProgram) => got.filter(({ event }) => event !== 'goal');

export const goalsOf = ({ got }: StreamProgram) => got.filter(({ event }) => event === 'goal').map(({ data }) => data);

const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n';

/** A frame from a client, whose mask is zero. */
export const frameOf = (opcode: number, text: string) =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

/** Whether bytes end with a frame that closes, without a reason. */
const isClosing = (bytes: Buffer) => bytes.at(-4) === 0x88 || bytes.at(-2) === 0x88;

/** Opens a web socket that sends a piece again and again and takes no answer. Resolves with whether the server has ended it after `most` bytes. */
export async function floodSocket(url: string, path: string, piece: Buffer, most: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname).on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${upgrade}\r\n`);
  await once(socket, 'data');
  socket.pause();
  const ended = Promise.withResolvers<boolean>();
  socket.once('close', () => ended.resolve(true));
  let goOn = (): void => undefined;
  socket.on('drain', () => goOn());
  for (let sent = 0; sent < most && !socket.destroyed; sent += piece.length) {
    const drained = Promise.withResolvers<void>();
    goOn = drained.resolve;
    if (!socket.write(piece)) await Promise.race([drained.promise, ended.promise]);
  }
  socket.on('data', (bytes) => {
    if (isClosing(Buffer.from(bytes))) ended.resolve(true);
  });
  socket.setTimeout(2_000, () => ended.resolve(false));
  socket.resume();
  const isEnded = await ended.promise;
  socket.destroy();
  return isEnded;
}
