import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failures } from '#base/calls/errors.ts';
import { sendFailure } from './envelope.server.ts';

/** No route supports it, so that it stands for all methods that Fastify does not know and would answer with 404. */
const unsupported = 'TRACE';

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', unsupported];

/** Has a request with an unknown method refused by its path. */
export function replaceUnknownMethod(request: IncomingMessage): void {
  if (!methods.includes(request.method ?? '')) request.method = unsupported;
}

/** The methods that a path does not support. */
export const methodsBeside = (allowed: readonly string[]) => methods.filter((method) => !allowed.includes(method));

/** Sends 405 with the allowed methods. */
export function sendNotAllowed(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  return sendFailure(request, reply.header('allow', allowed.join(', ')), failures.methodNotAllowed());
}

/** Answers 405 to all other methods on the paths that `register` adds. */
export function refuseOtherMethods(app: FastifyInstance, register: () => void): void {
  const known = new Map<string, string[]>();
  let isRegistering = true;
  app.addHook('onRoute', ({ routePath, method }) => {
    if (!isRegistering) return;
    // A trailing slash makes no other path (`ignoreTrailingSlash`).
    const path = routePath.replace(/\/$/, '');
    known.set(path, [...(known.get(path) ?? []), ...[method].flat()]);
  });
  register();
  isRegistering = false;
  for (const [url, allowed] of known) {
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => sendNotAllowed(request, reply, allowed);
    // Refused before the body is read, whose type or size would be refused first.
    app.route({ method: methodsBeside(allowed), url, onRequest: refuse, handler: refuse });
  }
}
