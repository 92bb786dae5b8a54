import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import { Books } from './books.ts';
import { type ClickOptions, createClick } from './click/routes-click.ts';
import { type FailureCode, failures, PaymentFailure } from './failures.ts';
import { FaultSwitch } from './faults.ts';
import type { HostedStandIn } from './hosted/hosted-routes.ts';
import { Courier } from './merchant/courier.ts';
import { merchantRoutes } from './merchant/routes-merchant.ts';
import { pageRoutes } from './payer/routes-pages.ts';
import { type PayerOptions, payerRoutes } from './payer/routes-payer.ts';
import { createPayme, type PaymeOptions } from './payme/routes-payme.ts';
import { createPaymeCard, type PaymeCardOptions } from './payme-card/routes-payme-card.ts';
import { expireDuePayments, type GatewayContext } from './payments/payments.ts';
import { controlRoutes } from './routes-control.ts';
import { createStripe, type StripeOptions } from './stripe/routes-stripe.ts';
import { defaultTimings, type Timings } from './timings.ts';

export const defaultSecret = 'opora-sandbox-secret';
export const defaultPhonePrefix = '+998';

export type SandboxOptions = {
  /** 0 or absent: any free port. */
  port?: number;
  host?: string;
  /** Bearer secret of the server's calls, and key of the callbacks' signatures. */
  secret?: string;
  /** Origins of pages that may pay; null: any page on this machine (127.0.0.1, localhost). */
  siteOrigins?: readonly string[] | null;
  /** Journal file that stores the books between runs; null: in memory only. */
  dataFile?: string | null;
  /** The gateway's address for payers, for a wallet's `redirectUrl`; null: taken from the request. */
  publicUrl?: string | null;
  /** Prefix of the phones that receive codes, with its plus. */
  phonePrefix?: string;
  /** The stand-in for Payme beside the gateway's; absent: none. */
  payme?: PaymeOptions | null;
  /** The same for Payme's Subscribe API. */
  paymeCard?: PaymeCardOptions | null;
  /** The same for Click. */
  click?: ClickOptions | null;
  /** The same for Stripe. */
  stripe?: StripeOptions | null;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
  timings?: Partial<Timings>;
  /** The destination of the JSON log; null: no log. */
  log?: { write(line: string): void } | null;
};

export type PaymentSandbox = { url: string; port: number; close(): Promise<void> };

/** Starts the stand-in for the card payment gateway (docs/rules.md#payment-gateway); resolves when it accepts requests. */
export async function startPaymentSandbox(options: SandboxOptions = {}): Promise<PaymentSandbox> {
  const context = createContext(options);
  const opened = Promise.withResolvers<void>();
  // The port is the lock on the books: only the process that has it opens them.
  opened.promise.catch(() => {});
  const standIns = standInsOf(options, context.secret);
  const app = buildServer(context, { ...options, standIns: [...standIns.values()] }, opened.promise);
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  try {
    if (options.dataFile) await context.books.open(options.dataFile);
    for (const [name, standIn] of standIns) {
      await standIn.open(options.dataFile ? booksOf(options.dataFile, name) : null);
    }
  } catch (error) {
    opened.reject(error);
    await app.close();
    throw error;
  }
  opened.resolve();
  for (const delivery of context.books.waitingDeliveries()) context.courier.schedule(delivery);
  const sweep = setInterval(() => expireDuePayments(context), context.timings.sweepMs);
  return {
    url,
    port: Number(new URL(url).port),
    close: async () => {
      clearInterval(sweep);
      await app.close();
      for (const standIn of standIns.values()) await standIn.close();
      await context.courier.close();
      await context.books.close();
    },
  };
}

/** The books of a stand-in, beside those of the gateway. */
const booksOf = (dataFile: string, name: string) => dataFile.replace(/(\.jsonl)?$/, `-${name}.jsonl`);

/** The stand-ins beside the gateway's, by name. */
function standInsOf(options: SandboxOptions, secret: string): ReadonlyMap<string, HostedStandIn> {
  const { payme, paymeCard, click, stripe, publicUrl = null, siteOrigins = null } = options;
  return new Map([
    ...(payme ? [['payme', createPayme(payme, secret)] as const] : []),
    ...(paymeCard ? [['payme-card', createPaymeCard(paymeCard, { siteOrigins, secret })] as const] : []),
    ...(click ? [['click', createClick(click, secret)] as const] : []),
    ...(stripe ? [['stripe', createStripe(stripe, { publicUrl, secret })] as const] : []),
  ]);
}

