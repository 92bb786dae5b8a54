import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { createDonationOwner, type PaidDonation } from '#app/donations/donation-owner.server.ts';
import { donationsCalls } from '#app/donations/donations.calls.ts';
import { createDonationHandlers } from '#app/donations/donations.server.ts';
import { createDonorProofs } from '#app/donations/donor-proof.server.ts';
import { createPerson } from '#app/new-person.server.ts';
import { callbackVerifier, createPaymentsHandlers } from '#app/payments/payment-callback.server.ts';
import { paymentsCalls } from '#app/payments/payments.calls.ts';
import { Payments } from '#app/payments/payments.server.ts';
import { createPaymentProvider } from '#app/payments/provider-client.server.ts';
import { bindCalls } from '#base/bound-call.server.ts';
import { type Database, openDatabase } from '#base/db.server.ts';
import { registerEnvelope } from '#base/envelope.server.ts';
import { EventStreams } from '#base/event-stream.server.ts';
import { createFastify } from '#base/fastify.server.ts';
import { registerCalls } from '#base/http.server.ts';
import { createLog } from '#base/log.server.ts';
import { createLimits } from '#base/rate-limit.server.ts';
import { keepRawBodies } from '#base/raw-body.server.ts';
import { type SandboxOptions, startPaymentSandbox } from '../payment-sandbox/server.ts';
import { createTestDatabase } from './database.ts';
import { newPhone } from './sign-in.ts';

const secret = 'payment-secret-of-the-tests';
const proofs = createDonorProofs(secret);
const { cardSystems } = countryOf('uz');

const role = z.enum(['user', 'moderator', 'admin']);

/** What the calls of money answered. */
export interface MoneyAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

export interface MoneyHouseOptions {
  readonly sandbox?: SandboxOptions;
  /** Budgets are off unless a test is about them. */
  readonly limits?: boolean;
  readonly providerTimeoutMs?: number;
  /** A database that outlives the house. */
  readonly databaseUrl?: string;
}

interface Asked {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(url: string, method: string, { body, raw, headers }: Asked): Promise<MoneyAnswer> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(text !== undefined && { body: text }),
  });
  const answer = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: JSON.parse(answer) };
}

/** Signs a callback as the provider does, `seconds` from now. */
export function signedHeader(body: string, options: { secret?: string; seconds?: number } = {}): string {
  const time = Math.floor(Date.now() / 1000) + (options.seconds ?? 0);
  const digest = createHmac('sha256', options.secret ?? secret)
    .update(`${time}.${body}`)
    .digest('hex');
  return `t=${time},v1=${digest}`;
}

function tokenToCaller(token: string) {
  const [name, userId = ''] = token.split(':');
  const parsed = role.safeParse(name);
  return parsed.success ? { userId, sessionId: randomUUID(), roles: [parsed.data] } : null;
}

