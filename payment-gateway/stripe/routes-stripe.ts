/**
 * The stand-in for Stripe (https://docs.stripe.com): Checkout's page, the account's cabinet, the API, and signed events.
 *
 * - /v1: the API (see `stripeApi`)
 * - GET /stripe/pay/{session} → the payer's page; POST …/card with `card`, …/complete, …/fail, …/bank → the same, with
 *   the outcome and the way back, which Stripe's page goes by itself
 * - GET /stripe → the cabinet; POST /stripe/sessions/{id}/{act}
 * - for testers, with `Authorization: Bearer <PAYMENT_SECRET>`: POST /stripe/control/faults (see `StripeFaults`); GET /stripe/control/books →
 *   {sessions, unequal}; POST …/control/books: earlier payments (see `takeEarlierBooks`)
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { controlRoutes } from '../hosted/hosted-faults.ts';
import { downPage } from '../hosted/hosted-page.ts';
import { type HostedStandIn, hostedStandIn } from '../hosted/hosted-routes.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { messagePage } from '../payer/page.ts';
import { protectPages, sendPage } from '../payer/protected-pages.ts';
import { stripeApi } from './stripe-api-routes.ts';
import {
  authenticationPage,
  type CabinetAct,
  cabinetActs,
  cabinetPage,
  checkoutPage,
  closedPage,
  testCards,
} from './stripe-pages.ts';
import { type Attempt, StripeRegister, type StripeRegisterOptions } from './stripe-register.ts';

export interface StripeOptions extends StripeRegisterOptions {
  /** The secret key of the API. */
  readonly key: string;
}

interface Place {
  /** The stand-in's address for payers; null: that of the request. */
  readonly publicUrl: string | null;
  /** Of the tester's calls. */
  readonly secret: string;
}

const Named = z.object({ id: z.string() });
const Paying = Named.extend({ act: z.enum(['card', 'bank', 'complete', 'fail']) });
const Card = z.object({ card: z.string() });
const isAct = (act: string): act is CabinetAct => cabinetActs.includes(act);

/** Creates the stand-in for Stripe. */
export function createStripe({ key, ...options }: StripeOptions, { publicUrl, secret }: Place): HostedStandIn {
  const register = new StripeRegister(options);
  const pageOf = (request: FastifyRequest, id: string) =>
    `${publicUrl ?? `${request.protocol}://${request.host}`}/stripe/pay/${id}`;
  return hostedStandIn(register, (app) => {
    app.register(stripeApi, { register, key, pageOf });
    app.register(payerRoutes, { register });
    const books = () => ({ sessions: register.books.all(), unequal: register.unequal });
    app.register(controlRoutes({ path: '/stripe', secret, register, books }));
  });
}

const problems: Readonly<Record<string, string>> = {
  declined: 'Банк отклонил карту. Деньги не списаны.',
  failed: 'Банк не получил подтверждения. Деньги не списаны.',
  wrong: 'Такой тестовой карты нет.',
};

/** What the act of a payer leads to: an attempt, or a page that is shown next. */
function attemptOf(act: string, body: unknown): Attempt | 'authenticate' | 'wrong' {
  if (act === 'bank') return 'wait';
  if (act === 'complete') return 'succeed';
  if (act === 'fail') return 'decline';
  const card = parse(Card, body).card.replace(/\D/g, '');
  if (card === testCards.succeeds) return 'succeed';
  if (card === testCards.declined) return 'decline';
  return card === testCards.authenticates ? 'authenticate' : 'wrong';
}

async function pay(register: StripeRegister, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id, act } = parse(Paying, request.params);
  const attempt = attemptOf(act, request.body);
  const known = register.require(id);
  if (known.status !== 'open') return sendPage(reply.code(409), closedPage(known));
  if (attempt === 'wrong') return sendPage(reply.code(402), checkoutPage(known, problems.wrong ?? null));
  if (attempt === 'authenticate') return sendPage(reply, authenticationPage(known));
  const session = register.attempt(id, attempt);
  await register.sent(id);
  if (attempt === 'decline')
    return sendPage(reply.code(402), checkoutPage(session, problems[act === 'fail' ? 'failed' : 'declined'] ?? null));
  return reply.redirect(`/stripe/pay/${id}`, 303);
}

function act(register: StripeRegister, id: string, name: CabinetAct): void {
  if (name === 'refund') register.refund(register.require(id), { key: null, metadata: {} });
  else if (name === 'finish' || name === 'bounce')
    register.decideRefund(id, name === 'finish' ? 'succeeded' : 'failed');
  else if (name === 'approve' || name === 'refuse') register.decide(id, name === 'approve');
  else if (name === 'expire') register.expire(id);
  else register.dispute(id, name === 'dispute' ? 'needs_response' : name === 'win' ? 'won' : 'lost');
}

function payerRoutes(app: FastifyInstance, { register }: { register: StripeRegister }, done: () => void): void {
  protectPages(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PaymentFailure)) throw error;
    return sendPage(reply.code(error.code === 'NotFound' ? 404 : 409), messagePage('Stripe', error.message));
  });
  const down = downPage({ name: 'Stripe', path: '/stripe' });
  const unlessDown =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) =>
      register.faults.is('down') ? sendPage(reply.code(503), down) : work(request, reply);

  app.get('/stripe', async (_request, reply) => sendPage(reply, cabinetPage(register.books.all().toReversed())));
  app.get(
    '/stripe/pay/:id',
    unlessDown(async (request, reply) => {
      const session = register.require(parse(Named, request.params).id);
      return sendPage(reply, session.status === 'open' ? checkoutPage(session, null) : closedPage(session));
    }),
  );
  app.post(
    '/stripe/pay/:id/:act',
    unlessDown((request, reply) => pay(register, request, reply)),
  );
  app.post('/stripe/sessions/:id/:act', async (request, reply) => {
    const { id, act: name } = parse(Named.extend({ act: z.string().refine(isAct) }), request.params);
    if (isAct(name)) act(register, id, name);
    await register.sent(id);
    return reply.redirect(`/stripe#t-${id}`, 303);
  });
  done();
}
