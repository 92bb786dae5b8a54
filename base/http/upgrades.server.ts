import type { IncomingMessage, Server } from 'node:http';

type IsTaken = (request: IncomingMessage) => boolean;

const takers = new WeakMap<Server, IsTaken[]>();

/** Lets a listener of the server's `upgrade` event have the requests for a web socket that it takes. */
export function takeUpgrades(server: Server, isTaken: IsTaken): void {
  takers.set(server, [...(takers.get(server) ?? []), isTaken]);
}

/** Whether somebody takes the request; all others are answered as if they had not asked for another protocol. */
export function isUpgradeTaken(server: Server, request: IncomingMessage): boolean {
  const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
  return isWebSocket && (takers.get(server) ?? []).some((isTaken) => isTaken(request));
}
