/**
 * A program that floods a server from one IPv6 /64: pages with parameters that no page knows, pages that are not cached, unpaid donations,
 * requests for codes and wrong codes of one phone. Its parent sends `on`, `off` and `end`; the answer to `end` counts requests by kind and by status.
 */
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const given = z.object({ port: z.number(), connections: z.number(), projectId: z.string(), phone: z.string() });
const { port, connections, projectId, phone: victim } = given.parse(JSON.parse(process.env.FLOOD ?? ''));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const counts: Record<string, number> = {};
let isOn = false;
let number = 0;

// A flood has machines of its own: here the server comes first.
setPriority(5);

interface Request {
  readonly kind: 'unknown parameters' | 'own pages' | 'creations' | 'codes' | 'tries';
  readonly path: string;
  readonly body?: string;
}

function next(): Request {
  number += 1;
  const phone = `99890${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const requests: readonly Request[] = [
    { kind: 'unknown parameters', path: `/?x=${number}` },
    { kind: 'own pages', path: `/authors?search=flood-${number}` },
    { kind: 'creations', path: '/api/ProjectPay/Create', body: JSON.stringify({ projectId, amount: 10_000 }) },
    { kind: 'unknown parameters', path: `/authors?utm_source=${number}` },
    { kind: 'own pages', path: `/market?search=flood-${number}` },
    { kind: 'codes', path: `/api/Sms/SendComfirmCode?phone=${phone}` },
    { kind: 'tries', path: `/api/Sms/CheckComfirmCode?phone=${victim}&comfirmCode=111111&rememberMe=false` },
  ];
  return requests[number % requests.length] ?? { kind: 'unknown parameters', path: '/' };
}

function ask(): Promise<void> {
  const { kind, path, body } = next();
  const network = `2001:db8:29:1:${randomInt(65_536).toString(16)}::${randomInt(1, 65_536).toString(16)}`;
  const json = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  const headers = { 'x-forwarded-for': network, ...json };
  const method = body === undefined ? 'GET' : 'POST';
  counts[kind] = (counts[kind] ?? 0) + 1;
  return new Promise((resolve) => {
    const done = (status: string) => {
      counts[status] = (counts[status] ?? 0) + 1;
      resolve();
    };
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (response) => {
      response.resume();
      response.once('close', () => done(String(response.statusCode)));
    });
    sent.once('error', () => done('0'));
    sent.end(body);
  });
}

async function flood(): Promise<void> {
  for (;;) {
    if (isOn) await ask();
    else await pause(10);
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  isOn = message === 'on';
  if (message === 'end') process.send?.(counts, () => process.exit(0));
});
for (let index = 0; index < connections; index += 1) void flood();
process.send?.('ready');
