/**
 * The stand-in for Payme's Subscribe API (https://help.paycom.uz/ru/protokol-subscribe-api), for which it has Payme's test cards and the code 666666.
 *
 * The merchant's endpoint, where there is one, is called as that of a page's register is.
 *
 * - POST /payme-card/api: JSON-RPC 2.0. `X-Auth: <id>` from a payer's browser for the cards, `X-Auth: <id>:<key>` from the merchant for everything
 * - GET /payme-card → the cabinet; POST /payme-card/transactions/{id}/refund
 * - for testers, with `Authorization: Bearer <PAYMENT_SECRET>`: POST /payme-card/control/faults (see `PaymeCardFaults`); GET
 *   /payme-card/control/books → {receipts, unequal}
 */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HostedBooks } from '../hosted/hosted-books.ts';
import { controlRoutes, HostedFaults } from '../hosted/hosted-faults.ts';
import { cabinetPage } from '../hosted/hosted-page.ts';
import { type HostedStandIn, hostedStandIn } from '../hosted/hosted-routes.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { protectPages, sendPage } from '../payer/protected-pages.ts';
import { isSiteAllowed } from '../payer/routes-payer.ts';
import { PaymeMerchant } from '../payme/payme-merchant.ts';
import { PaymeCardEntry, PaymeCardError, PaymeCardFaults, states } from './payme-card-books.ts';
import { PaymeCards } from './payme-cards.ts';
import { PaymeReceipts } from './payme-receipts.ts';

export interface PaymeCardOptions {
  /** The id and the key of the cash register. */
  readonly id: string;
  readonly key: string;
  /** The merchant's endpoint; absent: it has entered none. */
  readonly endpoint?: (() => string) | null;
}

interface Place {
  readonly siteOrigins: readonly string[] | null;
  /** Of the tester's calls. */
  readonly secret: string;
}

type Method = (params: unknown) => unknown;

interface Parts extends PaymeCardOptions, Place {
  readonly receipts: PaymeReceipts;
  /** What a payer's browser may call, and what only the merchant may. */
  readonly methods: {
    readonly payer: Readonly<Record<string, Method>>;
    readonly merchant: Readonly<Record<string, Method>>;
  };
  readonly faults: HostedFaults<PaymeCardFaults>;
}

const Request = z.object({ id: z.unknown().optional(), method: z.string(), params: z.unknown().optional() });
const Named = z.object({ id: z.string() });

/** Creates the stand-in. */
export function createPaymeCard(options: PaymeCardOptions, place: Place): HostedStandIn {
  const faults = new HostedFaults(PaymeCardFaults);
  const books = new HostedBooks(PaymeCardEntry);
  const cards = new PaymeCards(books);
  const { endpoint, key } = options;
  const merchant = endpoint ? new PaymeMerchant(endpoint, key) : null;
  const receipts = new PaymeReceipts({ books, cards, faults, merchant });
  const methods: Parts['methods'] = {
    payer: {
      'cards.create': (params) => cards.create(params),
      'cards.get_verify_code': (params) => cards.sendCode(params),
      'cards.verify': (params) => cards.verify(params),
    },
    merchant: {
      'cards.check': (params) => cards.check(params),
      'cards.remove': (params) => cards.remove(params),
      'receipts.create': (params) => receipts.create(params),
      'receipts.pay': (params) => receipts.pay(params),
      'receipts.get': (params) => receipts.get(params),
      'receipts.get_all': (params) => receipts.list(params),
      'receipts.check': (params) => receipts.check(params),
      'receipts.cancel': (params) => receipts.cancel(params),
    },
  };
  const parts: Parts = { ...options, ...place, receipts, methods, faults };
  return hostedStandIn({ books, resume: () => receipts.resume(), close: () => receipts.close() }, (app) => {
    app.register(apiRoutes, { ...parts, prefix: '/payme-card' });
    app.register(cabinetRoutes, parts);
    const read = () => ({ receipts: receipts.all(), unequal: receipts.unequal });
    app.register(controlRoutes({ path: '/payme-card', secret: place.secret, register: { faults }, books: read }));
  });
}

const lostMethods: Readonly<Record<string, string>> = {
  'lost-answer': 'receipts.pay',
  'lost-receipt': 'receipts.create',
  'lost-removal': 'cards.remove',
  'lost-cancel': 'receipts.cancel',
};

/** Runs a method for whom `X-Auth` names. Throws Payme's errors. */
async function run({ id, key, methods }: Parts, request: FastifyRequest, { method, params }: z.infer<typeof Request>) {
  const auth = request.headers['x-auth'];
  const isMerchant = auth === `${id}:${key}`;
  if (!isMerchant && auth !== id) throw new PaymeCardError(-32_504, 'Недостаточно привилегий');
  const known = methods.payer[method] ?? methods.merchant[method];
  if (known === undefined) throw new PaymeCardError(-32_601, 'Метод не найден');
  if (!isMerchant && methods.payer[method] === undefined) throw new PaymeCardError(-32_504, 'Недостаточно привилегий');
  return known(params);
}

async function answer(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { mode } = parts.faults.current;
  if (mode === 'down') return reply.code(503).send({});
  const asked = Request.safeParse(request.body);
  if (!asked.success) return { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Неверный запрос' } };
  const head = { jsonrpc: '2.0', id: asked.data.id ?? null };
  try {
    const result = await run(parts, request, asked.data);
    if (lostMethods[mode] === asked.data.method) reply.raw.destroy();
    return { ...head, result };
  } catch (error) {
    if (error instanceof z.ZodError) return { ...head, error: { code: -32_602, message: 'Неверные параметры' } };
    if (!(error instanceof PaymeCardError)) throw error;
    return { ...head, error: { code: error.code, message: error.message } };
  }
}

function apiRoutes(app: FastifyInstance, parts: Parts, done: () => void): void {
  app.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && isSiteAllowed(origin, parts.siteOrigins),
    methods: ['POST'],
    allowedHeaders: ['content-type', 'x-auth'],
    maxAge: 600,
  });
  app.post('/api', (request, reply) => answer(parts, request, reply));
  done();
}

const cabinetStates: Readonly<Record<number, 'paid' | 'refunding' | 'refunded'>> = {
  [states.paid]: 'paid',
  [states.cancelling]: 'refunding',
  [states.cancelled]: 'refunded',
};

function cabinetRoutes(app: FastifyInstance, { receipts }: Parts, done: () => void): void {
  protectPages(app);
  app.get('/payme-card', async (_request, reply) => {
    const paid = receipts.all().flatMap(({ id, account, amount, state, createTime: time }) => {
      const shown = cabinetStates[state];
      const rest = { returnUrl: '', language: 'ru' as const, dueAt: time, attempts: 0, note: '' };
      return shown === undefined ? [] : [{ id, account, amount, state: shown, time, ...rest }];
    });
    return sendPage(reply, cabinetPage({ name: 'Payme', path: '/payme-card' }, paid.toReversed()));
  });
  app.post('/payme-card/transactions/:id/refund', async (request, reply) => {
    const { id } = parse(Named, request.params);
    receipts.cancel({ id });
    return reply.redirect(`/payme-card#t-${id}`, 303);
  });
  done();
}
