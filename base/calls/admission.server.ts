import type { FastifyRequest } from 'fastify';
import { rerun } from '#base/db/database-trouble.server.ts';
import type { Access, Call } from './call.ts';
import type { Caller } from './call-context.server.ts';
import { failures } from './errors.ts';

const rolesThatMay: Readonly<Record<Access, readonly string[] | 'anyone'>> = {
  guest: 'anyone',
  key: 'anyone',
  user: ['user', 'moderator', 'admin'],
  moderator: ['moderator', 'admin'],
  admin: ['admin'],
};

function bearerOf(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

/** Whether the caller is a moderator or an admin. */
export const isStaffCaller = (caller: Caller | null | undefined): boolean =>
  caller?.roles.some((role) => rolesThatMay.moderator.includes(role)) === true;

/** Authenticates the caller and checks the role: 401 before 403, and both before the input is read. */
export async function admit(
  call: Call,
  request: FastifyRequest,
  services: { authenticate(token: string): Promise<Caller | null> },
): Promise<Caller | null> {
  const allowed = rolesThatMay[call.access];
  const token = call.access === 'key' || call.cacheSeconds !== undefined ? null : bearerOf(request);
  // A primary that moves is waited for, as by the transaction that follows.
  const caller = token === null ? null : await rerun(() => services.authenticate(token));
  if (allowed === 'anyone') return caller;
  if (caller === null) throw failures.unauthorized();
  if (!caller.roles.some((role) => allowed.includes(role))) throw failures.forbidden();
  return caller;
}
