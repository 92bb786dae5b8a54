import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { answerClientError } from './client-error.server.ts';
import { policyOfData } from './csp.server.ts';
import { sendFailure } from './envelope.server.ts';

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

/**
 * Fastify with strict settings: no HEAD routes of its own (a HEAD would send an SMS), time limits for slow clients,
 * a small body limit, an id for every request.
 */
export async function createFastify(options: FastifyOptions): Promise<FastifyInstance> {
  const front = options.front ?? ((handler: RequestListener) => handler);
  const loggerInstance: FastifyBaseLogger = options.log;
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
    return503OnClosing: true,
    clientErrorHandler: answerClientError,
    // An address that cannot be read or has an endless part reaches no route and none of its hooks.
    frameworkErrors: (error, request, reply) => {
      sendFailure(request, reply.header('x-request-id', request.id), error);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handler) => {
      const server = createServer(
        {
          requestTimeout,
          headersTimeout,
          connectionsCheckingInterval: 1_000,
          keepAliveTimeout: 65_000,
          maxHeaderSize: 16_384,
        },
        front(handler),
      );
      return server;
    },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policyOfData);
  });
  return app;
}
