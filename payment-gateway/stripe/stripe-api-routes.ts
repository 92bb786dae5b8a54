import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { disputeObject, refundObject, sessionObject } from './stripe-objects.ts';
import type { StripeRegister } from './stripe-register.ts';
import { intentIdOf, newId, refundedOf, type StripeSession } from './stripe-session.ts';

interface StripeApiOptions {
  readonly register: StripeRegister;
  readonly key: string;
  /** The address of a session's page. */
  readonly pageOf: (request: FastifyRequest, id: string) => string;
}

/** A failure as the API answers it (https://docs.stripe.com/api/errors). */
class StripeFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;

  constructor(status: number, code: string, type = 'invalid_request_error') {
    super(code);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const price = 'line_items[0][price_data]';
const NewSession = z.object({
  mode: z.literal('payment'),
  client_reference_id: z.string().max(200),
  [`${price}[unit_amount]`]: whole,
  [`${price}[currency]`]: z.string().regex(/^[a-z]{3}$/),
  [`${price}[product_data][name]`]: z.string().min(1),
  success_url: z.url({ protocol: /^https?$/ }),
  cancel_url: z.url({ protocol: /^https?$/ }),
  expires_at: whole,
});
const NewRefund = z.object({ payment_intent: z.string(), amount: whole.optional() });
const Page = z.object({
  payment_intent: z.string().optional(),
  starting_after: z.string().optional(),
  limit: whole.default(10),
  'created[gte]': whole.default(0),
});
const Named = z.object({ id: z.string() });

/** The members `metadata[name]` of a form. */
function metadataOf(form: Record<string, unknown>): Record<string, string> {
  const named = Object.entries(form).map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(named.flatMap(([name, value]) => (name === undefined ? [] : [[name, String(value)]])));
}

const formOf = ({ body }: FastifyRequest) => z.record(z.string(), z.string()).parse(body ?? {});

/** The idempotency key of a request; each POST needs one here, so that one without is found. */
function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') throw new StripeFailure(400, 'idempotency_key_missing');
  return key;
}

const smallest = 50;
const largest = 99_999_999;
const halfHour = 1_800;
const day = 86_400;

function newSession(request: FastifyRequest): StripeSession {
  const form = formOf(request);
  const asked = NewSession.parse(form);
  const amount = Number(asked[`${price}[unit_amount]`]);
  const created = Math.floor(Date.now() / 1_000);
  if (amount < smallest) throw new StripeFailure(400, 'amount_too_small');
  if (amount > largest) throw new StripeFailure(400, 'amount_too_large');
  const life = asked.expires_at - created;
  if (life < halfHour || life > day) throw new StripeFailure(400, 'parameter_invalid_integer');
  return {
    id: newId('cs_test'),
    created,
    expiresAt: asked.expires_at,
    amount,
    status: 'open',
    intentStatus: null,
    currency: String(asked[`${price}[currency]`]),
    reference: asked.client_reference_id,
    name: String(asked[`${price}[product_data][name]`]),
    metadata: metadataOf(form),
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url,
    charges: 0,
    refunds: [],
    disputes: [],
    events: [],
    key: keyOf(request),
    digest: createHash('sha256').update(JSON.stringify(form)).digest('hex'),
  };
}

/** The session of an idempotency key (https://docs.stripe.com/api/idempotent_requests): the same for the same request, else a new one. */
function openOnce(register: StripeRegister, request: FastifyRequest): StripeSession {
  const session = newSession(request);
  const known = register.openedWith(session.key);
  if (known === undefined) {
    register.open(session);
    return session;
  }
  if (known.digest !== session.digest) throw new StripeFailure(400, 'idempotency_key_in_use', 'idempotency_error');
  return known;
}

