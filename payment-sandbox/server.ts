import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import { Books } from './books.ts';
import { Courier } from './courier.ts';
import { type Desk, expireDuePayments } from './desk.ts';
import { type FailureCode, failures, PaymentFailure } from './failures.ts';
import { FaultSwitch } from './faults.ts';
import { controlRoutes } from './routes-control.ts';
import { merchantRoutes } from './routes-merchant.ts';
import { pageRoutes } from './routes-pages.ts';
import { type PayerOptions, payerRoutes } from './routes-payer.ts';
import { defaultTimings, type Timings } from './timings.ts';

export const defaultSecret = 'opora-sandbox-secret';
export const defaultPhonePrefix = '+998';

export type SandboxOptions = {
  /** 0 or left out: any free port. */
  port?: number;
  host?: string;
  /** Bearer of the server's calls and key of the callbacks' signatures. */
  secret?: string;
  /** Origins whose pages may pay; null: any page on this machine (127.0.0.1, localhost). */
  siteOrigins?: readonly string[] | null;
  /** Journal file for books that outlive the process; null: in memory. */
  dataFile?: string | null;
  /** The address by which payers reach the sandbox, for a wallet's `redirectUrl`; null: taken from the request. */
  publicUrl?: string | null;
  /** Of the phones that codes go to, with its plus. */
  phonePrefix?: string;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
  timings?: Partial<Timings>;
  /** Where the JSON log goes; null: nowhere. */
  log?: { write(line: string): void } | null;
};

export type PaymentSandbox = { url: string; port: number; close(): Promise<void> };

/** Starts the stand-in of the card payment provider (contract, section 12) and resolves when it answers. */
export async function startPaymentSandbox(options: SandboxOptions = {}): Promise<PaymentSandbox> {
  const desk = openDesk(options);
  const opened = Promise.withResolvers<void>();
  // A refused port is the lock on the books: they are opened only by the process that has it.
  opened.promise.catch(() => {});
  const app = buildServer(desk, options, opened.promise);
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  try {
    if (options.dataFile) await desk.books.open(options.dataFile);
  } catch (error) {
    opened.reject(error);
    await app.close();
    throw error;
  }
  opened.resolve();
  for (const delivery of desk.books.waitingDeliveries()) desk.courier.schedule(delivery);
  const sweep = setInterval(() => expireDuePayments(desk), desk.timings.sweepMs);
  return {
    url,
    port: Number(new URL(url).port),
    close: async () => {
      clearInterval(sweep);
      await app.close();
      await desk.courier.close();
      await desk.books.close();
    },
  };
}

function openDesk(options: SandboxOptions): Desk {
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

function buildServer(desk: Desk, options: SandboxOptions, opened: Promise<void>): FastifyInstance {
  const app = Fastify({
    logger: options.log ? { level: 'info', stream: options.log } : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024,
    exposeHeadRoutes: false,
    requestTimeout: 10_000,
    forceCloseConnections: true,
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async () => opened);
  // Nothing is answered before it is on disk: a killed sandbox never forgets what it told somebody.
  app.addHook('onSend', async (request, reply, payload) => {
    try {
      await desk.books.settled();
      return payload;
    } catch (error) {
      request.log.error({ err: error }, 'books not written');
      const { status, message } = failures.InternalError;
      reply.code(status).header('content-type', 'application/json; charset=utf-8').removeHeader('content-length');
      return JSON.stringify({ id: null, status: null, error: { code: 'InternalError', message } });
    }
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(desk, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerFailure(desk, new PaymentFailure('NotFound'), request, reply));
  app.get('/health', async () => ({ status: 'ok' }));
  const payer = { desk, siteOrigins: options.siteOrigins ?? null, publicUrl: options.publicUrl ?? null };
  app.register(contractRoutes, payer);
  app.register(controlRoutes, { desk });
  app.register(pageRoutes, { desk });
  return app;
}

/** The calls of the contract; the faults touch these and nothing else. */
function contractRoutes(app: FastifyInstance, options: PayerOptions, done: () => void): void {
  applyFaults(app, options.desk.faults);
  app.register(merchantRoutes, { desk: options.desk });
  app.register(payerRoutes, options);
  done();
}

function applyFaults(app: FastifyInstance, faults: FaultSwitch): void {
  app.addHook('onRequest', async (request, reply) => {
    const { mode } = faults.current;
    if (mode === 'error500') throw new PaymentFailure('InternalError');
    if (mode !== 'down' && mode !== 'hang') return;
    reply.hijack();
    if (mode === 'down') request.raw.socket.destroy();
    else faults.onChange(() => request.raw.socket.destroy());
  });
  app.addHook('onSend', async (request) => {
    if (faults.current.mode === 'lost-answer') request.raw.socket.destroy();
  });
}

const FailedRequest = z.object({ id: z.string() });

/** Every failure is {id, status, error: {code, message}}; a request's body is never repeated or logged, it may hold a card number. */
function answerFailure(
  desk: Desk,
  error: FastifyError | PaymentFailure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = error instanceof PaymentFailure ? error.code : codeOfFrameworkError(error);
  if (code === 'InternalError') request.log.error({ err: error, method: request.method }, 'request failed');
  const named = FailedRequest.safeParse(request.params);
  const payment = code === 'Unauthorized' || !named.success ? undefined : desk.books.payment(named.data.id);
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
