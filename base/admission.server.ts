import type { FastifyRequest } from 'fastify';
import type { Access, Call } from './call.ts';
import type { Caller } from './call-context.server.ts';
import { failures } from './errors.ts';

const rolesThatMay: Readonly<Record<Access, readonly string[] | 'anybody'>> = {
  guest: 'anybody',
  key: 'anybody',
  user: ['user', 'moderator', 'admin'],
  moderator: ['moderator', 'admin'],
  admin: ['admin'],
};

function bearerOf(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

/** 401 before 403, and both before anything of the input is looked at. */
export async function admit(
  call: Call,
  request: FastifyRequest,
  services: { authenticate(token: string): Promise<Caller | null> },
): Promise<Caller | null> {
  const allowed = rolesThatMay[call.access];
  const token = call.access === 'key' || call.cacheSeconds !== undefined ? null : bearerOf(request);
  const caller = token === null ? null : await services.authenticate(token);
  if (allowed === 'anybody') return caller;
  if (caller === null) throw failures.unauthorized.because();
  if (!caller.roles.some((role) => allowed.includes(role))) throw failures.forbidden.because();
  return caller;
}