/** The areas of money alone, on a database of their own, with the real payment sandbox: tests hold every screw. */
export async function openMoneyHouse(options: MoneyHouseOptions = {}) {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const db = openDatabase({ url: options.databaseUrl ?? database?.url ?? '', max: 10 });
  const sandbox = await startPaymentSandbox({ secret, ...options.sandbox });
  const logLines: string[] = [];
  const log = createLog({ level: 'info', pretty: false }, { write: (line) => void logLines.push(line) });
  const limits = createLimits(db.pool, options.limits ?? false);
  const paid: PaidDonation[] = [];
  const refunded: PaidDonation[] = [];
  const state = { origin: '' };
  const owner = createDonationOwner({
    ...{ limits, cardSystems },
    whenPaid: [async (tx, donation) => tx.afterCommit(() => void paid.push(donation))],
    whenRefunded: [async (tx, donation) => tx.afterCommit(() => void refunded.push(donation))],
  });
  const provider = createPaymentProvider({ url: sandbox.url, secret, timeoutMs: options.providerTimeoutMs ?? 1_500 });
  const callbackUrl = () => `${state.origin}/api/Payment/Callback`;
  const payments = new Payments({ db, provider, currency: 'UZS', callbackUrl, owners: [owner], log });
  const app = await createFastify({ log, trustProxy: 'true' });
  await app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      keepRawBodies(api);
      const bound = [
        ...bindCalls(donationsCalls, createDonationHandlers({ payments, proofs, cardSystems })),
        ...bindCalls(paymentsCalls, createPaymentsHandlers({ payments }), { callback: callbackVerifier(secret) }),
      ];
      registerCalls(api, bound, {
        db,
        limits,
        streams: new EventStreams(),
        authenticate: async (token) => tokenToCaller(token),
        audit: async () => undefined,
        answers: null,
      });
      done();
    },
    { prefix: '/api' },
  );
  state.origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const bearer = { authorization: `Bearer ${secret}` };
  return {
    ...{ db, payments, limits, paid, refunded, logLines, sandbox, provider },
    url: state.origin,
    /** A call below `/api/`, such as `POST ProjectPay/Create`. */
    call(name: string, asked: Asked & { token?: string; key?: string; address?: string } = {}): Promise<MoneyAnswer> {
      const [method = '', path = ''] = name.split(' ');
      const { token, key, address, headers, ...rest } = asked;
      return send(`${state.origin}/api/${path}`, method, {
        ...rest,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(address !== undefined && { 'x-forwarded-for': address }),
          ...headers,
        },
      });
    },
    /** What the payer's browser sends to the provider. */
    pay: (paymentUrl: string, body: unknown) => send(paymentUrl, 'PATCH', { body }),
    setFaults: (faults: unknown) => send(`${sandbox.url}/control/faults`, 'POST', { body: faults, headers: bearer }),
    refundAtProvider: (paymentUrl: string) => send(`${paymentUrl}/refund`, 'POST', { body: {}, headers: bearer }),
    books: async () =>
      providerBooks.parse((await send(`${sandbox.url}/control/books`, 'GET', { headers: bearer })).body).payments,
    /** A person with a project and an account. */
    person: () => makePerson(db),
    async close() {
      await sandbox.close();
      await app.close();
      await db.close();
      await database?.drop();
    },
  };
}

export type MoneyHouse = Awaited<ReturnType<typeof openMoneyHouse>>;

const providerBooks = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.number(),
      history: z.array(z.object({ status: z.string() })),
    }),
  ),
});

function makePerson(db: Database) {
  return db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
}

const created = z.object({
  data: z.object({
    payId: z.uuid(),
    paymentId: z.uuid(),
    paymentUrl: z.string(),
    amount: z.number(),
    expiresAt: z.iso.datetime(),
    closedSystems: z.array(z.string()),
    proof: z.string(),
  }),
});

/** Makes a gift over the API and answers what the donor's browser gets. */
export async function give(
  house: MoneyHouse,
  gift: { projectId: string; amount?: number } & Readonly<Record<string, unknown>>,
  how: { token?: string; key?: string; address?: string } = {},
) {
  const answer = await house.call('POST ProjectPay/Create', { body: { amount: 10_000, ...gift }, ...how });
  if (answer.status !== 200) throw new Error(`the gift was not taken: ${JSON.stringify(answer)}`);
  return created.parse(answer.body).data;
}

/** Test cards of the sandbox (contract, section 12). */
export const cards = {
  code: '8600000000000106',
  noCode: '8600000000000205',
  insufficientFunds: '8600000000000304',
  refusedHumo: '9860000000000307',
  silent: '8600000000000700',
  twice: '8600000000000809',
} as const;

export function cardBody(pan: string) {
  return { card: { pan, expiry: '1230' }, payment_system: pan.startsWith('9860') ? 'humo' : 'uzcard' };
}

/** Makes a gift and pays it with a card that asks for no code; resolves when the callback has been taken in. */
export async function givePaid(
  house: MoneyHouse,
  gift: { projectId: string; amount?: number } & Readonly<Record<string, unknown>>,
  how: { token?: string } = {},
) {
  const made = await give(house, gift, how);
  const before = house.paid.length;
  await house.pay(made.paymentUrl, cardBody(cards.noCode));
  await until(() => house.paid.length > before && house.paid.some(({ donationId }) => donationId === made.payId));
  return made;
}

/** Waits for something to come true; fails after 10 seconds. */
export async function until(isTrue: () => boolean | Promise<boolean>, milliseconds = 10_000): Promise<void> {
  const giveUpAt = Date.now() + milliseconds;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error('what was waited for did not come true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
