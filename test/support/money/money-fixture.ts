import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { createDonationOwner } from '#app/donations/donation-owner.server.ts';
import { donationsCalls } from '#app/donations/donations.calls.ts';
import { createDonationHandlers } from '#app/donations/give/donation-handlers.server.ts';
import { createDonorProofs } from '#app/donations/give/donor-proof.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import { PaymentSystems } from '#app/payments/payment-system.server.ts';
import { Payments } from '#app/payments/payments.server.ts';
import { createGateway } from '#app/payments/systems/gateway/gateway-client.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import { createLimits, type Limits } from '#base/calls/rate-limit.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { EventStreams } from '#base/events/event-stream.server.ts';
import { keepRawBodies } from '#base/http/body/raw-body.server.ts';
import { registerEnvelope } from '#base/http/envelope.server.ts';
import { createFastify } from '#base/http/fastify.server.ts';
import { registerCalls } from '#base/http/http.server.ts';
import { createLog } from '#base/process/log.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { closedAtLast } from '#test/support/left-open.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { type SandboxOptions, startPaymentSandbox } from '../../../payment-gateway/server.ts';

const secret = 'payment-secret-of-the-tests';
const bearer = { authorization: `Bearer ${secret}` };
const proofs = createDonorProofs(secret);
const { cardSystems } = countryOf('uz');
const beginMonthly = () => Promise.reject(new Error('the areas of money alone have no memberships'));

const role = z.enum(['user', 'moderator', 'admin']);

/** The answers of the payment calls. */
export interface MoneyAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

export interface MoneyFixtureOptions {
  readonly sandbox?: SandboxOptions;
  /** Budgets are off unless a test is about them. */
  readonly limits?: boolean;
  readonly providerTimeoutMs?: number;
  /** The clock of waits between questions about a payment. */
  readonly processClock?: ProcessClock;
  /** A database that outlives the fixture. */
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

/** The owner of donations, and what it was notified of. */
function recordingOwner(limits: Limits) {
  const paid: PaidDonation[] = [];
  const refunded: PaidDonation[] = [];
  const owner = createDonationOwner({ limits, cardSystems });
  owner.onPaid(async (tx, donation) => tx.afterCommit(() => void paid.push(donation)));
  owner.onRefunded(async (tx, donation) => tx.afterCommit(() => void refunded.push(donation)));
  return { owner, paid, refunded };
}

/** The areas of money alone, on a database of their own, with the real payment sandbox: tests hold every screw. */
export async function openMoneyFixture(options: MoneyFixtureOptions = {}) {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const db = openDatabase({ url: options.databaseUrl ?? database?.url ?? '', max: 10 });
  const sandbox = await startPaymentSandbox({ secret, ...options.sandbox });
  const logLines: string[] = [];
  const log = createLog({ level: 'info', pretty: false }, { write: (line) => void logLines.push(line) });
  const limits = createLimits(db, options.limits ?? false);
  const { owner, paid, refunded } = recordingOwner(limits);
  const state = { origin: '' };
  const provider = createGateway({
    url: sandbox.url,
    secret,
    timeoutMs: options.providerTimeoutMs ?? 1_500,
    callbackUrl: () => `${state.origin}/api/Payment/Callback`,
  });
  const systems = new PaymentSystems([provider], ['gateway']);
  const payments = new Payments({
    db,
    systems,
    currency: 'UZS',
    timeZone: 'Asia/Tashkent',
    publicUrl: 'https://opora.example',
    receiptHours: 24,
    secret,
    log,
    processClock: options.processClock,
  });
  payments.addOwner(owner);
  const app = await createFastify({ log, trustProxy: 'true' });
  await app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      keepRawBodies(api);
      const bound = [
        ...bindCalls(
          donationsCalls,
          createDonationHandlers({ payments, proofs, cardSystems, beginMonthly, timeZone: 'Asia/Tashkent' }),
        ),
        ...payments.calls,
      ];
      registerCalls(api, bound, {
        db,
        limits,
        streams: new EventStreams(),
        authenticate: async (token) => tokenToCaller(token),
        holdSession: async () => undefined,
        audit: async () => undefined,
        answers: null,
      });
      done();
    },
    { prefix: '/api' },
  );
  state.origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    db,
    payments,
    limits,
    paid,
    refunded,
    logLines,
    sandbox,
    provider,
    systems,
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
    /** The request that the payer's browser sends to the provider. */
    pay: (paymentUrl: string, body: unknown) => send(paymentUrl, 'PATCH', { body }),
    setFaults: (faults: unknown) => send(`${sandbox.url}/control/faults`, 'POST', { body: faults, headers: bearer }),
    refundAtProvider: (paymentUrl: string, body: { amount?: number } = {}) =>
      send(`${paymentUrl}/refund`, 'POST', { body, headers: bearer }),
    books: async () =>
      providerBooks.parse((await send(`${sandbox.url}/control/books`, 'GET', { headers: bearer })).body).payments,
    person: () => makePerson(db),
    close: closedAtLast(async () => {
      await sandbox.close();
      await app.close();
      await db.close();
      await database?.drop();
    }),
  };
}

export type MoneyFixture = Awaited<ReturnType<typeof openMoneyFixture>>;

const providerBooks = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.number(),
      refundedAmount: z.number(),
      history: z.array(z.object({ status: z.string() })),
      callbacks: z.array(z.object({ state: z.string() })),
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

/** Makes a donation over the API and returns the answer that the donor's browser gets. */
export async function give(
  fixture: MoneyFixture,
  donation: { projectId: string; amount?: number } & Readonly<Record<string, unknown>>,
  how: { token?: string; key?: string; address?: string } = {},
) {
  const answer = await fixture.call('POST ProjectPay/Create', { body: { amount: 10_000, ...donation }, ...how });
  if (answer.status !== 200) throw new Error(`the donation was not taken: ${JSON.stringify(answer)}`);
  return created.parse(answer.body).data;
}

/** Test cards of the sandbox (docs/rules.md#payment-gateway). */
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

/** Makes a donation and pays it with a card that asks for no code; resolves when the callback has been taken in. */
export async function givePaid(
  fixture: MoneyFixture,
  donation: { projectId: string; amount?: number } & Readonly<Record<string, unknown>>,
  how: { token?: string } = {},
) {
  const made = await give(fixture, donation, how);
  const before = fixture.paid.length;
  await fixture.pay(made.paymentUrl, cardBody(cards.noCode));
  await until(() => fixture.paid.length > before && fixture.paid.some(({ donationId }) => donationId === made.payId));
  return made;
}

/** Waits for something to come true; fails after 30 seconds, which only a busy machine comes near. */
export async function until(isTrue: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const giveUpAt = Date.now() + milliseconds;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error('what was waited for did not come true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
