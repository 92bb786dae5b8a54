import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { vi } from 'vitest';
import { z } from 'zod';
import { type SandboxOptions, startPaymentSandbox } from '../server.ts';

export const testSecret = 'merchant-secret-for-tests';

const Answer = z.looseObject({
  id: z.string().nullable().optional(),
  status: z.string().nullable().optional(),
  amount: z.number().optional(),
  refundedAmount: z.number().optional(),
  expiresAt: z.string().optional(),
  redirectUrl: z.string().optional(),
  otp: z.object({ phoneMask: z.string(), expiresIn: z.number() }).nullish(),
  card: z.object({ token: z.string().optional(), maskedPan: z.string(), expiry: z.string().optional() }).nullish(),
  error: z.object({ code: z.string(), message: z.string(), attemptsLeft: z.number().optional() }).nullish(),
});
export type Answer = z.infer<typeof Answer> & { http: number };

const Event = z.strictObject({
  eventId: z.string(),
  id: z.string(),
  reference: z.string(),
  status: z.string(),
  amount: z.number(),
  refundedAmount: z.number(),
  occurredAt: z.iso.datetime(),
});
export type Received = z.infer<typeof Event> & { hasTrueSignature: boolean; at: number };

const BooksAnswer = z.object({
  payments: z.array(
    z.looseObject({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.number(),
      refundedAmount: z.number(),
      history: z.array(z.object({ status: z.string(), at: z.string() })),
      callbacks: z.array(
        z.looseObject({ eventId: z.string(), status: z.string(), state: z.string(), attempts: z.number() }),
      ),
    }),
  ),
});

/** Waits until `check` passes; the limit suits a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 });
}

/** The merchant's receiver of callbacks: records them and answers `answer` (a status, or nothing at all). */
export async function startReceiver() {
  const received: Received[] = [];
  const behaviour: { answer: number | 'silence' } = { answer: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const [t = '', v1 = ''] = String(request.headers['x-signature']).split(',v1=');
      const unix = t.replace('t=', '');
      const expected = createHmac('sha256', testSecret).update(unix).update('.').update(body).digest('hex');
      const isFresh = /^\d+$/.test(unix);
      received.push({ ...Event.parse(JSON.parse(body)), hasTrueSignature: isFresh && v1 === expected, at: Date.now() });
      if (behaviour.answer !== 'silence') response.writeHead(behaviour.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    received,
    behaviour,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The calls of a merchant and of a payer's browser to the gateway at `url`. */
export function clientOf(url: string, callbackUrl = 'http://127.0.0.1:9/callback') {
  let count = 0;
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ...Answer.parse(await response.json()), http: response.status };
  };
  const bearer = { authorization: `Bearer ${testSecret}` };
  const create = (over: Record<string, unknown> = {}) => {
    count += 1;
    const payment = {
      amount: 500_000,
      currency: 'UZS',
      reference: `donation-${count}`,
      description: 'Донат',
      callbackUrl,
      ...over,
    };
    return ask('POST', '/payment', payment, bearer);
  };
  const patch = (id: string, body: unknown) => ask('PATCH', `/payment/${id}`, body);
  return {
    ask,
    create,
    patch,
    open: async (over: Record<string, unknown> = {}): Promise<string> => (await create(over)).id ?? '',
    payByCard: (id: string, pan: string, expiry = '1290') => patch(id, cardOf(pan, expiry)),
    read: (id: string) => ask('GET', `/payment/${id}`, undefined, bearer),
    charge: (id: string, token: string) => ask('POST', `/payment/${id}/charge`, { token }, bearer),
    refund: (id: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask('POST', `/payment/${id}/refund`, body, { ...bearer, ...headers }),
    setFaults: (faults: unknown) => ask('POST', '/control/faults', faults, bearer),
    enter: (payments: unknown) => ask('POST', '/control/books', { payments }, bearer),
    books: async () => {
      const response = await fetch(`${url}/control/books`, { headers: bearer });
      return BooksAnswer.parse(await response.json()).payments;
    },
  };
}

export function cardOf(pan: string, expiry = '1290') {
  return { card: { pan, expiry }, payment_system: pan.startsWith('9860') ? 'humo' : 'uzcard' };
}

/** A gateway and a merchant's receiver; `await using` closes both. */
export async function openMarket(options: SandboxOptions = {}) {
  const receiver = await startReceiver();
  const sandbox = await startPaymentSandbox({ secret: testSecret, ...options });
  return {
    url: sandbox.url,
    port: sandbox.port,
    receiver,
    ...clientOf(sandbox.url, receiver.url),
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await receiver.close();
    },
  };
}
