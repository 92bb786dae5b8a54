import type { FastifyReply, FastifyRequest } from 'fastify';
import { createNetworkCheck } from '#base/config/networks.server.ts';
import { createRareWarning } from '#base/process/rare-warning.server.ts';

/** Who may call a payment system's callbacks. */
export interface CallbackAddresses {
  /** Networks by commas; calls from elsewhere are refused. Absent: none is refused for its address. */
  readonly addresses?: string | undefined;
}

/**
 * A hook that refuses calls from other networks before their body is read. The address is that of `TRUST_PROXY`: the one that a trusted
 * proxy names, else that of the connection.
 */
export function callbackAddresses({ addresses }: CallbackAddresses) {
  const isAllowed = addresses === undefined ? () => true : createNetworkCheck(addresses);
  const warn = createRareWarning('a payment callback from a foreign address was refused');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isAllowed(request.ip)) return undefined;
    warn(request.log, { address: request.ip });
    return reply.code(403).send();
  };
}
