import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { answerClientError, answerExpectation, hasHost } from './client-error.server.ts';
import { policyOfData } from './csp.server.ts';
import { sendFailure, sendOverloaded } from './envelope.server.ts';

const bodyLimit = 64 * 1024;
const requestTimeout = 10_000;
const headersTimeout = 5_000;

/** The id of a request, sent back as `X-Request-Id` and written to the log. */
export const newRequestId = (): string => randomUUID();

export interface FastifyOptions {
  readonly log: Logger;
  /** Addresses of proxies whose `X-Forwarded-For` is believed: a list, or `true` for all. */
  readonly trustProxy: string | undefined;
  /** Put around Fastify's own handler; what it answers never reaches a route. */
  readonly front?: (handler: RequestListener) => RequestListener;
}

function trustOf(text: string | undefined): boolean | string[] {
  if (text === undefined || text === 'false') return false;
  return text === 'true' ? true : text.split(',').map((address) => address.trim());
}

/** What every answer says that is no page; a route may say something else. */
const headersOf = (request: FastifyRequest) => ({
  'x-request-id': request.id,
  'x-content-type-options': 'nosniff',
  'content-security-policy': policyOfData,
});

/** The server below Fastify. It looks at what Node would refuse with an empty answer by itself. */
function listen(handler: RequestListener, isClosing: () => boolean): Server {
  const server = createServer(
    {
      requestTimeout,
      headersTimeout,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    (request, response) => {
      // Kept pages and files never reach Fastify, which ends the connections of its own answers.
      if (isClosing()) response.shouldKeepAlive = false;
      if (hasHost(request, response)) handler(request, response);
    },
  );
  return server.on('checkExpectation', answerExpectation);
}

/**
 * Fastify with strict settings: no HEAD routes of its own (a HEAD would send an SMS), time limits for slow clients,
 * a small body limit, an id for every request. While it closes, calls are refused and what is begun is answered.
 */
export async function createFastify(options: FastifyOptions): Promise<FastifyInstance> {
  const front = options.front ?? ((handler: RequestListener) => handler);
  const loggerInstance: FastifyBaseLogger = options.log;
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
    // Fastify's own refusal is no envelope and has no id.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // An address that cannot be read or has an endless part reaches no route and none of its hooks.
    frameworkErrors: (error, request, reply) => {
      sendFailure(request, reply.headers(headersOf(request)), error);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handler) => listen(front(handler), () => isClosing),
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request));
    const isCall = request.routeOptions.url?.startsWith('/api/') === true;
    return isClosing && isCall ? sendOverloaded(reply) : undefined;
  });
  return app;
}
