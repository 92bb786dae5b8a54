import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as Engine } from 'engine.io';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Server } from 'socket.io';
import { z } from 'zod';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { sendFailure, sendOverloaded } from '#base/http/envelope.server.ts';
import { takeUpgrades } from '#base/http/upgrades.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import type { ReadableDonation } from '../readable-donation.ts';
import { mostSockets } from '../scopes.ts';
import { SharedReads } from './shared-reads.ts';
import { type BotServer, ownerOf, type SocketOptions, type SocketOwner, serveSocket } from './socket-feed.server.ts';

const path = '/socket.io/';

const knocking: Budget = {
  name: 'socket-network',
  points: 120,
  seconds: 60,
  message: 'Слишком много подключений. Подождите минуту',
};

const handshake = z.object({ token: z.string().max(200).default(''), sid: z.string().min(1).optional() });

/** The request of a socket that asks for another protocol on its connection. */
interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Counts the sockets of each token on this process. */
class SocketCounts {
  readonly #open = new Map<string, number>();

  /** Returns what frees the place; null at the limit. */
  take(token: string): (() => void) | null {
    const count = this.#open.get(token) ?? 0;
    if (count >= mostSockets) return null;
    this.#open.set(token, count + 1);
    return () => {
      const rest = (this.#open.get(token) ?? 1) - 1;
      if (rest === 0) this.#open.delete(token);
      else this.#open.set(token, rest);
    };
  }
}

/** `isAdmitted`: its token was asked for and is right. */
function createEngine(isAdmitted: (request: IncomingMessage) => boolean): Engine {
  return new Engine({
    // It reads the query by itself, and may find no session in it where Fastify has found one.
    allowRequest: (request, done) => done(null, isAdmitted(request)),
    allowEIO3: true,
    maxHttpBufferSize: 10_000,
    perMessageDeflate: false,
    httpCompression: false,
    // The token is in the query, and there are no cookies: pages of every site may connect.
    cors: { origin: '*' },
  });
}

/**
 * Serves the donations of creators by socket.io at `/socket.io/?token=…`, with the events of Streamlabs
 * (docs/decisions/0053-sockets-for-bots.md). Every request passes Fastify, so that networks are counted as everywhere.
 */
export function createDonationSockets(options: SocketOptions) {
  const owners = new WeakMap<IncomingMessage, SocketOwner>();
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const counts = new SocketCounts();
  const reads = {
    owners: new SharedReads<SocketOwner | null>(),
    donations: new SharedReads<readonly ReadableDonation[]>(),
  };
  const engine = createEngine((request) => owners.has(request));
  const io: BotServer = new Server({ connectTimeout: 10_000, serveClient: false });
  io.bind(engine);
  io.use((socket, next) => {
    const owner = owners.get(socket.request);
    if (owner === undefined) return next(new Error('Unauthenticated.'));
    // It has left meanwhile: its `close` is over.
    if (socket.conn.readyState !== 'open') return next(new Error('Closed.'));
    const free = counts.take(owner.token);
    if (free === null) return next(new Error('Too many connections.'));
    socket.conn.once('close', free);
    return void serveSocket({ ...options, reads }, socket, owner).then(
      (begin) => {
        socket.data.begin = begin;
        next();
      },
      () => next(new Error('Unavailable.')),
    );
  });
  io.on('connection', ({ data }) => data.begin());

  let isClosing = false;
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (isClosing) return sendOverloaded(reply);
    const { token, sid } = handshake.catch({ token: '' }).parse(request.query);
    if (sid === undefined) {
      await options.limits.spendByNetwork(knocking, networkOf(request.ip));
      const owner = await ownerOf(options, token);
      if (owner === null) return sendFailure(request, reply, failures.unauthorized());
      owners.set(request.raw, owner);
    }
    reply.hijack();
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined) engine.handleRequest(request.raw, reply.raw);
    else engine.handleUpgrade(request.raw, upgrade.socket, upgrade.head);
    return undefined;
  }

  return {
    registerOutside(app: FastifyInstance): void {
      app.route({ method: ['GET', 'POST'], url: path, onRequest: admit, handler: async (_, reply) => reply });
      const isOurs = ({ url = '' }: IncomingMessage) => url.startsWith(path);
      takeUpgrades(app.server, isOurs);
      app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (!isOurs(request)) return;
        // Nobody else watches a socket that Node has given away.
        socket.on('error', () => socket.destroy());
        upgrades.set(request, { socket, head });
        const response = new ServerResponse(request);
        response.assignSocket(request.socket);
        response.once('finish', () => request.socket.destroySoon());
        app.routing(request, response);
      });
      app.addHook('preClose', async () => {
        isClosing = true;
        io.disconnectSockets(true);
        engine.close();
      });
    },
  };
}
