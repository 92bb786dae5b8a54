import type { IncomingMessage } from 'node:http';
import { type Socket as Connection, Server as Engine } from 'engine.io';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Server } from 'socket.io';
import { z } from 'zod';
import { failures } from '#base/calls/errors.ts';
import { sendFailure, sendOverloaded } from '#base/http/envelope.server.ts';
import { passUpgrades, upgradeOf } from '#base/http/upgrades.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import type { ReadableDonation } from '../readable-donation.ts';
import { mostSockets } from '../scopes.ts';
import { AnsweringServer } from './answering-socket.server.ts';
import { knocking } from './knocking.server.ts';
import { SharedReads } from './shared-reads.ts';
import { type BotServer, ownerOf, type SocketOptions, type SocketOwner, serveSocket } from './socket-feed.server.ts';
import { TokenPlaces } from './token-places.ts';

const path = '/socket.io/';

const handshake = z.object({ token: z.string().max(200).default(''), sid: z.string().min(1).optional() });

/** `isAdmitted`: its token was asked for and is right. */
function createEngine(isAdmitted: (request: IncomingMessage) => boolean): Engine {
  return new Engine({
    // It reads the query by itself, and may find no session in it where Fastify has found one.
    allowRequest: (request, done) => done(null, isAdmitted(request)),
    allowEIO3: true,
    maxHttpBufferSize: 10_000,
    perMessageDeflate: false,
    wsEngine: AnsweringServer,
    httpCompression: false,
    // The token is in the query, and there are no cookies: pages of every site may connect.
    cors: { origin: '*' },
  });
}

/** The most packets that wait for a bot. */
const mostWaitingPackets = 1_000;

/** Ends a connection whose bot takes nothing: earlier versions of the protocol answer each ping, whoever sends them. */
function watchWaiting(connection: Connection): void {
  let waiting = 0;
  connection.on('flush', () => {
    waiting = 0;
  });
  connection.on('packetCreate', () => {
    waiting += 1;
    if (waiting > mostWaitingPackets) connection.close(true);
  });
}

/**
 * Serves the donations of creators by socket.io at `/socket.io/?token=…`, with the events of Streamlabs
 * (docs/decisions/0053-sockets-for-bots.md). Every request passes Fastify, so that networks are counted as everywhere.
 */
export function createDonationSockets(options: SocketOptions) {
  const owners = new WeakMap<IncomingMessage, SocketOwner>();
  const counts = new TokenPlaces(mostSockets);
  const reads = {
    allowed: new SharedReads<boolean>(),
    donations: new SharedReads<readonly ReadableDonation[]>(),
  };
  const engine = createEngine((request) => owners.has(request));
  engine.on('connection', watchWaiting);
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
    const upgrade = upgradeOf(request.raw);
    if (upgrade === undefined) engine.handleRequest(request.raw, reply.raw);
    else engine.handleUpgrade(request.raw, upgrade.socket, upgrade.head);
    return undefined;
  }

  return {
    registerOutside(app: FastifyInstance): void {
      app.route({ method: ['GET', 'POST'], url: path, onRequest: admit, handler: async (_, reply) => reply });
      passUpgrades(app, (url) => url.startsWith(path));
      app.addHook('preClose', async () => {
        isClosing = true;
        io.disconnectSockets(true);
        engine.close();
      });
    },
  };
}
