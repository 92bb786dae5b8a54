import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocket } from 'ws';
import { queryReader } from '#base/calls/query-input.server.ts';
import { parseInput } from '#base/calls/validation.server.ts';
import { sendFailure, sendOverloaded } from '#base/http/envelope.server.ts';
import { passUpgrades, upgradeOf } from '#base/http/upgrades.server.ts';
import { noWebSocket } from '../integration-failures.ts';
import { AnsweringServer, mostWaitingBytes } from '../sockets/answering-socket.server.ts';
import { Heartbeat } from '../sockets/heartbeat.server.ts';
import type { OpenPlaced, StreamMessage, StreamOptions } from './event-feed.server.ts';
import { admitKey } from './stream-key.server.ts';
import { resumePoint, streamQuery } from './stream-query.ts';

const path = '/api/Events/Socket';

/** How long a socket that is closed has for the answer of its client. */
const endMilliseconds = 1_000;
/** Programs have nothing to say here. */
const longestMessage = 1_000;

/** Close codes of RFC 6455. */
const goingAway = 1001;
const refused = 1008;

const readQuery = queryReader(streamQuery);

function readAfter(request: FastifyRequest): number | null {
  const { search } = new URL(request.raw.url ?? '', 'http://stream');
  const { after } = parseInput(streamQuery, readQuery(search.slice(1)));
  return resumePoint(request.headers['last-event-id'], after);
}

function close(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), endMilliseconds).unref();
}

function send(socket: WebSocket, { id, body }: StreamMessage): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ ...(id !== undefined && { id }), ...body }));
  if (socket.bufferedAmount > mostWaitingBytes) socket.terminate();
}

/** Serves the stream at `/api/Events/Socket`. Every handshake passes Fastify, so that networks are counted as everywhere. */
export function createEventSockets(options: StreamOptions, openPlaced: OpenPlaced) {
  const server = new AnsweringServer({ noServer: true, maxPayload: longestMessage, perMessageDeflate: false });
  const heartbeat = new Heartbeat(server.clients);
  let isClosing = false;

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const owner = await admitKey(options, request);
    const after = readAfter(request);
    const upgrade = upgradeOf(request.raw);
    if (upgrade === undefined) throw noWebSocket();
    const feed = await openPlaced(owner, after);
    reply.hijack();
    // Also after a handshake that fails, of which nothing else is heard.
    if (upgrade.socket.destroyed) feed.close();
    else upgrade.socket.once('close', feed.close);
    server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      socket.on('error', () => socket.terminate());
      heartbeat.watch(socket);
      if (isClosing) close(socket, goingAway);
      feed.begin({ send: (message) => send(socket, message), end: () => close(socket, refused) });
    });
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (isClosing) return sendOverloaded(reply);
    try {
      await open(request, reply);
      return undefined;
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  }

  return {
    registerOutside(app: FastifyInstance): void {
      app.route({ method: 'GET', url: path, onRequest: admit, handler: async (_, reply) => reply });
      passUpgrades(app, (url) => url === path || url.startsWith(`${path}?`));
      app.addHook('preClose', async () => {
        isClosing = true;
        heartbeat.stop();
        for (const socket of server.clients) close(socket, goingAway);
      });
    },
  };
}
