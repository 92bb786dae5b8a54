import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

const idleLookMilliseconds = 100;

/** Closes the server after the requests in flight. Keep-alive connections are closed as soon as they are idle. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const looking = setInterval(() => app.server.closeIdleConnections(), idleLookMilliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(looking);
  }
}

/** The port that a server listens on. */
export function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}
