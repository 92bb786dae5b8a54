import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

type IsTaken = (request: IncomingMessage) => boolean;

const takers = new WeakMap<Server, IsTaken[]>();

/** Lets a listener of the server's `upgrade` event have the requests for a web socket that it takes. */
export function takeUpgrades(server: Server, isTaken: IsTaken): void {
  takers.set(server, [...(takers.get(server) ?? []), isTaken]);
}

/** The connection of a request that asks for another protocol. */
interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The connection that a request of `passUpgrades` asks to upgrade; undefined where it does not ask. */
export const upgradeOf = (request: IncomingMessage): Upgrade | undefined => upgrades.get(request);

/** Has requests for a web socket at these addresses pass Fastify like all others: their route refuses them or upgrades the connection. */
export function passUpgrades(app: FastifyInstance, isOurs: (url: string) => boolean): void {
  const isTaken: IsTaken = ({ url = '' }) => isOurs(url);
  takeUpgrades(app.server, isTaken);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isTaken(request)) return;
    // Nobody else watches a socket that Node has given away.
    socket.on('error', () => socket.destroy());
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.assignSocket(request.socket);
    response.once('finish', () => request.socket.destroySoon());
    app.routing(request, response);
  });
}

/** Whether somebody takes the request; all others are answered as if they had not asked for another protocol. */
export function isUpgradeTaken(server: Server, request: IncomingMessage): boolean {
  const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
  return isWebSocket && (takers.get(server) ?? []).some((isTaken) => isTaken(request));
}