function refundOnce(register: StripeRegister, request: FastifyRequest) {
  const form = formOf(request);
  const { payment_intent: intent, amount } = NewRefund.parse(form);
  const session = register.books.all().find((one) => intentIdOf(one) === intent);
  if (session === undefined) throw new StripeFailure(404, 'resource_missing');
  const key = keyOf(request);
  const known = register.faults.is('forgetful') ? undefined : session.refunds.find((one) => one.key === key);
  if (known !== undefined) return refundObject(session, known);
  if (session.disputes.some(({ status }) => status !== 'won')) throw new StripeFailure(400, 'charge_disputed');
  const left = session.amount - refundedOf(session);
  // Stripe says so in the message alone.
  if (left > 0 && (amount ?? 0) > left) throw new StripeFailure(400, 'invalid_request_error');
  return refundObject(session, register.refund(session, { amount, key, metadata: metadataOf(form) }));
}

const failureOf = (error: unknown): StripeFailure => {
  if (error instanceof StripeFailure) return error;
  if (error instanceof z.ZodError) return new StripeFailure(400, 'parameter_invalid');
  if (!(error instanceof PaymentFailure)) return new StripeFailure(500, 'api_error', 'api_error');
  if (error.code === 'NotFound') return new StripeFailure(404, 'resource_missing');
  return new StripeFailure(400, error.code === 'RefundTooLarge' ? 'charge_already_refunded' : 'invalid_state');
};

/** Authorization, faults and failures of the API. */
function guard(app: FastifyInstance, { register, key }: StripeApiOptions): void {
  const { faults } = register;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  app.addHook('onRequest', async (request) => {
    if (faults.is('down')) throw new StripeFailure(503, 'api_error', 'api_error');
    if (request.headers.authorization !== `Bearer ${key}`) throw new StripeFailure(401, 'api_key_invalid');
  });
  app.addHook('onSend', async (request) => {
    if (faults.is('silent') && request.method === 'POST') request.raw.socket.destroy();
  });
  app.setErrorHandler((error, _request, reply: FastifyReply) => {
    const { status, code, type } = failureOf(error);
    return reply.code(status).send({ error: { type, code, message: `The stand-in refuses this: ${code}` } });
  });
}

/** A page of a list (https://docs.stripe.com/api/pagination). */
function pageOfList(request: FastifyRequest, all: readonly { readonly id: string }[]) {
  const { limit, starting_after: after } = parse(Page, request.query);
  const begin = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { object: 'list', data: all.slice(begin, begin + limit), has_more: all.length > begin + limit, url: '' };
}

/** The API (https://docs.stripe.com/api), as far as a merchant of Checkout needs it. */
export function stripeApi(app: FastifyInstance, options: StripeApiOptions, done: () => void): void {
  const { register, pageOf } = options;
  guard(app, options);
  const written = (request: FastifyRequest, session: StripeSession) => {
    const isExpanded = request.method === 'GET' && request.url.includes('expand');
    const tooMuch = register.faults.is('lie-amount') ? 1 : 0;
    return sessionObject(session, { isExpanded, tooMuch, url: pageOf(request, session.id) });
  };
  /** The sessions that a list is about, the newest first. */
  const asked = (request: FastifyRequest) => {
    const { payment_intent: intent, 'created[gte]': from } = parse(Page, request.query);
    const sessions = register.books.all().toReversed();
    return sessions.filter((one) => one.created >= from && (intent === undefined || intentIdOf(one) === intent));
  };

  const sessions = '/v1/checkout/sessions';
  app.post(sessions, async (request) => written(request, openOnce(register, request)));
  app.get(`${sessions}/:id`, async (request) => written(request, register.require(parse(Named, request.params).id)));
  app.get(sessions, async (request) => {
    const all = asked(request).map((one) => written(request, one));
    return pageOfList(request, all);
  });
  app.post(`${sessions}/:id/expire`, async (request) => {
    keyOf(request);
    return written(request, register.expire(parse(Named, request.params).id));
  });
  app.post('/v1/refunds', async (request) => refundOnce(register, request));
  app.get('/v1/refunds', async (request) => {
    const all = asked(request).flatMap((one) => one.refunds.map((refund) => refundObject(one, refund)));
    return pageOfList(request, all);
  });
  app.get('/v1/disputes', async (request) => {
    const all = asked(request).flatMap((one) => one.disputes.map((dispute) => disputeObject(one, dispute)));
    return pageOfList(request, all);
  });
  app.get('/v1/balance', async () => ({ object: 'balance', livemode: false, available: [], pending: [] }));
  done();
}
