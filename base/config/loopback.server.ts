import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;

/** Whether a request was made on this machine, and not forwarded by a proxy on it. */
export const isFromThisMachine = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean =>
  loopback.test(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;

/** Warns of a `HOST` that other machines can reach outside production; null: no warning. */
export function openHostWarning({ HOST: host, isProduction }: { HOST: string; isProduction: boolean }): string | null {
  if (isProduction || loopback.test(host) || (isIP(host) === 0 && host.toLowerCase() === 'localhost')) return null;
  return (
    `HOST=${host} lets other machines in, and this is no production: the demo logins, the default secrets and the sandbox are ` +
    'public. Codes are shown at /api/Dev/Outbox to this machine only, and in this log'
  );
}
