import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { failures } from '#base/calls/errors.ts';
import { limitBodyTime } from './body/body-time.server.ts';
import { answerClientError, answerExpectation, hasHost } from './client-error.server.ts';
import { policyOfData } from './csp.server.ts';
import { sendFailure, sendOverloaded } from './envelope.server.ts';
import { replaceUnknownMethod } from './other-methods.server.ts';
import { Transfers } from './transfers.server.ts';
import { isUpgradeTaken } from './upgrades.server.ts';

const bodyLimit = 64 * 1024;
/** None of the server itself: the time of a body depends on the call (`body/body-time.server.ts`). */
const requestTimeout = 0;
const headersTimeout = 5_000;
const usualTransferMilliseconds = 3_000;

/** Makes a request id, sent as `X-Request-Id` and logged. */
export const newRequestId = (): string => randomUUID();

export interface FastifyOptions {
  readonly log: Logger;
  /** Proxies whose `X-Forwarded-For` is trusted: a list of addresses, their number, or `true` for all. */
  readonly trustProxy: string | undefined;
  /** Wraps Fastify's handler; requests that it answers itself reach no route. */
  readonly front?: (handler: RequestListener) => RequestListener;
  /** How long files may still come and go once the server closes. */
  readonly transferMilliseconds?: number;
}

type FastifyTrust = boolean | string[] | ((address: string, hop: number) => boolean);

function trustOf(text: string | undefined): FastifyTrust {
  if (text === undefined || text === 'false') return false;
  if (/^\d$/.test(text)) return (_address, hop) => hop < Number(text);
  return text === 'true' ? true : text.split(',').map((address) => address.trim());
}

/** Whether the connection was reset before its address was known: no limit can count the request, and nobody hears the answer. */
const isSenderGone = ({ raw }: FastifyRequest): boolean => raw.socket.remoteAddress === undefined;

/** Default headers of answers that are not pages. */
const headersOf = (request: FastifyRequest) => ({
  'x-request-id': request.id,
  'x-content-type-options': 'nosniff',
  'content-security-policy': policyOfData,
});

/** The HTTP server below Fastify. It answers some requests that Node would refuse with an empty response. */
function listen(handler: RequestListener, transfers: Transfers, isClosing: () => boolean): Server {
  const server: Server = createServer(
    {
      requestTimeout,
      headersTimeout,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => isUpgradeTaken(server, request),
    },
    (request, response) => {
      // Cached pages and files bypass Fastify, which closes the connections of its own answers.
      limitBodyTime(request);
      transfers.note(request, response);
      if (isClosing()) response.shouldKeepAlive = false;
      replaceUnknownMethod(request);
      if (hasHost(request, response)) handler(request, response);
    },
  );
  return server.on('checkExpectation', answerExpectation);
}

/**
 * Creates Fastify with strict settings: no automatic HEAD routes (some would send an SMS), timeouts for slow clients, a small body
 * limit, an id for every request. While closing, it refuses new calls and answers those that have begun.
 */
export async function createFastify(options: FastifyOptions): Promise<FastifyInstance> {
  const front = options.front ?? ((handler: RequestListener) => handler);
  const loggerInstance: FastifyBaseLogger = options.log;
  const { transferMilliseconds = usualTransferMilliseconds } = options;
  const transfers = new Transfers();
  let isClosing = false;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: trustOf(options.trustProxy),
    exposeHeadRoutes: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    requestTimeout,
    // Fastify's own refusal has neither the envelope nor an id.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // A malformed or overlong URL reaches neither routes nor hooks.
    frameworkErrors: (error, request, reply) => {
      sendFailure(request, reply.headers(headersOf(request)), error);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handler) => listen(front(handler), transfers, () => isClosing),
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => transfers.cut(), transferMilliseconds).unref();
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request));
    if (isSenderGone(request)) return sendFailure(request, reply, failures.validationFailed());
    const isCall = request.routeOptions.url?.startsWith('/api/') === true;
    return isClosing && isCall ? sendOverloaded(reply) : undefined;
  });
  return app;
}