function createContext(options: SandboxOptions): GatewayContext {
  const books = new Books();
  const faults = new FaultSwitch();
  const timings = { ...defaultTimings, ...options.timings };
  const secret = options.secret ?? defaultSecret;
  const now = options.now ?? Date.now;
  const phonePrefix = options.phonePrefix ?? defaultPhonePrefix;
  return {
    books,
    faults,
    timings,
    secret,
    phonePrefix,
    now,
    courier: new Courier({ books, faults, timings, secret, now }),
  };
}

function buildServer(
  context: GatewayContext,
  options: SandboxOptions & { readonly standIns: readonly HostedStandIn[] },
  opened: Promise<void>,
): FastifyInstance {
  const app = Fastify({
    logger: options.log ? { level: 'info', stream: options.log } : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024,
    // The address of a bill at Payme is one long part.
    routerOptions: { maxParamLength: 4_096 },
    exposeHeadRoutes: false,
    requestTimeout: 10_000,
    forceCloseConnections: true,
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async () => opened);
  // Nothing is answered before it is on disk: a killed gateway loses nothing that it has reported.
  app.addHook('onSend', async (request, reply, payload) => {
    try {
      await context.books.settled();
      return payload;
    } catch (error) {
      request.log.error({ err: error }, 'books not written');
      const { status, message } = failures.InternalError;
      reply.code(status).header('content-type', 'application/json; charset=utf-8').removeHeader('content-length');
      return JSON.stringify({ id: null, status: null, error: { code: 'InternalError', message } });
    }
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(context, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerFailure(context, new PaymentFailure('NotFound'), request, reply));
  // The process id lets a program check that it talks to the process that it started.
  app.get('/health', async () => ({ status: 'ok', pid: process.pid }));
  const payer = { context, siteOrigins: options.siteOrigins ?? null, publicUrl: options.publicUrl ?? null };
  app.register(contractRoutes, payer);
  app.register(controlRoutes, { context });
  app.register(pageRoutes, { context });
  for (const { routes } of options.standIns) app.register(routes);
  return app;
}

/** The calls of the contract; only these are affected by faults. */
function contractRoutes(app: FastifyInstance, options: PayerOptions, done: () => void): void {
  applyFaults(app, options.context.faults);
  app.register(merchantRoutes, { context: options.context });
  app.register(payerRoutes, options);
  done();
}

/** The payment's id in the address of a call. */
function paymentIdOf({ params }: FastifyRequest): string | null {
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : null;
}

function applyFaults(app: FastifyInstance, faults: FaultSwitch): void {
  app.addHook('onRequest', async (request, reply) => {
    const mode = faults.modeFor(paymentIdOf(request));
    if (mode === 'error500') throw new PaymentFailure('InternalError');
    if (mode !== 'down' && mode !== 'hang') return;
    reply.hijack();
    if (mode === 'down') request.raw.socket.destroy();
    else faults.onChange(() => request.raw.socket.destroy());
  });
  app.addHook('onSend', async (request) => {
    if (faults.modeFor(paymentIdOf(request)) === 'lost-answer') request.raw.socket.destroy();
  });
}

const FailedRequest = z.object({ id: z.string() });

/** Answers a failure as {id, status, error: {code, message}}. A request's body may contain a card number and is never repeated or logged. */
function answerFailure(
  context: GatewayContext,
  error: FastifyError | PaymentFailure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = error instanceof PaymentFailure ? error.code : codeOfFrameworkError(error);
  if (code === 'InternalError') request.log.error({ err: error, method: request.method }, 'request failed');
  const named = FailedRequest.safeParse(request.params);
  const payment = code === 'Unauthorized' || !named.success ? undefined : context.books.payment(named.data.id);
  const attemptsLeft = error instanceof PaymentFailure ? error.attemptsLeft : undefined;
  const message = error instanceof PaymentFailure ? error.message : failures[code].message;
  return reply
    .code(failures[code].status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        id: payment?.id ?? null,
        status: payment?.status ?? null,
        error: { code, message, ...(attemptsLeft !== undefined && { attemptsLeft }) },
      }),
    );
}

function codeOfFrameworkError({ statusCode = 500 }: FastifyError): FailureCode {
  if (statusCode === 413) return 'PayloadTooLarge';
  if (statusCode === 415) return 'UnsupportedMediaType';
  return statusCode < 500 ? 'BadRequest' : 'InternalError';
}
