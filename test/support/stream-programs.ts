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
